import { realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt, readRegular } from "@deadheat/journal";
import { preloaded, type Entrant } from "@deadheat/measure";
import { inside } from "@deadheat/versions";
import { ownFolder } from "../own-folder.ts";
import { byPackage, LARGEST_TOTAL, type Loaded } from "./packages.ts";

/** Returns the entrant with a tracer that writes the path of each loaded file to `into`. A measured start is never traced. */
export function traced(entrant: Entrant, into: string): Entrant {
  const tracer = fileURLToPath(new URL("./tracer.cjs", import.meta.url));
  return preloaded(entrant, tracer, { DEADHEAT_TRACE: into });
}

const LARGEST_TRACE = 2 ** 26;
const MOST_FILES = 100_000;

/**
 * Returns the files and packages that a server loaded; null if they are not known, or more than a server loads. The server may have
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
