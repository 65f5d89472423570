import { join, relative, sep } from "node:path";
import { branchOf, historiesOf, type Commit, type HistoryCommit } from "@deadheat/versions";
import type { Pair } from "@deadheat/measure";
import type { Spec } from "../../plan/spec.ts";
import { appPaths, backward } from "./app-paths.ts";
import type { Candidate, CandidateLine } from "./candidate.ts";

/** Returns whether a commit can change a server. */
export type Relevance = (history: readonly HistoryCommit[]) => (commit: HistoryCommit) => boolean;

/**
 * Returns the commits between two ends. If the ends are on two branches, the line goes from the base end back to the commit
 * at which they split, and from there to the new end.
 * @param app the app's file that each commit has under its own name; null for a fixed one
 */
export async function commitLine(
  specs: Pair<Spec>,
  { base, new: next }: Pair<Commit>,
  cwd: string,
  app: string | null,
): Promise<CandidateLine> {
  const histories = await historiesOf(base, next, cwd);
  const paths = app === null ? null : await appPaths(app, histories, { base, new: next });
  const name = (commit: HistoryCommit) =>
    commit.id === base.id ? base.name : commit.id === next.id ? next.name : commit.id.slice(0, 7);
  const specOf = (commit: HistoryCommit): Spec => {
    if (commit.id === base.id) return { ...specs.base, label: base.name };
    if (commit.id === next.id) return { ...specs.new, label: next.name };
    return commitSpec(specs.new, commit.id, name(commit));
  };
  const candidateOf = (commit: HistoryCommit, caused: boolean): Candidate => ({
    id: commit.id,
    name: name(commit),
    spec: specOf(commit),
    commit: caused ? commit : null,
    app: paths?.get(commit.id) ?? null,
    date: commit.date,
  });
  const back = histories.base.map((commit) => candidateOf(commit, true)).toReversed();
  const candidates = [
    ...back,
    candidateOf(histories.fork, false),
    ...histories.new.map((commit) => candidateOf(commit, true)),
  ];
  return {
    kind: "commits",
    candidates,
    fork: back.length === 0 ? null : back.length,
    milestones: [],
    left: 0,
  };
}

export function commitSpec(spec: Spec, id: string, label: string): Spec {
  return { ...spec, text: label, label, what: { kind: "revision", revision: id } };
}

/** Returns the line without the commits that change nothing that the server loads. Both ends and the fork stay. */
export function withoutIrrelevant(line: CandidateLine, relevance: Relevance): CandidateLine {
  const { candidates } = line;
  const at = line.fork ?? 0;
  const history = candidates.flatMap(({ commit }) => commit ?? []);
  const isRelevant = relevance(history);
  const back = kept(candidates.slice(0, at).toReversed(), isRelevant).toReversed();
  const forth = kept(candidates.slice(at + 1), isRelevant);
  const all = [...back, candidates[at] as Candidate, ...forth];
  return {
    ...line,
    candidates: all,
    fork: line.fork === null ? null : back.length,
    left: candidates.length - all.length,
  };
}

/**
 * Returns the relevant candidates of a branch, oldest first, and its end. If the end changes nothing itself, it takes the
 * place of the last relevant commit, whose code it has.
 */
function kept(
  branch: readonly Candidate[],
  isRelevant: (commit: HistoryCommit) => boolean,
): Candidate[] {
  const end = branch.at(-1);
  if (end === undefined) return [];
  const relevant = branch.filter(({ commit }) => commit !== null && isRelevant(commit));
  const last = relevant.at(-1);
  if (last === undefined || last === end) return last === end ? relevant : [...relevant, end];
  return [...relevant.slice(0, -1), { ...end, commit: last.commit }];
}

export async function branchLine(
  merge: HistoryCommit,
  spec: Spec,
  repository: string,
  app: string | null,
): Promise<CandidateLine | null> {
  const branch = await branchOf(merge, repository);
  if (branch === null) return null;
  const short = (id: string) => id.slice(0, 7);
  const paths = new Map<string, string>();
  const path = app === null ? "" : relative(repository, app).split(sep).join("/");
  const atFork = backward(branch.commits, path, (id, own) => paths.set(id, join(repository, own)));
  const fork: Candidate = {
    id: branch.fork,
    name: short(branch.fork),
    spec: commitSpec(spec, branch.fork, short(branch.fork)),
    commit: null,
    app: app && join(repository, atFork),
    date: null,
  };
  const commits = branch.commits.map((commit) => ({
    id: commit.id,
    name: short(commit.id),
    spec: commitSpec(spec, commit.id, short(commit.id)),
    commit,
    app: app && (paths.get(commit.id) ?? null),
    date: commit.date,
  }));
  return { kind: "commits", candidates: [fork, ...commits], fork: null, milestones: [], left: 0 };
}
