import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Makes a folder with these files outside of the workspace. It is removed after the test. */
export function folderOf(
  t: { readonly after: (fn: () => void) => void },
  files: Readonly<Record<string, string>>,
): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "deadheat-test-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
