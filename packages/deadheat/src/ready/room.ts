import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Room } from "@deadheat/measure";

/** The places of a server, as `Installed` has them. */
interface Placed {
  readonly kind: string;
  readonly root: string;
  readonly cwd: string;
  readonly found: { readonly path: string };
  readonly programs: string | null;
  readonly writable?: readonly string[];
}

/**
 * Returns what a server sees of the file system: its checkout or install, or the repository around its folder. It cannot
 * change any of it for longer than one start.
 */
export function roomOf({ kind, root, cwd, found, programs, writable = [] }: Placed): Room {
  const isOurs = kind === "revision" || kind === "package";
  return {
    tree: isOurs ? root : repositoryAround(root),
    readable: [cwd, found.path, ...(programs === null ? [] : [programs])],
    writable,
  };
}

/** Returns the folder of the repository, else the folder itself. A home that is a repository holds more than a server needs. */
function repositoryAround(folder: string): string {
  for (let at = folder; at !== dirname(at) && at !== homedir(); at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
  }
  return folder;
}
