import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Entrant } from "@deadheat/measure";
import { byPackage } from "./packages.ts";
import { inside } from "./inside.ts";
import type { Loaded } from "./loaded.ts";

/**
 * Returns the entrant with a tracer that writes the path of each loaded file to `into`. A measured start is never traced.
 * Node and Deno (since 2.6.8, denoland/deno#31949) preload the modules that NODE_OPTIONS requires. Bun (1.3, but not 1.2.0)
 * preloads those in BUN_OPTIONS. Both variables reach each process of the server, whichever command starts it. If a
 * runtime supports neither, nothing is written.
 */
export function traced(entrant: Entrant, into: string): Entrant {
  const tracer = fileURLToPath(new URL("./tracer.cjs", import.meta.url));
  const { NODE_OPTIONS = "", BUN_OPTIONS = "" } = entrant.env;
  const env = {
    ...entrant.env,
    // The runtimes split these variables in different ways. With these quotes, both accept paths with spaces.
    NODE_OPTIONS: `${NODE_OPTIONS} --require ${JSON.stringify(tracer)}`.trim(),
    BUN_OPTIONS: `${BUN_OPTIONS} ${JSON.stringify(`--preload=${tracer}`)}`.trim(),
    DEADHEAT_TRACE: into,
  };
  return { ...entrant, env };
}

/**
 * Returns the files and packages that a server loaded; null if the trace is empty.
 * @param file the file that the tracer wrote; it may be missing
 * @param root the folder of the server's code
 */
export function readTrace(file: string, root: string): Loaded | null {
  const realRoot = realpathSync(root);
  const own = ownFolders(realRoot);
  const paths = new Set(linesOf(file).flatMap(realPathOf));
  const files = [...paths].filter((path) => !own.some((folder) => inside(path, folder))).toSorted();
  return files.length === 0 ? null : { files, packages: byPackage(files, realRoot) };
}

/** Returns the folders of deadheat's own code. srvx, the adapter's server, is left out if it is installed below the root. */
function ownFolders(root: string): string[] {
  const adapter = realpathSync(fileURLToPath(import.meta.resolve("@deadheat/adapter/node")));
  const server = dirname(realpathSync(createRequire(adapter).resolve("srvx/node")));
  return [
    join(import.meta.dirname, ".."),
    dirname(adapter),
    ...(inside(server, root) ? [] : [join(server, "..")]),
  ];
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}

/** Returns the real path of a traced file; nothing if the line is no path, or if the file is gone. */
function realPathOf(line: string): string[] {
  try {
    const path = line.startsWith("file:") ? fileURLToPath(line) : line;
    return isAbsolute(path) ? [realpathSync(path)] : [];
  } catch {
    return [];
  }
}
