import semver from "semver";
import { UsageError } from "@deadheat/journal";
import { requireRevision, UNSHALLOW } from "./commit.ts";
import { git, repositoryOf, type Commit } from "./git.ts";

interface RangedCommit {
  readonly commit: Commit;
  readonly committedAt: string;
}

/**
 * Returns every n-th commit from `base` to `head` along the first parents, the oldest first. Both ends are included.
 * @throws UsageError if an end is unknown, if no commit lies between them, or in a shallow clone
 */
export async function commitsBetween(
  base: string,
  head: string,
  every: number,
  cwd: string,
): Promise<RangedCommit[]> {
  const [first, last] = await endsOf(base, head, cwd);
  const range = `${first.id}..${last.id}`;
  const format = "--format=%H %cI";
  const lines = await git(["log", "--first-parent", format, range], cwd);
  const between = rowsOf(lines);
  if (between.length === 0) throw nothingBetween(base, head);
  // Counted from the end, so that the newest commit is always one of them.
  const some = between.filter((_, i) => i % every === 0).toReversed();
  return [
    { commit: first, committedAt: await timeOf(first, cwd) },
    ...some.map(([id = "", committedAt = ""]) => {
      const name = id === last.id ? last.name : id.slice(0, 7);
      return { commit: { ...last, id, name }, committedAt };
    }),
  ];
}

/**
 * Returns the tags that `head` holds and `base` does not, the oldest first, with both ends. If there are tags of versions,
 * other tags are left out, and so are prereleases unless an end is one. If `base` is the tag of a version, only tags with
 * the same text before the number count: a repository of many packages has tags of each.
 * @throws UsageError if an end is unknown, if no tag lies between them, or in a shallow clone
 */
export async function tagsBetween(
  base: string,
  head: string,
  cwd: string,
): Promise<RangedCommit[]> {
  const [first, last] = await endsOf(base, head, cwd);
  if (first.id === last.id) throw nothingBetween(base, head);
  const format =
    "%(refname:strip=2) %(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end)";
  const args = [
    "for-each-ref",
    `--merged=${last.id}`,
    `--no-merged=${first.id}`,
    `--format=${format}`,
  ];
  const tags = rowsOf(await git([...args, "refs/tags"], cwd)).map(([name = "", id = ""]) => ({
    name,
    id,
  }));
  const chosen = ofVersions(tags, base, head).filter(({ id }) => id !== first.id && id !== last.id);
  const commits = new Map(chosen.map(({ name, id }) => [id, { ...last, id, name }]));
  if (commits.size === 0 && !(await hasCommits(first, last, cwd))) throw nothingBetween(base, head);
  const dated: RangedCommit[] = [];
  for (const commit of [first, ...commits.values(), last]) {
    dated.push({ commit, committedAt: await timeOf(commit, cwd) });
  }
  const [oldest, ...others] = dated as [RangedCommit, ...RangedCommit[]];
  return [oldest, ...others.slice(0, -1).toSorted(byVersionOrTime), ...others.slice(-1)];
}

async function endsOf(base: string, head: string, cwd: string): Promise<[Commit, Commit]> {
  const ends: [Commit, Commit] = [
    await requireRevision(base, cwd),
    await requireRevision(head, cwd),
  ];
  if ((await repositoryOf(cwd)).shallow) {
    throw new UsageError(`${base}..${head}: ${UNSHALLOW}`);
  }
  return ends;
}

function nothingBetween(base: string, head: string): UsageError {
  return new UsageError(
    `${base}..${head} is empty: ${head} has nothing that ${base} lacks. Write the older revision first`,
  );
}

const VERSION = /^(.*?)v?(\d+\.\d+(?:\.\d+)?(?:-[\w.-]+)?)$/;

function ofVersions<T extends { readonly name: string }>(
  tags: readonly T[],
  base: string,
  head: string,
): readonly T[] {
  const ends = [base, head].flatMap((end) => VERSION.exec(end) ?? []);
  const [, prefix] = VERSION.exec(base) ?? VERSION.exec(head) ?? [];
  const prereleases = ends.some((end) => isPrerelease(end));
  const versions = tags.filter(({ name }) => {
    const [, before] = VERSION.exec(name) ?? [];
    if (before === undefined || (prefix !== undefined && before !== prefix)) return false;
    return prereleases || !isPrerelease(name);
  });
  return versions.length > 0 || prefix !== undefined ? versions : tags;
}

function isPrerelease(name: string): boolean {
  return /\d-/.test(VERSION.exec(name)?.[2] ?? "");
}

function byVersionOrTime(a: RangedCommit, b: RangedCommit): number {
  const [one, two] = [a, b].map(({ commit }) =>
    semver.coerce(commit.name, { includePrerelease: true }),
  );
  return (
    Date.parse(a.committedAt) - Date.parse(b.committedAt) ||
    (one && two ? semver.compare(one, two) : 0)
  );
}

async function hasCommits(base: Commit, head: Commit, cwd: string): Promise<boolean> {
  return (await git(["rev-list", "--max-count=1", `${base.id}..${head.id}`], cwd)) !== "";
}

async function timeOf({ id }: Commit, cwd: string): Promise<string> {
  return (await git(["log", "-1", "--format=%cI", id], cwd)).trim();
}

function rowsOf(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" "));
}
