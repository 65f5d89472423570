import { constants } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";

/** Copies a folder with its links as they are, sharing the blocks of files where the disk can. */
export async function copyFolder(
  from: string,
  to: string,
  filter: (path: string) => boolean,
): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter,
  });
}

/** Copies a package without the packages that are installed in it. */
export async function copyPackage(source: string, target: string): Promise<void> {
  await copyFolder(source, target, (path) => path !== join(source, "node_modules"));
}
