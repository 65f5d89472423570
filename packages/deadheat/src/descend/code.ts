import type { Trial } from "../provenance/trial.ts";
import { join } from "node:path";
import type { Pair } from "@deadheat/measure";
import { hashOf } from "@deadheat/versions";
import { isExplained } from "../errors.ts";
import type { Candidate } from "../search/candidate.ts";
import { learnPair } from "../search/session.ts";
import { searchChain } from "./chain.ts";
import type { ChangedFiles } from "./changed-files.ts";
import { coverageOf, type Coverage } from "./coverage.ts";
import {
  diffOf,
  grouped,
  lineGroupsOf,
  linesOf,
  reverted,
  type ChangedFile,
  type LineGroup,
} from "./hunks.ts";
import { measureBack, type Given } from "./prove.ts";
import { OWN, rootOf, type Exchangeable } from "./units.ts";
import { variantOf, type Copies } from "./variants.ts";

/** The smallest set of lines that was found, and what taking them back gives back. */
export interface FoundLines {
  readonly groups: readonly LineGroup[];
  /** The number of line groups that differ. */
  readonly of: number;
  /** The names of the functions in which the lines are. */
  readonly functions: string[];
  /** The difference of the lines, as git prints it. */
  readonly diff: string;
  readonly given: Given;
  /** The servers without the lines and with them. */
  readonly variant: Candidate;
}

/** Taking back at least this share is taking back the difference; with less, further lines are searched for. */
const ENOUGH = 0.85;
const MOST_TRIES = 3;

/**
 * Finds the lines that make the difference of two servers, by file, by hunk, and then by line groups. Lines that ran come first.
 * Each set is taken back in a copy of the new server, which must start and return the same responses.
 * @returns a reason instead, if there are no such lines
 * @throws Interrupted, or the error that ended the search
 */
export async function searchCode(
  copies: Copies,
  pair: Pair<Candidate>,
  learned: Pair<Trial>,
  units: readonly Exchangeable[],
  { files, missing }: ChangedFiles,
): Promise<FoundLines | { readonly reason: "no-lines" | "not-in-lines" }> {
  const all = await lineGroupsOf(files);
  if (all.length === 0) return { reason: "no-lines" };
  const without = (groups: readonly LineGroup[]): Candidate =>
    variantWithout(copies, pair, learned, units, { files, missing }, groups);
  const coverage = await coverageOf(copies.session, learned.new);
  let found = await lines(copies, pair, all, without, ranIn(learned.new, files, coverage));
  for (let tries = 0; found !== null && tries < MOST_TRIES; tries++) {
    const variant = without(found);
    const given = await measureBack(copies.session, pair, variant);
    if ("reason" in given) return { reason: "not-in-lines" };
    const { share, hi } = given.share;
    const more =
      share < ENOUGH && (hi === null || hi < 1) && found.length < all.length
        ? await further(copies, { base: pair.base, new: variant }, all, found, without)
        : [];
    if (more.length > 0) {
      const both = new Set([...found, ...more]);
      found = all.filter((one) => both.has(one));
      continue;
    }
    // An interval that has 0 in it proves nothing.
    if (given.share.lo === null || given.share.lo <= 0) break;
    return {
      groups: found,
      of: all.length,
      functions: functionsOf(found, learned.new, files, coverage),
      diff: await diffWithout(files, found),
      given,
      variant,
    };
  }
  return { reason: "not-in-lines" };
}

/** Returns the files that have some of the groups, with the text without these groups as the base. */
async function diffWithout(
  files: readonly ChangedFile[],
  groups: readonly LineGroup[],
): Promise<string> {
  const changed = files.flatMap((file) => {
    const own = groups.filter(({ path }) => path === file.path);
    return own.length === 0 ? [] : [{ ...file, base: reverted(file, own) }];
  });
  return diffOf(changed);
}

async function lines(
  copies: Copies,
  pair: Pair<Candidate>,
  all: readonly LineGroup[],
  without: (groups: readonly LineGroup[]) => Candidate,
  ran: (group: LineGroup) => boolean,
): Promise<readonly LineGroup[] | null> {
  const first = all.filter(ran);
  const sets = first.length > 0 && first.length < all.length ? [first, all] : [all];
  for (const set of sets) {
    let found: readonly LineGroup[] = set;
    let isFound = set.length === 1;
    for (const by of ["file", "hunk", "lines"] as const) {
      const lists = grouped(found, by);
      if (lists.length === 1) continue;
      const base = found.length === all.length ? pair.base : without(found);
      if (!(await starts(copies, base, pair.new))) break;
      const steps = await searchChain(copies.session, { base, new: pair.new }, lists, (count) =>
        without(lists.slice(count).flat()),
      );
      if (steps.length === 0) break;
      isFound = true;
      const parts = new Set(steps.flatMap((step) => step.parts));
      found = found.filter((one) => parts.has(one));
    }
    // A single list at every level was never searched: it is all that there is.
    if (isFound || (set === all && grouped(all, "lines").length === 1)) return found;
  }
  return null;
}

/** Finds lines that must be taken back beside others: either of two may be enough to be slow. */
async function further(
  copies: Copies,
  pair: Pair<Candidate>,
  all: readonly LineGroup[],
  found: readonly LineGroup[],
  without: (groups: readonly LineGroup[]) => Candidate,
): Promise<readonly LineGroup[]> {
  const lists = grouped(
    all.filter((one) => !found.includes(one)),
    "hunk",
  );
  const steps = await searchChain(copies.session, pair, lists, (count) =>
    without([...found, ...lists.slice(count).flat()]),
  );
  return steps.flatMap(({ parts }) => parts);
}

async function starts(copies: Copies, base: Candidate, next: Candidate): Promise<boolean> {
  try {
    await learnPair(copies.session, { base, new: next });
    return true;
  } catch (error) {
    if (copies.session.testbed.signal.aborted || !isExplained(error)) throw error;
    return false;
  }
}

/** Returns the new server without some groups of lines. */
function variantWithout(
  copies: Copies,
  pair: Pair<Candidate>,
  learned: Pair<Trial>,
  units: readonly Exchangeable[],
  { files, missing }: Omit<ChangedFiles, "isNative">,
  groups: readonly LineGroup[],
): Candidate {
  const key = groups.map(({ path, new: at, base }) => [path, at, base]).toSorted();
  const count = `${groups.length} ${groups.length === 1 ? "change" : "changes"}`;
  return variantOf(copies, pair.new, {
    name: `${pair.new.name} without ${count} (${hashOf(key).slice(0, 5)})`,
    decided: ["lines", pair.base.id, key],
    changes: () => {
      const texts = new Map(missing);
      for (const file of files) {
        const own = groups.filter(({ path }) => path === file.path);
        if (own.length > 0) texts.set(file.path, reverted(file, own));
      }
      const top = rootOf(learned.base);
      const lends = units
        .filter(({ name }) => name !== OWN)
        .flatMap(({ base, new: next }) =>
          next.folders.map((target) => ({
            target,
            source: join(top, base.folders[0] as string),
            top,
          })),
        );
      return { puts: [], lends, texts };
    },
  });
}

/** Returns whether a group may have run: one in a file without coverage may. */
function ranIn(
  next: Trial,
  files: readonly ChangedFile[],
  coverage: Coverage | null,
): (group: LineGroup) => boolean {
  const texts = new Map(files.map((file) => [file.path, linesOf(file.new)]));
  return ({ path, new: [from, count] }) => {
    const file = join(rootOf(next), path);
    return coverage?.ran(file, texts.get(path) ?? [], from, count) ?? true;
  };
}

function functionsOf(
  groups: readonly LineGroup[],
  next: Trial,
  files: readonly ChangedFile[],
  coverage: Coverage | null,
): string[] {
  const texts = new Map(files.map((file) => [file.path, linesOf(file.new)]));
  const names = groups.flatMap(({ path, new: [line] }) => {
    const own = texts.get(path) ?? [];
    return coverage?.functionAt(join(rootOf(next), path), own, line) ?? [];
  });
  return [...new Set(names)];
}
