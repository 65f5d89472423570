import { realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readRegular } from "@deadheat/journal";
import type { Entrant } from "@deadheat/measure";
import { byPackage, LARGEST_TOTAL } from "./packages.ts";
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

const LARGEST_TRACE = 2 ** 26;
const MOST_FILES = 100_000;

/**
 * Returns what was loaded, package by package; null if it is not known, or more than a server loads. The server may have
 * written anything to the trace, so only regular files are read, up to a total size.
 * @param file the trace; it need not exist
 * @param root the folder from which the server is to load
 */
export function readTrace(file: string, root: string): Loaded | null {
  const realRoot = realpathSync(root);
  const own = ownFolders(realRoot);
  const lines = new Set(String(readRegular(file, LARGEST_TRACE) ?? "").split("\n"));
  if (lines.size > MOST_FILES) return null;
  const paths = new Set([...lines].flatMap(realPathOf));
  const files = [...paths].filter((path) => !own.some((folder) => inside(path, folder))).toSorted();
  const bytes = files.reduce((sum, path) => sum + bytesOf(path), 0);
  if (files.length === 0 || bytes > LARGEST_TOTAL) return null;
  return { files, packages: byPackage(files, realRoot) };
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

/** Returns the size of a regular file; 0 if there is none. */
function bytesOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? stat.size : 0;
}

/** Returns no path for a line that names no regular file, or a file that is gone. */
function realPathOf(line: string): string[] {
  try {
    const path = line.startsWith("file:") ? fileURLToPath(line) : line;
    return isAbsolute(path) && statSync(path).isFile() ? [realpathSync(path)] : [];
  } catch {
    return [];
  }
}
