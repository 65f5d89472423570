import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { root } from "../src/targets/project.ts";

// Packs the published packages with pnpm, and installs them with npm outside this workspace, as a user would.

/** The folders of the published packages. */
export const published = readdirSync(join(root, "packages")).filter((own) => {
  const manifest = join(root, "packages", own, "package.json");
  return existsSync(manifest) && !readFileSync(manifest, "utf8").includes('"private": true');
});

export const nameOf = (own: string) => (own === "deadheat" ? own : `@deadheat/${own}`);

/** The environment without the variables that pnpm and npm set for scripts, except for the registry. */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_registry$)|INIT_CWD$)/i.test(name),
    ),
  ),
  NO_COLOR: "1",
};

/** Returns the program's standard output. @throws Error with its whole output if it fails */
export function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: environment,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

/** Lets TypeScript check files of a folder outside this workspace, as strictly as a user may. */
export function checkTypes(folder: string, files: readonly string[]): void {
  const types = dirname(join(root, "bench/node_modules/@types/node"));
  const strict = ["--noEmit", "--strict", "--target", "esnext", "--module", "nodenext"];
  const words = [...strict, "--types", "node", "--typeRoots", types, ...files];
  run(join(root, "node_modules/.bin/tsc"), words, folder);
}

/** Packs all published packages. Returns the tarball of each folder. */
export function packAll(into: string): Map<string, string> {
  const all = published.flatMap((own) => ["--filter", nameOf(own)]);
  run("npx", ["-y", "pnpm@12.21.0", ...all, "pack", "--pack-destination", into], root);
  return new Map(published.map((own) => [own, join(into, tarballOf(own))]));
}

function tarballOf(own: string): string {
  const manifest = readFileSync(join(root, "packages", own, "package.json"), "utf8");
  const { name, version } = JSON.parse(manifest) as { name: string; version: string };
  return `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
}

/** Installs tarballs into an empty folder. @param more further options of npm */
export function install(
  folder: string,
  tarballs: Iterable<string>,
  more: readonly string[] = [],
): void {
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  // npm waits five minutes for a registry that has stopped in the middle of a response.
  // It also retries for minutes if the response is an error.
  const waits = ["--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=2000"];
  const patient = ["--prefer-offline", "--fetch-timeout=30000", "--fetch-retries=3", ...waits];
  run("npm", ["install", "--ignore-scripts", ...quiet, ...patient, ...more, ...tarballs], folder);
}
