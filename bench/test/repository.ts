import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { root } from "../src/targets/project.ts";
import { temporaryFolder } from "./fixtures.ts";

export const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd });

/** Makes a repository on main with these files. */
export function repository(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message=first");
  return folder;
}

/** Returns the folder, in which `import "deadheat"` loads this checkout. */
export function withDeadheat(folder: string): string {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "packages/deadheat"), join(folder, "node_modules", "deadheat"));
  return folder;
}
