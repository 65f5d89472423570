import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Entrant } from "@deadheat/measure";
import { byPackage } from "./packages.ts";
import { inside } from "./inside.ts";
import type { Loaded } from "./loaded.ts";

/**
 * The same entrant, but writing down each file that it loads to `into`; for a start that is not measured. Node and Deno
 * (since 2.6.8, denoland/deno#31949) preload what NODE_OPTIONS requires, Bun (1.3 does, 1.2.0 does not) what BUN_OPTIONS
 * says, in each process of the server: whatever command starts it. Where nothing of that works, nothing is written.
 */
export function traced(entrant: Entrant, into: string): Entrant {
  const tracer = fileURLToPath(new URL("./tracer.cjs", import.meta.url));
  const { NODE_OPTIONS = "", BUN_OPTIONS = "" } = entrant.env;
  const env = {
    ...entrant.env,
    // They split words each in their own way: quoted like this, a path may have spaces in both.
    NODE_OPTIONS: `${NODE_OPTIONS} --require ${JSON.stringify(tracer)}`.trim(),
    BUN_OPTIONS: `${BUN_OPTIONS} ${JSON.stringify(`--preload=${tracer}`)}`.trim(),
    DEADHEAT_TRACE: into,
  };
  return { ...entrant, env };
}

/**
 * What was loaded, package by package; null: it is not known.
 * @param file what was written down; it need not exist
 * @param root what the server was to load from
 */
export function readTrace(file: string, root: string): Loaded | null {
  const realRoot = realpathSync(root);
  const own = ownFolders(realRoot);
  const paths = new Set(linesOf(file).flatMap(realPathOf));
  const files = [...paths].filter((path) => !own.some((folder) => inside(path, folder))).toSorted();
  return files.length === 0 ? null : { files, packages: byPackage(files, realRoot) };
}

/** The server of the adapter counts as the project's where the project has installed deadheat beside its own. */
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

/** None for what is no file, or was one for a moment. */
function realPathOf(line: string): string[] {
  try {
    const path = line.startsWith("file:") ? fileURLToPath(line) : line;
    return isAbsolute(path) ? [realpathSync(path)] : [];
  } catch {
    return [];
  }
}
