import { execFile } from "node:child_process";
import { closeSync, openSync, readSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { UsageError, type Runtime } from "@deadheat/journal";

const run = promisify(execFile);

/** A runtime on this machine. */
export interface FoundRuntime {
  /** Of the program itself: a script in its place would be another process. */
  readonly path: string;
  readonly version: string;
}

/** There is none that could be measured. */
export interface NoRuntime {
  readonly path: null;
  readonly reason: string;
  /** What npm has in its place. */
  readonly wanted: string;
}

/** Where the npm packages of Bun and Deno keep the program itself, below the package. */
const PROGRAMS = { bun: "bin/bun.exe", deno: process.platform === "win32" ? "deno.exe" : "deno" };

/**
 * The Node that runs this; the Bun and Deno that are the project's own by npm, else those on PATH. In place of a script
 * that starts one, of which the measured process would be another, its version is asked for.
 * @param file what it is to run; null: not known
 * @param cwd where the user stands
 * @throws UsageError where a program does not say which runtime it is
 */
export async function lookForRuntime(
  runtime: Runtime,
  file: string | null,
  cwd: string,
): Promise<FoundRuntime | NoRuntime> {
  if (runtime === "node") return ownNode(file);
  const found = [...ofProject(runtime, cwd), ...onPath(runtime)];
  const path = found.find((candidate) => !isScript(candidate));
  if (path !== undefined) return { path, version: await versionOf(path, runtime, cwd) };
  const [script] = found;
  if (script === undefined) {
    const reason = `${runtime} is neither on PATH nor a package of this project`;
    return { path: null, reason, wanted: "latest" };
  }
  const reason = `${script} is a script that starts ${runtime}`;
  return { path: null, reason, wanted: await versionOf(script, runtime, cwd) };
}

/**
 * The same, where one has to be there.
 * @throws UsageError where there is none
 */
export async function findRuntime(runtime: Runtime, cwd: string): Promise<FoundRuntime> {
  const found = await lookForRuntime(runtime, null, cwd);
  if (found.path !== null) return found;
  throw new UsageError(
    `${found.reason}: install it, or put the folder of its program first on PATH`,
  );
}

/** TypeScript runs on Node from 22.18 on (https://nodejs.org/api/typescript.html). */
function ownNode(file: string | null): FoundRuntime | NoRuntime {
  const { execPath: path, versions, features } = process;
  const typed = file !== null && /\.[mc]?ts$/.test(file);
  if (!typed || (features as { typescript?: unknown }).typescript)
    return { path, version: versions.node };
  const reason = `node ${versions.node} does not run TypeScript (${basename(file)})`;
  return { path: null, reason, wanted: "latest" };
}

async function versionOf(path: string, runtime: Runtime, cwd: string): Promise<string> {
  const { stdout } = await run(path, ["--version"], { cwd, timeout: 10_000 });
  const version = /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0];
  if (version !== undefined) return version;
  throw new UsageError(`${path} --version does not say which ${runtime} it is`);
}

/** In the node_modules of the folder, or of one above it. */
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
