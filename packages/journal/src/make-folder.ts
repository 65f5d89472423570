import { existsSync, mkdirSync, realpathSync, statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { UsageError } from "./errors.ts";

/** The type of the file system of /proc (statfs(2), PROC_SUPER_MAGIC). */
const PROC = 0x9fa0;

/**
 * Makes a folder with its parents.
 * @param mode the permissions of each folder that is made
 * @throws UsageError for a path below /proc, where mkdir(2) says that the parent is missing whatever is made: with
 *   `recursive`, Node tries again without end and obeys no signal. Errors of the system otherwise.
 */
export function makeFolder(path: string, mode?: number): string {
  requireFiles(path);
  mkdirSync(path, { recursive: true, ...(mode !== undefined && { mode }) });
  return path;
}

/** @throws UsageError if no folder can be made at a path, since it is below /proc */
export function requireFiles(path: string): string {
  let nearest = resolve(path);
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  if (statfsSync(realpathSync(nearest)).type !== PROC) return path;
  throw new UsageError(
    `${path} is below /proc, where no folder can be made. Choose another folder.`,
  );
}
