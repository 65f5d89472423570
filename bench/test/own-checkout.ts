import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { git } from "../../packages/versions/test/revisions-repository.ts";
import { root } from "../src/targets/project.ts";

/** Copies this repository without its published results, as a clone of a repository on GitHub that has its commit. */
export function asOnGitHub(folder: string, name: string): { clone: string; commit: string } {
  const words = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim().split("\n");
  for (const file of files.filter((one) => !one.startsWith("results/"))) {
    cpSync(join(root, file), join(folder, file));
  }
  git(folder, "init", "--quiet", "--initial-branch", "main");
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", "deadheat");
  git(folder, "remote", "add", "origin", `https://github.com/${name}.git`);
  git(folder, "update-ref", "refs/remotes/origin/main", "HEAD");
  return { clone: folder, commit: git(folder, "rev-parse", "HEAD") };
}
