import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the folder of the nearest package.json above a file, or the folder of the file if there is none. */
export function projectRoot(file: string): string {
  const start = dirname(file);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) return start;
  }
}
