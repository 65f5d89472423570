import { UsageError, EnvironmentError } from "@deadheat/journal";
import { mergeBase, UNSHALLOW } from "./commit.ts";
import { askGit, git, repositoryOf, type Commit } from "./git.ts";

/** A commit of a history, with what people look for. */
export interface HistoryCommit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly author: string;
  /** The author's date, in ISO 8601. */
  readonly date: string;
  readonly subject: string;
  /** The paths that differ from the first parent; of a move both. */
  readonly changed: readonly string[];
  readonly moves: readonly (readonly [from: string, to: string])[];
}

/** The first-parent histories of two commits, back to where they part. Each is oldest first, without the fork. */
export interface Histories {
  /** The commit at which the two part; the base if it is an ancestor of the new commit. */
  readonly fork: HistoryCommit;
  /** The commits from the fork to the base; none if the base is the fork. */
  readonly base: readonly HistoryCommit[];
  readonly new: readonly HistoryCommit[];
}

/**
 * Returns the histories of two commits.
 * @throws UsageError if there is nothing between them, EnvironmentError if the clone is too shallow to know
 */
export async function historiesOf(base: Commit, next: Commit, cwd: string): Promise<Histories> {
  if (base.id === next.id) {
    throw new UsageError(
      `${base.name} and ${next.name} are the same commit, so there is nothing between them. Choose an older base.`,
    );
  }
  const fork = await mergeBase(base, next, cwd);
  if (fork.id === next.id) {
    throw new UsageError(
      `${next.name} is an ancestor of ${base.name}. Write the older commit first: ${next.name} ${base.name}`,
    );
  }
  if (fork.id !== base.id && (await repositoryOf(cwd)).shallow) {
    throw new EnvironmentError(`${base.name} is no ancestor of ${next.name} here: ${UNSHALLOW}`);
  }
  const [about] = await historyOf(["--no-walk", fork.id], base.repository);
  return {
    fork: about as HistoryCommit,
    base: fork.id === base.id ? [] : await chain(fork, base),
    new: await chain(fork, next),
  };
}

/** Returns the commits that a merge brought in by its second parent, from where that branch began; null if it is no merge. */
export async function branchOf(
  { parents }: HistoryCommit,
  repository: string,
): Promise<Histories | null> {
  const [first, second] = parents;
  if (first === undefined || second === undefined) return null;
  const { ok, text } = await askGit(["merge-base", first, second], repository);
  if (!ok) return null;
  const commits = await historyOf(["--first-parent", "--reverse", second, `^${first}`], repository);
  const [fork] = await historyOf(["--no-walk", text], repository);
  return commits.length === 0 ? null : { fork: fork as HistoryCommit, base: [], new: commits };
}

/** Returns the first parents from a fork to a commit, as far as they contain the fork. */
async function chain(fork: Commit, to: Commit): Promise<HistoryCommit[]> {
  const { repository } = to;
  const range = `${fork.id}..${to.id}`;
  const commits = await historyOf(["--first-parent", "--reverse", range], repository);
  const path = await git(["rev-list", "--ancestry-path", range], repository);
  const containing = new Set(path.split("\n"));
  return commits.filter(({ id }) => containing.has(id));
}

/** Returns the commits of a range, with the paths that each changed against its first parent. */
async function historyOf(range: readonly string[], repository: string): Promise<HistoryCommit[]> {
  const flags = [
    "--no-show-signature",
    "--diff-merges=first-parent",
    "--name-status",
    "-M40%",
    "-z",
  ];
  const format = "--format=%H%x00%P%x00%an%x00%aI%x00%s";
  const words = (await git(["log", ...flags, format, ...range], repository)).split("\0");
  const commits: (HistoryCommit & { changed: string[]; moves: [string, string][] })[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = (words[i] ?? "").trim();
    if (word === "") continue;
    if (/^[0-9a-f]{40,64}$/.test(word)) {
      const [parents = "", author = "", date = "", subject = ""] = words.slice(i + 1, i + 5);
      const about = { parents: parents.split(" ").filter(Boolean), author, date, subject };
      commits.push({ id: word, ...about, changed: [], moves: [] });
      i += 4;
      continue;
    }
    const own = commits.at(-1);
    const path = words[++i] ?? "";
    own?.changed.push(path);
    if (!/^[RC]/.test(word)) continue;
    const to = words[++i] ?? "";
    own?.changed.push(to);
    own?.moves.push([path, to]);
  }
  return commits;
}
