import { UsageError, EnvironmentError } from "@deadheat/journal";
import { askGit, type Commit, repositoryOf } from "./git.ts";

const GET_IT = "get it first (git fetch --unshallow, fetch-depth: 0 in a workflow)";

/** The advice if a shallow clone may lack a commit. */
export const UNSHALLOW = `this is a shallow clone, so ${GET_IT}`;

/**
 * Returns a sentence on why git may know no revision of some name here, with what to do; null if a whole repository is here.
 */
export async function whyUnknown(cwd: string): Promise<string | null> {
  try {
    if ((await repositoryOf(cwd)).shallow)
      return `This is a shallow clone. If it is a revision, ${GET_IT}`;
    return (await commitId("HEAD", cwd)) === null
      ? "This repository has no commit yet, so commit first"
      : null;
  } catch (error) {
    if (error instanceof UsageError && error.message.includes("bare")) {
      return "This is a bare repository, so go to a working tree of it (git worktree add)";
    }
    if (error instanceof EnvironmentError) return error.message;
    return "This folder is in no git repository: to compare revisions, run `git init` and commit";
  }
}

/** Returns the commit of a name; null if there is no such commit, no repository, or no git. */
export function resolveRevision(name: string, cwd: string): Promise<Commit | null> {
  return requireRevision(name, cwd).catch(() => null);
}

/**
 * Returns the commit of a name.
 * @throws UsageError if there is no such commit or no repository, EnvironmentError if there is no git
 */
export async function requireRevision(name: string, cwd: string): Promise<Commit> {
  const { root, shallow } = await repositoryOf(cwd);
  const id = await commitId(name, cwd);
  if (id !== null) return { id, name: shortName(name, id), repository: root };
  throw new UsageError(
    `git knows no commit ${name} in ${root}: ` +
      (shallow
        ? UNSHALLOW
        : "`git branch --all` and `git tag` list the names, and `git fetch` gets new ones"),
  );
}

/**
 * Returns the merge base of two commits.
 * @throws UsageError if they have no common commit, EnvironmentError if the clone is too shallow to know
 */
export async function mergeBase(a: Commit, b: Commit, cwd: string): Promise<Commit> {
  const { ok, text, said } = await askGit(["merge-base", a.id, b.id], cwd);
  if (ok) return { id: text, name: "merge-base", repository: a.repository };
  if (said !== "") throw new EnvironmentError(`git merge-base ${a.id} ${b.id} failed: ${said}`);
  const what = `${a.name} and ${b.name} have no commit in common`;
  if (!(await repositoryOf(cwd)).shallow) {
    throw new UsageError(`${what}. Compare them directly, with two dots or two names.`);
  }
  throw new EnvironmentError(
    `${what} in this shallow clone. Run git fetch --unshallow (in a workflow: fetch-depth: 0).`,
  );
}

export const TREE = "tree";

/**
 * Returns the name of a commit in output: `main`, or `1a2b3c4` if the user gave the id. A branch called `tree` gets its id,
 * so that nobody takes it for the working tree.
 */
function shortName(name: string, id: string): string {
  const short = id.slice(0, 7);
  if (/^[0-9a-f]{4,}$/.test(name) && id.startsWith(name)) return short;
  return name === TREE ? `${name} (${short})` : name;
}

/** Asks in two steps, because `^{commit}` after `:/words` would be part of the words. */
async function commitId(name: string, cwd: string): Promise<string | null> {
  if (name.startsWith("-")) return null;
  const object = await askGit(["rev-parse", "--verify", "--quiet", name], cwd);
  if (!object.ok || !/^[0-9a-f]{40,}$/.test(object.text)) return null;
  const commit = await askGit(["rev-parse", "--verify", "--quiet", `${object.text}^{commit}`], cwd);
  return commit.ok ? commit.text : null;
}

/** A range of revisions, as git-diff(1) reads it. */
export interface Range {
  readonly base: string;
  readonly head: string;
  /** True for `base...head`, where the base is the merge base of both. */
  readonly fromMergeBase: boolean;
}

/**
 * Parses `main...HEAD` or `v1..v2`. A missing side is HEAD. Returns null if the text is no range, such as `../server.ts`: no
 * name in git has two dots or begins with a slash.
 */
export function rangeOf(text: string): Range | null {
  const [, base = "", dots, head = ""] = /^(.*?)(?<!\.)(\.{2,3})(?!\.)(.*)$/.exec(text) ?? [];
  if (dots === undefined || (base === "" && head === "")) return null;
  if ([base, head].some((side) => /^[/\\]|\/$|:\/\/|\.\./.test(side))) return null;
  return { base: base || "HEAD", head: head || "HEAD", fromMergeBase: dots === "..." };
}
