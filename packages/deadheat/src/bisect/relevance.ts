import type { Trial } from "../provenance/trial.ts";
import { basename } from "node:path";
import { filesIn, isLockfile, type Commit, type HistoryCommit } from "@deadheat/versions";
import { mayBeBuiltIn, mayBeRead } from "../provenance/may-reach.ts";
import { ownFiles, sourcesOf } from "../provenance/tested.ts";
import type { Relevance } from "./line/commits.ts";

/** Files that decide what is installed or how code is built, wherever they are. */
const DECIDING =
  /^(?:package\.json|\.npmrc|pnpm-workspace\.yaml|\.yarnrc\.yml|bunfig\.toml|deno\.jsonc?|tsconfig.*\.json)$/;

/**
 * Returns which commits can change a server: those that touch a file that an end has loaded, under any of its names, those
 * that touch data that it may read, and those that touch what is installed. If an end loads a built file, every commit with
 * code counts. If the files are unknown, all do.
 * @param setup whether a command runs in each checkout, which may build from anything
 */
export async function relevanceOf(ends: readonly Trial[], setup: boolean): Promise<Relevance> {
  if (ends.some(({ loaded }) => loaded === null)) return () => () => true;
  const loaded = new Set(ends.flatMap(ownFiles));
  const sources = ends.flatMap(({ side }) =>
    [...loaded].flatMap((path) => sourcesOf(side.root, path)),
  );
  const tracked = await Promise.all(
    ends.map(({ side }) =>
      side.revision === null ? new Set<string>() : filesIn(side.revision as Commit),
    ),
  );
  const built = ends.some((end, i) => ownFiles(end).some((path) => !tracked[i]?.has(path)));
  return (history) => {
    const paths = throughMoves(new Set([...loaded, ...sources]), history);
    return ({ changed }) =>
      changed.some(
        (path) =>
          paths.has(path) ||
          DECIDING.test(basename(path)) ||
          isLockfile(path) ||
          mayBeRead(path) ||
          path.endsWith(".patch") ||
          ((built || setup) && mayBeBuiltIn(path)),
      );
  };
}

/** Adds the names that the files had before or after a move. */
function throughMoves(paths: Set<string>, history: readonly HistoryCommit[]): Set<string> {
  for (let before = -1; before !== paths.size;) {
    before = paths.size;
    for (const [from, to] of history.flatMap(({ moves }) => moves)) {
      if (!paths.has(from) && !paths.has(to)) continue;
      paths.add(from);
      paths.add(to);
    }
  }
  return paths;
}
