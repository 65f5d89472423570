import { execFileSync } from "node:child_process";
import type { Result } from "@deadheat/judge";
import { gitEnvironment, gitSettings } from "@deadheat/versions";

/**
 * Returns the commit that a folder is at; null if it is in no repository. Runs nothing that the repository's settings
 * name, and asks about no other repository that a hook's environment names.
 */
export function describeGit(cwd: string): Result["run"]["git"] {
  const git = (...args: string[]) =>
    execFileSync("git", [...gitSettings, ...args], {
      cwd,
      env: gitEnvironment(),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  try {
    return { commit: git("rev-parse", "HEAD").trim(), dirty: git("status", "--porcelain") !== "" };
  } catch {
    return null;
  }
}
