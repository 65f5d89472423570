import { join } from "node:path";
import type { Pair } from "@deadheat/measure";
import { isShareProven } from "@deadheat/stats";
import { hashOf } from "@deadheat/versions";
import type { Candidate } from "../search/candidate.ts";
import { coverOne } from "../touch/cover.ts";
import { searchChain } from "./chain.ts";
import type { ChangedFiles } from "./changed-files.ts";
import { lineCoverage } from "./coverage.ts";
import {
  diffOf,
  grouped,
  lineGroupsOf,
  reverted,
  type ChangedFile,
  type LineGroup,
} from "./hunks.ts";
import { measureBack, type Given } from "./prove.ts";
import { OWN, rootOf, type Difference } from "./units.ts";
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
}

/** Taking back at least this share is taking back the difference; with less, further lines are searched for. */
const ENOUGH = 0.85;
const MOST_TRIES = 3;
/** A few lines that make most of a difference say more than most of the changed lines, which make all of it. */
const FEW = 10;

/**
 * Finds the lines that make the difference of two servers, by file, by hunk, and then by line groups. Each set is taken back
 * in a copy of the new server, which must start and return the same responses.
 * @returns a reason instead, if there are no such lines
 * @throws Interrupted, or the error that ended the search
 */
export async function searchCode(
  copies: Copies,
  difference: Difference,
  { files, missing }: ChangedFiles,
  onNarrowed: (groups: readonly LineGroup[], of: number) => void,
): Promise<FoundLines | { readonly reason: "no-lines" | "not-in-lines" }> {
  const { pair, learned } = difference;
  const all = await lineGroupsOf(files);
  if (all.length === 0) return { reason: "no-lines" };
  const without = (groups: readonly LineGroup[]): Candidate =>
    variantWithout(copies, difference, { files, missing }, groups);
  const { machine, signal } = copies.session.testbed;
  // Without it the search takes longer, and finds the same lines.
  const covered = await coverOne(learned.new, { pinning: machine.pinning, signal, note: () => {} });
  const texts = new Map(files.map((file) => [file.path, file.new]));
  const coverage = lineCoverage(covered, texts);
  const search = {
    pair,
    all,
    without,
    onNarrowed: (some: readonly LineGroup[]) => onNarrowed(some, all.length),
  };
  // Taking the lines back proves more than further rounds of the search, which come only if it does not.
  for (const confirm of [false, true]) {
    const found = await lines(copies, { ...search, confirm }, coverage.ran);
    const proven = found === null ? null : await takenBack(copies, search, found);
    if (proven === null) continue;
    const { groups } = proven;
    return {
      ...proven,
      of: all.length,
      functions: [...new Set(groups.flatMap((one) => coverage.functionAt(one) ?? []))],
      diff: await diffWithout(files, groups),
    };
  }
  return { reason: "not-in-lines" };
}

/** Lines taken back, and what that gives back. */
type TakenBack = Pick<FoundLines, "groups" | "given">;

/** Takes lines back, and others beside them if that is not enough. Returns null if that proves nothing. */
async function takenBack(
  copies: Copies,
  search: LineSearch,
  found: readonly LineGroup[],
): Promise<TakenBack | null> {
  const { pair, all, without } = search;
  let groups = found;
  let proven: TakenBack | null = null;
  try {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const variant = without(groups);
      const given = await measureBack(copies.session, pair, variant);
      if ("reason" in given) break;
      const { share, hi } = given.share;
      if (isShareProven(given.share)) proven = { groups, given };
      if (share >= ENOUGH || (hi !== null && hi >= 1) || groups.length === all.length) break;
      const rest = { base: pair.base, new: variant };
      const more = await further(copies, { ...search, pair: rest }, groups);
      const both = new Set([...groups, ...more]);
      const isTooMuch = both.size > Math.max(FEW, all.length / 2);
      if (more.length === 0 || (proven !== null && isTooMuch)) break;
      groups = all.filter((one) => both.has(one));
    }
  } catch (error) {
    // The budget may end while further lines are searched for.
    if (proven === null || !copies.session.testbed.signal.aborted) throw error;
  }
  return proven;
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

/** A search for lines between two servers. */
interface LineSearch {
  readonly pair: Pair<Candidate>;
  readonly all: readonly LineGroup[];
  readonly without: (groups: readonly LineGroup[]) => Candidate;
  /** Receives the groups that are left, also when the search is interrupted. */
  readonly onNarrowed: (groups: readonly LineGroup[]) => void;
}

/**
 * Searches one chain of all line groups. Those that did not run come first on it, and a walk tests the end of these, then the
 * ends of files, then those of hunks: neighbouring lines rarely work one without the other.
 */
async function lines(
  copies: Copies,
  { pair, all, without, onNarrowed, confirm }: LineSearch & { readonly confirm: boolean },
  ran: (group: LineGroup) => boolean,
): Promise<readonly LineGroup[] | null> {
  const idle = all.filter((one) => !ran(one));
  const chain = [...idle, ...all.filter((one) => !idle.includes(one))];
  const steps = await searchChain(
    copies.session,
    pair,
    chain.map((one) => [one]),
    (count) => without(chain.slice(count)),
    { ranks: ranksOf(chain, idle.length), onNarrowed, confirm },
  );
  if (steps.length === 0) return null;
  const parts = new Set(steps.flatMap((step) => step.parts));
  const found = all.filter((one) => parts.has(one));
  onNarrowed(found);
  return found;
}

/** Returns the order in which the points before and after each group are tested. */
function ranksOf(chain: readonly LineGroup[], idle: number): number[] {
  const ends = (["file", "hunk"] as const).map((by) => {
    let at = 0;
    return new Set(grouped(chain, by).map(({ length }) => (at += length)));
  });
  return [...chain, null].map((_, i) => {
    const rank = ends.findIndex((one) => one.has(i));
    return i === idle ? 0 : 1 + (rank === -1 ? ends.length : rank);
  });
}

/** Finds lines that must be taken back beside others: either of two may be enough to be slow. */
async function further(
  copies: Copies,
  { pair, all, without }: LineSearch,
  found: readonly LineGroup[],
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

/** Returns the new server without some groups of lines. */
function variantWithout(
  copies: Copies,
  { pair, learned, units }: Difference,
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
