import { join, relative, sep } from "node:path";
import { contentId, type Commit, type Histories, type HistoryCommit } from "@deadheat/versions";

/** The path of the app's file at each commit, by the commit's id. */
export type AppPaths = ReadonlyMap<string, string>;

/**
 * Follows a file through the moves of each commit, from the end that has the file: the new one, or else the base. Git finds the
 * moves of a single commit far more surely than those between two distant ones.
 * @param file the absolute path in the working tree
 */
export async function appPaths(
  file: string,
  histories: Histories,
  { base, new: next }: { readonly base: Commit; readonly new: Commit },
): Promise<AppPaths> {
  const root = next.repository;
  const path = relative(root, file).split(sep).join("/");
  const paths = new Map<string, string>();
  const add = (id: string, own: string) => paths.set(id, join(root, own));
  const back = (commits: readonly HistoryCommit[], from: string) => backward(commits, from, add);
  const forth = (commits: readonly HistoryCommit[], from: string) => forward(commits, from, add);
  const inNew = (await contentId(next, path)) !== null;
  const inBase = !inNew && (await contentId(base, path)) !== null;
  const atFork = back(inBase ? histories.base : histories.new, path);
  add(histories.fork.id, atFork);
  forth(inBase ? histories.new : histories.base, atFork);
  return paths;
}

type Add = (id: string, path: string) => void;

/** Goes from the newest commit to the oldest. @returns the path before the oldest */
export function backward(commits: readonly HistoryCommit[], path: string, add: Add): string {
  let own = path;
  for (const { id, moves } of commits.toReversed()) {
    add(id, own);
    own = moves.find(([, to]) => to === own)?.[0] ?? own;
  }
  return own;
}

function forward(commits: readonly HistoryCommit[], path: string, add: Add): void {
  let own = path;
  for (const { id, moves } of commits) {
    own = moves.find(([from]) => from === own)?.[1] ?? own;
    add(id, own);
  }
}
