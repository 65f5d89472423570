import type { Pair } from "@deadheat/measure";
import type { LoadedCode } from "../provenance/trial.ts";
import type { Covered } from "./cover.ts";
import {
  differingFiles,
  filesOf,
  hasSamePackages,
  isAlike,
  meansTheSame,
  startsAlike,
  TYPED,
} from "./same-meaning.ts";

/**
 * Returns whether nothing but the code of scripts differs whose functions are known: no data, no package, no environment,
 * no native code, and no file that a server may read or was built from in an unknown way.
 */
export async function onlyCodeDiffers(
  pair: Pair<LoadedCode>,
  covered: Pair<Covered>,
): Promise<boolean> {
  const { base, new: next } = pair;
  const [before, after] = [base.side.revision, next.side.revision];
  if (before === null || after === null || !startsAlike(pair) || !hasSamePackages(pair))
    return false;
  const seen = { base: filesSeen(covered.base), new: filesSeen(covered.new) };
  const files = { base: filesOf(base), new: filesOf(next) };
  for (const name of new Set([...files.base.keys(), ...files.new.keys()])) {
    const [one, two] = [files.base.get(name), files.new.get(name)];
    if (one !== undefined && two !== undefined && isAlike(one, two)) continue;
    const isSeen =
      (one === undefined || seen.base.has(name)) && (two === undefined || seen.new.has(name));
    if (!isSeen) return false;
  }
  const { relevant, loaded, sources } = await differingFiles(pair, before, after);
  for (const path of relevant) {
    if (loaded.has(path) || sources.has(path)) continue;
    if (!TYPED.test(path) || !(await meansTheSame(before, after, path))) return false;
  }
  return true;
}

function filesSeen({ scripts }: Covered): Set<string> {
  return new Set([...scripts.values()].map(({ file }) => file));
}
