import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { root } from "../src/targets/project.ts";
import { repositoryIn, type Files } from "../../packages/versions/test/revisions-repository.ts";
import { temporaryFolder } from "./fixtures.ts";

export { git } from "../../packages/versions/test/revisions-repository.ts";

/** Makes a repository on main with these files. */
export const repository = (t: TestContext, files: Files) => repositoryIn(temporaryFolder(t), files);

/** Copies the files of this checkout that git lists with these words to another folder. */
export function copyListed(to: string, ...words: string[]): void {
  const listed = execFileSync("git", ["ls-files", "-z", ...words], { cwd: root, encoding: "utf8" });
  for (const file of listed.split("\0")) {
    if (file === "" || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
}

/** Returns the folder, in which `import "deadheat"` loads this checkout. */
export function withDeadheat(folder: string): string {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "packages/deadheat"), join(folder, "node_modules", "deadheat"));
  return folder;
}
