import { conventional } from "./conventions.ts";
import type { Manifest, ProjectFiles } from "./files.ts";
import { buildOf } from "./workspace.ts";

/** A line of shell that may start the server. */
export interface NamedLine {
  readonly line: string;
  /** The commands that run first. */
  readonly before: readonly string[];
  /** The place that names the line, in words: "start in package.json". */
  readonly why: string;
  /** The command by which npm runs the line if it needs a shell, and the build before it; null to look further then. */
  readonly byNpm: { readonly command: readonly string[]; readonly setup: string | null } | null;
  /** The condition for a server: that Deno runs it, or that the line starts a file; null for any server. */
  readonly only: "deno" | "file" | null;
}

/** The scripts that start a server in production. */
const STARTS = ["start:prod", "start", "serve:prod", "prod"];

/** Angular names the script for its server after the project: `serve:ssr:shop`. */
const ANGULAR = /^serve:ssr\b/;

/** The scripts that serve a build. In many frameworks they only run a preview tool, so the conventions come first. */
const PREVIEWS = ["serve", "preview"];

/** Returns the lines that may start the server of a project, the most certain first. */
export async function linesOf(files: ProjectFiles, manifest: Manifest): Promise<NamedLine[]> {
  const { scripts } = manifest;
  const build = buildOf(manifest);
  const starts = [...STARTS, ...Object.keys(scripts).filter((one) => ANGULAR.test(one))];
  const framework = await conventional(files, manifest);
  const why = `the convention of ${framework?.name}`;
  const { dev } = scripts;
  return [
    ...starts.flatMap((name) => startScript(name, manifest, build)),
    ...(framework === null ? [] : [lineOf(framework.command, why, build)]),
    ...(await inProcfile(files, build)),
    ...(await inDockerfile(files, build)),
    ...PREVIEWS.flatMap((name) => {
      const line = scripts[name];
      return line === undefined ? [] : [lineOf(line, `${name} in package.json`, build)];
    }),
    ...(await inDenoTasks(files)),
    // The starters of Elysia and Hono on Bun have no other script than `dev`, which runs a file.
    ...(dev === undefined ? [] : [lineOf(dev, "dev in package.json", [], "file")]),
  ];
}

function lineOf(
  line: string,
  why: string,
  before: readonly string[],
  only: NamedLine["only"] = null,
): NamedLine {
  return { line, before, why, byNpm: null, only };
}

function startScript(name: string, { scripts }: Manifest, build: readonly string[]): NamedLine[] {
  const line = scripts[name];
  if (line === undefined) return [];
  const before = scripts[`pre${name}`] === undefined ? [] : [`npm run pre${name}`];
  const command = name === "start" ? ["npm", "start"] : ["npm", "run", name];
  const named = lineOf(line, `${name} in package.json`, [...build, ...before]);
  return [{ ...named, byNpm: { command, setup: build[0] ?? null } }];
}

async function inProcfile({ read }: ProjectFiles, build: readonly string[]): Promise<NamedLine[]> {
  const line = /^web:\s*(.+)$/m.exec((await read("Procfile")) ?? "")?.[1];
  return line === undefined ? [] : [lineOf(line, "the Procfile", build)];
}

/** Reads the last CMD of a Dockerfile, after its ENTRYPOINT. */
async function inDockerfile(
  { read }: ProjectFiles,
  build: readonly string[],
): Promise<NamedLine[]> {
  const text = ((await read("Dockerfile")) ?? "").replaceAll(/\\\r?\n/g, " ");
  const last = (name: string) => {
    const line = [...text.matchAll(new RegExp(`^\\s*${name}\\s+(.+)$`, "gim"))].at(-1)?.[1] ?? "";
    const list = /^\[(.*)\]\s*$/.exec(line)?.[1];
    if (list === undefined) return line;
    return [...list.matchAll(/"([^"]*)"/g)].map(([, word = ""]) => word).join(" ");
  };
  const entry = last("ENTRYPOINT");
  // Images of Node have their own entry point, which runs the command.
  const line = [/docker-entrypoint|tini|dumb-init/.test(entry) ? "" : entry, last("CMD")]
    .join(" ")
    .trim();
  return line === "" ? [] : [lineOf(line, "the Dockerfile", build)];
}

async function inDenoTasks({ read }: ProjectFiles): Promise<NamedLine[]> {
  const text = (await read("deno.json")) ?? (await read("deno.jsonc")) ?? "";
  // The file may have comments, which no parser of ours reads.
  const task = (name: string) =>
    new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(text)?.[1]?.replaceAll('\\"', '"');
  return ["start", "serve", "dev"].flatMap((name) => {
    const line = task(name);
    if (line === undefined) return [];
    const before = name !== "dev" && task("build") !== undefined ? ["deno task build"] : [];
    return [lineOf(line, `${name} in deno.json`, before, "deno")];
  });
}
