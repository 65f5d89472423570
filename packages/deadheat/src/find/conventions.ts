import { posix } from "node:path";
import type { Manifest, ProjectFiles } from "./files.ts";
import { folderInWorkspace } from "./workspace.ts";

/** The way in which the projects of a framework are started once they are built. */
interface Convention {
  /** The name of the framework. */
  readonly name: string;
  readonly packages: readonly string[];
  readonly command: (
    files: ProjectFiles,
    has: (name: string) => boolean,
    manifest: Manifest,
  ) => Promise<string>;
}

const NITRO = "node .output/server/index.mjs";
const PREVIEW = "vite preview --host 127.0.0.1 --port {port} --strictPort";

async function textOf({ has, read }: ProjectFiles, name: string): Promise<string> {
  const file = ["js", "mjs", "cjs", "ts", "mts"]
    .map((extension) => `${name}.${extension}`)
    .find(has);
  return (file && (await read(file))) || "";
}

async function next(files: ProjectFiles, _: unknown, manifest: Manifest): Promise<string> {
  if (!/\boutput:\s*["']standalone["']/.test(await textOf(files, "next.config"))) {
    return "next start -H 127.0.0.1 -p {port}";
  }
  // The build has the folders of the whole workspace.
  const folder = await folderInWorkspace(files, manifest);
  return `node ${posix.join(".next/standalone", folder, "server.js")}`;
}

async function svelteKit(files: ProjectFiles, has: (name: string) => boolean): Promise<string> {
  if (!has("@sveltejs/adapter-node")) return PREVIEW;
  const config = (await textOf(files, "svelte.config")) + (await textOf(files, "vite.config"));
  const [, out = "build"] = /\bout:\s*["'](?:\.\/)?([\w./-]+)["']/.exec(config) ?? [];
  return `node ${out.replace(/\/$/, "")}/index.js`;
}

async function viteOrNitro(files: ProjectFiles, has: (name: string) => boolean): Promise<string> {
  const config = (await textOf(files, "vite.config")) + (await textOf(files, "app.config"));
  const nitro = has("vinxi") || /\bnitro\b/.test(config);
  return nitro ? NITRO : PREVIEW;
}

const always = (command: string) => () => Promise.resolve(command);

/** The framework that others build on comes after them. */
const CONVENTIONS: readonly Convention[] = [
  { name: "Next", packages: ["next"], command: next },
  { name: "Nuxt", packages: ["nuxt", "nuxt3", "nuxt-nightly"], command: always(NITRO) },
  { name: "SvelteKit", packages: ["@sveltejs/kit"], command: svelteKit },
  {
    name: "Astro",
    packages: ["astro"],
    command: (_, has) =>
      Promise.resolve(
        has("@astrojs/node")
          ? "node dist/server/entry.mjs"
          : "astro preview --host 127.0.0.1 --port {port}",
      ),
  },
  {
    name: "TanStack Start",
    packages: ["@tanstack/react-start", "@tanstack/solid-start"],
    command: viteOrNitro,
  },
  {
    name: "React Router",
    packages: ["@react-router/serve"],
    command: always("react-router-serve build/server/index.js"),
  },
  {
    name: "Remix",
    packages: ["@remix-run/serve"],
    command: always("remix-serve build/server/index.js"),
  },
  { name: "SolidStart", packages: ["@solidjs/start"], command: viteOrNitro },
  { name: "Nest", packages: ["@nestjs/core"], command: always("node dist/main.js") },
  { name: "Adonis", packages: ["@adonisjs/core"], command: always("node build/bin/server.js") },
  {
    name: "Nitro",
    packages: ["nitro", "nitropack", "nitro-nightly"],
    command: always(NITRO),
  },
];

/** Returns the command with which the project's framework starts a build of it; null if no known framework has one. */
export async function conventional(
  files: ProjectFiles,
  manifest: Manifest,
): Promise<{ readonly name: string; readonly command: string } | null> {
  const has = (name: string) => name in manifest.dependencies || name in manifest.devDependencies;
  const found = CONVENTIONS.find(({ packages }) => packages.some(has));
  return found === undefined
    ? null
    : { name: found.name, command: await found.command(files, has, manifest) };
}

/** Commands that serve a build in the way of their framework, or that only develop. */
const LEFT_TO_CONVENTION =
  /^(?:next (?:start|dev)|nuxi? (?:start|preview|dev)|nitro (?:preview|dev)|vinxi (?:start|dev)|vite(?: \S+)?|astro(?: \S+)?|nest start|(?:remix|react-router) dev|remix vite:dev|srvx --dev)\b/;

/** Returns whether the framework's convention takes the place of this command. */
export function isLeftToConvention(command: string, { dependencies }: Manifest): boolean {
  // The start script of Adonis works only in the folder of the build.
  const isAdonis = "@adonisjs/core" in dependencies && command === "node bin/server.js";
  return isAdonis || LEFT_TO_CONVENTION.test(command);
}

/** Commands that build, serve for development or start several servers, and that no convention replaces. */
export const DEVELOPS =
  /^(?:turbo|react-scripts|ng|webpack(?:-dev-server)?|parcel|gulp|grunt|rollup|vue-cli-service|tsc|tsup|jest|vitest|echo|storybook|expo|electron|wrangler|vercel|netlify|node --test)\b/;
