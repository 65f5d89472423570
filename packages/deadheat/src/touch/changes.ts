import type { Pair } from "@deadheat/measure";
import { functionsIn, type SourceFunction } from "./meaning.ts";

/** A source as a runtime runs it, by its file from the root of its server. */
export interface Script {
  readonly file: string;
  readonly source: string;
}

/** A script that the other server does not have, and the functions in it that differ. */
export interface ChangedScript {
  readonly root: SourceFunction;
  readonly changed: ReadonlySet<SourceFunction>;
}

/** The difference of the code that two servers have loaded. */
export interface CodeChanges {
  /** The changed scripts of each server, by `keyOf`. */
  readonly scripts: Pair<ReadonlyMap<string, ChangedScript>>;
  /** The outermost functions that differ, with those that took their places; null for a function that only one server has. */
  readonly replaced: readonly Replaced[];
}
export interface Replaced {
  readonly base: SourceFunction | null;
  readonly new: SourceFunction | null;
}

export function keyOf({ file, source }: Script): string {
  return `${file}\n${source}`;
}

/** Compares the scripts of two servers, function by function. */
export function changesIn({ base, new: next }: Pair<Iterable<Script>>): CodeChanges {
  const [before, after] = [byKey(base), byKey(next)];
  const alone = {
    base: [...before.values()].filter((one) => !after.has(keyOf(one))),
    new: [...after.values()].filter((one) => !before.has(keyOf(one))),
  };
  const scripts = {
    base: new Map<string, ChangedScript>(),
    new: new Map<string, ChangedScript>(),
  };
  const replaced: Replaced[] = [];
  const files = new Set([...alone.base, ...alone.new].map(({ file }) => file));
  for (const file of files) {
    const difference = new Difference(replaced);
    const rootsOf = (which: "base" | "new") =>
      alone[which]
        .filter((one) => one.file === file)
        .map((one) => {
          const root = functionsIn(one.source);
          scripts[which].set(keyOf(one), { root, changed: difference.changed[which] });
          return root;
        });
    difference.compareLists(rootsOf("base"), rootsOf("new"));
  }
  return { scripts, replaced };
}

function byKey(scripts: Iterable<Script>): Map<string, Script> {
  return new Map([...scripts].map((one) => [keyOf(one), one]));
}

/** The largest number of pairs of functions that are compared for a common order. */
const MOST_PAIRS = 4_000_000;

class Difference {
  readonly changed: Pair<Set<SourceFunction>> = { base: new Set(), new: new Set() };
  readonly #replaced: Replaced[];

  constructor(replaced: Replaced[]) {
    this.#replaced = replaced;
  }

  /** Compares functions in order. Equal ones are pairs, and so are those between them if both sides have as many. */
  compareLists(base: readonly SourceFunction[], next: readonly SourceFunction[], isInner = false) {
    for (const { base: a, new: b } of gapsBetween(base, next)) {
      if (a.length === b.length) {
        for (const [i, one] of a.entries()) this.#compare(one, b[i] as SourceFunction, isInner);
        continue;
      }
      for (const one of a) this.#onlyIn({ base: one, new: null }, isInner);
      for (const one of b) this.#onlyIn({ base: null, new: one }, isInner);
    }
  }

  #compare(base: SourceFunction, next: SourceFunction, isInner: boolean) {
    if (base.whole === next.whole) return;
    if (base.own === next.own) {
      // The same code has as many inner functions, in the same places.
      for (const [i, one] of base.inner.entries())
        this.#compare(one, next.inner[i] as SourceFunction, isInner);
      return;
    }
    this.changed.base.add(base);
    this.changed.new.add(next);
    const isModule = base.node?.type === "Program" && next.node?.type === "Program";
    if (!isInner && !isModule) this.#replaced.push({ base, new: next });
    this.compareLists(base.inner, next.inner, isInner || !isModule);
  }

  #onlyIn(one: Replaced, isInner: boolean) {
    const add = (side: keyof Replaced, found: SourceFunction | null) => {
      if (found === null) return;
      this.changed[side].add(found);
      for (const inner of found.inner) add(side, inner);
    };
    add("base", one.base);
    add("new", one.new);
    if (!isInner) this.#replaced.push(one);
  }
}

type Lists = Pair<readonly SourceFunction[]>;

/** Returns the functions between those of the longest common subsequence. */
function gapsBetween(base: readonly SourceFunction[], next: readonly SourceFunction[]): Lists[] {
  const isSame = (i: number, j: number) => base[i]?.whole === next[j]?.whole;
  let [from, ends] = [0, [base.length, next.length] as [number, number]];
  while (from < Math.min(...ends) && isSame(from, from)) from++;
  while (Math.min(...ends) > from && isSame(ends[0] - 1, ends[1] - 1))
    ends = [ends[0] - 1, ends[1] - 1];
  const [a, b] = [base.slice(from, ends[0]), next.slice(from, ends[1])];
  if (a.length === 0 && b.length === 0) return [];
  if (a.length * b.length > MOST_PAIRS) return [{ base: a, new: b }];
  const lengths = a.map(() => new Uint32Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      (lengths[i] as Uint32Array)[j] =
        a[i]?.whole === b[j]?.whole ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const gaps: { base: SourceFunction[]; new: SourceFunction[] }[] = [{ base: [], new: [] }];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const gap = gaps.at(-1) as (typeof gaps)[number];
    const [one, two] = [a[i], b[j]];
    if (one !== undefined && two !== undefined && one.whole === two.whole) {
      gaps.push({ base: [], new: [] });
      i++;
      j++;
    } else if (two === undefined || (one !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      gap.base.push(one as SourceFunction);
      i++;
    } else {
      gap.new.push(two);
      j++;
    }
  }
  return gaps;
}
