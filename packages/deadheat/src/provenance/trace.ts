import type { Loaded } from "./trial.ts";
import { lstatSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt, EnvironmentError, inside, readRegular } from "@deadheat/journal";
import { preloaded, writing, type Entrant } from "@deadheat/measure";
import { ownFolder } from "../own-folder.ts";
import { byPackage, LARGEST_TOTAL } from "./packages.ts";

/** Returns the entrant with a tracer that writes the path of each loaded file to `into`. A measured start is never traced. */
export function traced(entrant: Entrant, into: string): Entrant {
  const tracer = fileURLToPath(new URL("./tracer.cjs", import.meta.url));
  return writing(preloaded(entrant, tracer, { DEADHEAT_TRACE: into }), dirname(into));
}

const LARGEST_TRACE = 2 ** 26;
const MOST_FILES = 100_000;

/**
 * Returns the files and packages that a server loaded; null if its runtime lists none. The server may have
 * written anything to the trace, so only regular files are read, up to a total size.
 * @throws EnvironmentError if the trace cannot be read, or names more than a server loads: without it, nobody knows what was measured
 * @param file the trace; it need not exist
 * @param root the folder from which the server is to load
 */
export function readTrace(file: string, root: string): Loaded | null {
  const realRoot = realpathSync(root);
  const own = ownFolders(realRoot);
  const text = readRegular(file, LARGEST_TRACE);
  const lines = new Set(String(text ?? "").split("\n"));
  const isThere = attempt(() => lstatSync(file)) !== null;
  if (lines.size > MOST_FILES || (text === null && isThere)) throw unreadable();
  const paths = new Set([...lines].flatMap(realPathOf));
  const files = [...paths].filter((path) => !own.some((folder) => inside(path, folder))).toSorted();
  const bytes = files.reduce((sum, path) => sum + bytesOf(path), 0);
  if (bytes > LARGEST_TOTAL) throw unreadable();
  if (files.length === 0) return null;
  return { files, packages: byPackage(files, realRoot) };
}

function unreadable(): EnvironmentError {
  return new EnvironmentError(
    `the list of the files that a server has loaded cannot be used: it has more than ${MOST_FILES.toLocaleString("en-US")} of ` +
      "them or 512 MB, or the server has put something else in its place",
  );
}

/** Returns the folders of deadheat's own code. srvx, the adapter's server, is left out if it is installed below the root. */
function ownFolders(root: string): string[] {
  const adapter = realpathSync(fileURLToPath(import.meta.resolve("#adapter/node")));
  const server = dirname(realpathSync(createRequire(adapter).resolve("srvx/node")));
  return [ownFolder, dirname(adapter), ...(inside(server, root) ? [] : [join(server, "..")])];
}

function bytesOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? stat.size : 0;
}

/** Returns the real path of a traced file; nothing if the line names no regular file, or if the file is gone. */
function realPathOf(line: string): string[] {
  const path = attempt(() => (line.startsWith("file:") ? fileURLToPath(line) : line));
  if (path === null || !isAbsolute(path)) return [];
  return attempt(() => (statSync(path).isFile() ? [realpathSync(path)] : [])) ?? [];
}
