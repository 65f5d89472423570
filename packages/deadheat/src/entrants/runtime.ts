import { execFile } from "node:child_process";
import { closeSync, openSync, readSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
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

const INSTALL = {
  node: "https://nodejs.org",
  bun: "https://bun.sh",
  deno: "https://deno.com",
} as const satisfies Record<Runtime, string>;

/** Where the npm packages of Bun and Deno keep the program itself, below the package. */
const PROGRAMS = { bun: "bin/bun.exe", deno: process.platform === "win32" ? "deno.exe" : "deno" };

/**
 * The Node that runs this; the Bun and Deno that are the project's own by npm, else those on PATH.
 * @param cwd where the user stands
 * @throws UsageError where there is none, or what is there is a script
 */
export async function findRuntime(runtime: Runtime, cwd: string): Promise<FoundRuntime> {
  if (runtime === "node") return { path: process.execPath, version: process.versions.node };
  const found = [...ofProject(runtime, cwd), ...onPath(runtime)];
  const path = found.find((candidate) => !isScript(candidate));
  if (path === undefined) {
    throw new UsageError(
      found.length === 0
        ? `${runtime} is neither on PATH nor a package of this project: install it (${INSTALL[runtime]})`
        : `${found[0]} is a script that starts ${runtime}, and the process that is measured has to be ${runtime} ` +
            "itself: put the folder of its program first on PATH",
    );
  }
  const { stdout } = await run(path, ["--version"], { timeout: 10_000 });
  const version = /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0];
  if (version !== undefined) return { path, version };
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
