import { join, relative, sep } from "node:path";
import {
  branchOf,
  historiesOf,
  type Commit,
  type Histories,
  type HistoryCommit,
} from "@deadheat/versions";
import type { Pair } from "@deadheat/measure";
import type { Spec } from "../../plan/spec.ts";
import { appPaths, backward, type AppPaths } from "./app-paths.ts";
import type { Candidate, CandidateLine } from "../../search/candidate.ts";

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
  return lineOf(histories, paths, (commit) => {
    if (commit.id === base.id) return { ...specs.base, label: base.name };
    if (commit.id === next.id) return { ...specs.new, label: next.name };
    return commitSpec(specs.new, commit);
  });
}

type Labelled = Spec & { readonly label: string };

function lineOf(
  histories: Histories,
  paths: AppPaths | null,
  specOf: (commit: HistoryCommit) => Labelled,
): CandidateLine {
  const candidateOf = (commit: HistoryCommit, caused: boolean): Candidate => {
    const spec = specOf(commit);
    const { id, date } = commit;
    const cause = caused ? commit : null;
    return { id, name: spec.label, spec, commit: cause, app: paths?.get(id) ?? null, date };
  };
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
    left: 0,
  };
}

function commitSpec(spec: Spec, { id }: HistoryCommit): Labelled {
  const label = id.slice(0, 7);
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
  const paths = new Map<string, string>();
  const add = (id: string, path: string) => paths.set(id, join(repository, path));
  if (app !== null) {
    const path = relative(repository, app).split(sep).join("/");
    add(branch.fork.id, backward(branch.new, path, add));
  }
  return lineOf(branch, paths, (commit) => commitSpec(spec, commit));
}
