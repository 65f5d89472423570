import { execFileSync } from "node:child_process";
import type { Result } from "@deadheat/judge";

/** Returns the commit that a folder is at; null if the folder is in no repository. */
export function describeGit(cwd: string): Result["run"]["git"] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    return { commit: git("rev-parse", "HEAD").trim(), dirty: git("status", "--porcelain") !== "" };
  } catch {
    return null;
  }
}
