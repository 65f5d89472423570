import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the package.json that counts for a file; that of the file where there is none above it. */
export function projectRoot(file: string): string {
  const start = dirname(file);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) return start;
  }
}
