import { execFile } from "node:child_process";
import { closeSync, openSync, readSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
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

/**
 * The Node that runs this, and whichever Bun and Deno are on PATH.
 * @throws UsageError where there is none, or what is there is a script
 */
export async function findRuntime(runtime: Runtime): Promise<FoundRuntime> {
  if (runtime === "node") return { path: process.execPath, version: process.versions.node };
  const path = onPath(runtime);
  if (path === null) {
    throw new UsageError(`${runtime} is not on PATH: install it (${INSTALL[runtime]})`);
  }
  if (isScript(path)) {
    throw new UsageError(
      `${path} is a script that starts ${runtime}, and the process that is measured has to be ${runtime} itself: ` +
        "put the folder of its program first on PATH",
    );
  }
  const { stdout } = await run(path, ["--version"], { timeout: 10_000 });
  const version = /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0];
  if (version !== undefined) return { path, version };
  throw new UsageError(`${path} --version does not say which ${runtime} it is`);
}

function onPath(name: string): string | null {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    try {
      return realpathSync(join(folder, name));
    } catch {
      // Not there.
    }
  }
  return null;
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
