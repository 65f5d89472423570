import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../../journal/test/scratch.ts";

/** Makes a folder with these files outside of the workspace. It is removed after the test. */
export function folderOf(
  t: Parameters<typeof temporaryFolder>[0],
  files: Readonly<Record<string, string>>,
): string {
  const folder = temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
