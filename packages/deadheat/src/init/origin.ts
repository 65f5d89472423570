import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { attempt, readRegular } from "@deadheat/journal";
import { ownFolder } from "../own-folder.ts";

/** The place of deadheat's own code on GitHub, which workflows use as an action. */
export interface Origin {
  /** `owner/name`. */
  readonly repository: string;
  /** The full id of the commit. */
  readonly commit: string;
}

const GITHUB =
  /^(?:git\+)?(?:https:\/\/github\.com\/|ssh:\/\/git@github\.com\/|git@github\.com:)([\w-]+\/[\w.-]+?)(?:\.git)?\/?$/;
const COMMIT = /^[0-9a-f]{40}$/;

/**
 * Returns the repository and the commit of this deadheat: those of its package, which a release writes, or of the clone that it
 * runs in. null if it is neither, if the clone is not on GitHub, or if GitHub cannot have its commit.
 */
export function originOf(folder = join(ownFolder, "..")): Origin | null {
  return packaged(folder) ?? cloned(folder);
}

function packaged(folder: string): Origin | null {
  const text = attempt(() =>
    readRegular(join(folder, "package.json"), 1_000_000)?.toString("utf8"),
  );
  const manifest = attempt(() => JSON.parse(text ?? "") as Record<string, unknown>);
  const { repository, gitHead } = manifest ?? {};
  const url =
    typeof repository === "object" ? (repository as { url?: unknown } | null)?.url : repository;
  return originFrom(String(url ?? ""), String(gitHead ?? ""));
}

function cloned(folder: string): Origin | null {
  const url = git(folder, "remote", "get-url", "origin");
  const commit = git(folder, "rev-parse", "HEAD");
  // A commit that was not pushed is not on GitHub.
  const isPushed = git(folder, "branch", "--remotes", "--contains", "HEAD") !== "";
  return isPushed ? originFrom(url, commit) : null;
}

function originFrom(url: string, commit: string): Origin | null {
  const [, repository] = GITHUB.exec(url) ?? [];
  return repository === undefined || !COMMIT.test(commit) ? null : { repository, commit };
}

function git(cwd: string, ...args: string[]): string {
  const { status, stdout } = spawnSync("git", args, { cwd, encoding: "utf8", timeout: 10_000 });
  return status === 0 ? stdout.trim() : "";
}
