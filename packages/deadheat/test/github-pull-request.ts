import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  commitAll,
  git,
  repositoryIn,
  write,
  type Files,
} from "../../versions/test/revisions-repository.ts";

/** A pull request and its checkout. */
export interface PullRequest {
  /** The checkout that actions/checkout makes: a shallow clone at the detached merge commit. */
  readonly workspace: string;
  /** The commit of main when GitHub made the merge commit. */
  readonly base: string;
  readonly head: string;
  readonly event: {
    number: number;
    pull_request: { number: number; head: { sha: string }; base: { ref: string; sha: string } };
  };
}

/** Makes a pull request that changes these files. Since it was opened, main has got further commits. */
export function pullRequestIn(
  folder: string,
  files: Files,
  changes: Files,
  depth: number,
): PullRequest {
  const origin = repositoryIn(join(folder, "origin"), files);
  const opened = git(origin, "rev-parse", "HEAD");
  git(origin, "checkout", "--quiet", "-b", "change");
  write(origin, changes);
  const head = commitAll(origin, "the change");
  git(origin, "checkout", "--quiet", "main");
  write(origin, { "elsewhere.txt": "main goes on" });
  const base = commitAll(origin, "main goes on");
  git(origin, "checkout", "--quiet", "--detach");
  git(origin, "merge", "--quiet", "--no-ff", "--message", `Merge ${head} into ${base}`, head);
  git(origin, "update-ref", "refs/pull/7/merge", "HEAD");
  git(origin, "checkout", "--quiet", "main");

  const workspace = join(folder, "workspace");
  mkdirSync(workspace);
  git(workspace, "init", "--quiet");
  const ref = "refs/remotes/pull/7/merge";
  const from = `file://${origin}`;
  git(
    workspace,
    "fetch",
    "--quiet",
    "--no-tags",
    `--depth=${depth}`,
    from,
    `+refs/pull/7/merge:${ref}`,
  );
  git(workspace, "checkout", "--quiet", "--force", ref);
  const event = {
    number: 7,
    pull_request: { number: 7, head: { sha: head }, base: { ref: "main", sha: opened } },
  };
  return { workspace, base, head, event };
}
