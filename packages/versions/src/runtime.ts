import { closeSync, openSync, readSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { UsageError, type Runtime } from "@deadheat/journal";

export interface FoundRuntime {
  /** The path of the program itself. A script that starts it would be another process. */
  readonly path: string;
  readonly version: string;
}

/** The answer if this machine has no runtime that can be measured. */
export interface NoRuntime {
  readonly path: null;
  readonly reason: string;
  /** The version or tag to install from npm instead. */
  readonly wanted: string;
}

/** The path of the program within the npm packages of Bun and Deno. */
const PROGRAMS = { bun: "bin/bun.exe", deno: process.platform === "win32" ? "deno.exe" : "deno" };

/**
 * Returns the Node that runs this process, or the Bun or Deno in the project's node_modules or on PATH. If there is only a
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
  if (runtime === "node") return ownNode(file);
  const found = [...ofProject(runtime, cwd), ...onPath(runtime)];
  const path = found.find((candidate) => !isScript(candidate));
  if (path !== undefined) return { path, version: await versionOf(path, path) };
  const [script] = found;
  if (script === undefined) {
    const reason = `${runtime} is neither on PATH nor a package of this project`;
    return { path: null, reason, wanted: "latest" };
  }
  const reason = `${script} is a script that starts ${runtime}`;
  return { path: null, reason, wanted: await versionOf(script, script) };
}

/**
 * Returns the runtime on this machine.
 * @throws UsageError if there is none
 */
export async function findRuntime(runtime: Runtime, cwd: string): Promise<FoundRuntime> {
  const found = await lookForRuntime(runtime, null, cwd);
  if (found.path !== null) return found;
  throw new UsageError(
    `${found.reason}. Install it, or put the folder of its program first on PATH.`,
  );
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
export async function versionOf(path: string, what: string): Promise<string> {
  const options = { cwd: tmpdir(), reject: false, timeout: 10_000 } as const;
  const { failed, stdout, stderr, shortMessage } = await execa(path, ["--version"], options);
  const version = /\d+\.\d+\.\d+\S*/.exec(stdout ?? "")?.[0];
  if (!failed && version !== undefined) return version;
  const [words] = stderr?.trim().split("\n") ?? [];
  const why = words || shortMessage || "it prints no version";
  throw new UsageError(`${what} does not run on this machine (${why}). Choose another version.`);
}

/** Looks in the node_modules of the folder and of those above it. */
function ofProject(runtime: keyof typeof PROGRAMS, cwd: string): string[] {
  try {
    const manifest = createRequire(join(cwd, "package.json")).resolve(`${runtime}/package.json`);
    return [realpathSync(join(dirname(manifest), PROGRAMS[runtime]))];
  } catch {
    return [];
  }
}

function onPath(name: string): string[] {
  return (process.env.PATH ?? "").split(delimiter).flatMap((folder) => {
    try {
      return [realpathSync(join(folder, name))];
    } catch {
      return [];
    }
  });
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
