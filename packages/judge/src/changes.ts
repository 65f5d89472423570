import {
  blocksToDecide,
  difference,
  holm,
  interval,
  pValue,
  wordFor,
  type Word,
} from "@deadheat/stats";
import { DIFFERENT_INSTANCES, estimatorOf, kernelWarning, unknownWarning } from "./between-runs.ts";
import {
  classDifference,
  isFloor,
  runtimes,
  UsageError,
  isCold,
  type BlockRecord,
  type Warning,
} from "@deadheat/journal";
import { RUN_MARGIN, type Cell, type Result } from "./documents/result.ts";

/** Of either test. */
const LEVEL = 0.05;

/** One cell in two runs. Ratios are of efficiencies: above 1 is faster than before. */
export interface Change {
  readonly target: string;
  readonly scenario: string;
  readonly versions: readonly [before: string | null, after: string | null];
  /** To the floor of its runtime; a floor's own is its bridge, to node-http/node. */
  readonly before: { readonly ratio: number; readonly lo: number; readonly hi: number } | null;
  readonly after: { readonly ratio: number; readonly lo: number; readonly hi: number } | null;
  /** After over before, with its 95 % interval; null where one of them is missing, or nothing is known of it. */
  readonly change: { readonly ratio: number; readonly lo: number; readonly hi: number } | null;
  /** Two-sided, Holm-corrected over the cells of both runs. */
  readonly p: number | null;
  /** Two-sided, of this cell taken for itself. */
  readonly uncorrected: number | null;
  /** The four words; `same`: both runs show the same blocks, one of them from the cache. */
  readonly verdict: Word | "same" | "not comparable";
  /** About how many more blocks of each would probably decide it; null: it is decided, or no number would. */
  readonly blocks: number | null;
  readonly reason: string | null;
}

export interface Changes {
  readonly before: Result["run"];
  readonly after: Result["run"];
  /** Of a dead heat, relative. */
  readonly margin: number;
  /** How many sides of the cells that are compared are one run, and not several put together. */
  readonly sides: { readonly oneRun: number; readonly severalRuns: number };
  readonly changes: readonly Change[];
  readonly warnings: readonly Warning[];
}

/** What must be alike, or a difference of two runs would be of something else than the targets. */
const alike: Readonly<Record<string, (result: Result) => string | number>> = {
  "tools.oha.sha256": ({ tools }) => tools.oha.sha256,
  "load.connections": ({ run }) => run.load.connections,
  "load.warmup": ({ run }) => JSON.stringify(run.load.warmup ?? run.load.warmupSeconds),
  "load.windowSeconds": ({ run }) => run.load.windowSeconds,
  "load.workerThreads": ({ run }) => run.load.workerThreads,
};

/**
 * What is known of each cell's change from one run to another: the same four words as within a run. Where a
 * side is several runs that were put together, the run is its unit.
 *
 * @param margin of a dead heat, relative
 * @throws UsageError when the two were not measured alike, naming what differs.
 */
export function changesBetween(before: Result, after: Result, margin = RUN_MARGIN): Changes {
  refuseUnlike(before, after);
  const keys = new Set([...before.cells, ...after.cells].map(keyOf));
  const pairs = [...keys].flatMap((key) => {
    const [a, b] = [before, after].map((result) => findCell(result, key));
    const cell = b ?? a;
    // The reference is 1 in every run.
    return cell && cell.target !== after.floors.node ? [{ cell, a: a ?? null, b: b ?? null }] : [];
  });
  const estimateOf = estimatorOf(before, after);
  const measured = pairs.map(({ cell, a, b }) => {
    const [old, now] = [ratioOf(before, a, cell), ratioOf(after, b, cell)];
    const same = old !== null && now !== null && sameBlocks(old.blocks, now.blocks);
    const reason = reasonOf(a, b, old, now);
    if (!old || !now || same || reason !== null) return { cell, a, b, old, now, same, reason };
    const sides = [estimateOf(after, now.blocks), estimateOf(before, old.blocks)] as const;
    const apart = difference(...sides);
    const unknown = apart.variance === Infinity ? DIFFERENT_INSTANCES : null;
    return { cell, a, b, old, now, same, reason: unknown, sides, apart };
  });
  const tested = measured.flatMap(({ apart }) => apart ?? []);
  const own = tested.map(pValue);
  const adjusted = holm(own);
  const significant = adjusted.filter((p) => p < LEVEL).length;
  const changes = measured.map(({ cell, a, b, old, now, same, reason, apart }): Change => {
    const at = apart ? tested.indexOf(apart) : -1;
    const p = adjusted[at] ?? null;
    const verdict = apart
      ? wordFor(apart, margin, p ?? 1, LEVEL)
      : same
        ? "same"
        : "not comparable";
    return {
      target: cell.target,
      scenario: cell.scenario,
      versions: [a?.version ?? null, b?.version ?? null],
      before: old ? withoutN(old) : null,
      after: now ? withoutN(now) : null,
      change: apart && apart.variance < Infinity ? withoutN(interval(apart)) : null,
      p,
      uncorrected: own[at] ?? null,
      verdict,
      blocks:
        apart && verdict === "undecided"
          ? blocksToDecide(apart, margin, LEVEL / (tested.length - significant))
          : null,
      reason: same ? null : reason,
    };
  });
  const sides = measured.flatMap((pair) => pair.sides ?? []);
  const severalRuns = sides.filter(({ runs }) => runs !== undefined).length;
  return {
    before: before.run,
    after: after.run,
    margin,
    sides: { oneRun: sides.length - severalRuns, severalRuns },
    changes: changes.toSorted(byChange),
    warnings: [
      ...warningsOf(before, after),
      ...kernelWarning(before, after),
      ...unknownWarning(measured.filter(({ apart }) => apart?.variance === Infinity).length),
    ],
  };
}

/** @throws UsageError that names what differs */
function refuseUnlike(before: Result, after: Result): void {
  const machines = classDifference(before.machine, after.machine);
  const differing = Object.entries(alike).map(([key, of]) => {
    return { key, values: [of(before), of(after)] as const, hint: "" };
  });
  const found = machines ?? differing.find(({ values: [was, is] }) => was !== is);
  if (!found) return;
  const [was, is] = found.values;
  throw new UsageError(
    `these runs were not measured alike and are not compared: ${found.key} is ${was} in ` +
      `${before.run.id} and ${is} in ${after.run.id}. ${found.hint && `${found.hint} `}Measure again with the same options ` +
      "on the same machine.",
  );
}

/** Why two cells are not compared; null when they are. */
function reasonOf(
  a: Cell | null,
  b: Cell | null,
  old: Measured | null,
  now: Measured | null,
): string | null {
  if (!old || !now) return missing(a, b);
  const cold = (side: Measured) => side.blocks.some(isCold);
  if (!cold(old) && !cold(now)) return null;
  return `cold: ${[cold(old) ? "before" : "", cold(now) ? "after" : ""].filter(Boolean).join(" and ")}`;
}

function missing(a: Cell | null, b: Cell | null): string {
  const why = (cell: Cell | null) =>
    cell === null ? "absent" : cell.reason ? `${cell.status} (${cell.reason})` : "not measured";
  return `before: ${a?.efficiency ? "measured" : why(a)}; after: ${b?.efficiency ? "measured" : why(b)}`;
}

interface Measured {
  readonly ratio: number;
  readonly lo: number;
  readonly hi: number;
  readonly blocks: readonly BlockRecord[];
}

function ratioOf(result: Result, cell: Cell | null, { target, scenario }: Cell): Measured | null {
  if (!isFloor(target)) return cell?.efficiency?.toFloor ?? null;
  const bridge = result.bridges.find((b) => b.floor === target && b.scenario === scenario);
  return bridge ?? null;
}

function sameBlocks(a: readonly BlockRecord[], b: readonly BlockRecord[]): boolean {
  const starts = (blocks: readonly BlockRecord[]) => blocks.map((block) => block.startedAt).join();
  return starts(a) === starts(b);
}

function withoutN({ ratio, lo, hi }: { ratio: number; lo: number; hi: number }) {
  return { ratio, lo, hi };
}

/** What else changed between the runs, and so may be what made a cell faster or slower. */
function warningsOf(before: Result, after: Result): Warning[] {
  const warnings: Warning[] = [];
  for (const runtime of runtimes) {
    const [old, now] = [before.tools[runtime], after.tools[runtime]];
    if (old.sha256 === now.sha256) continue;
    const message =
      `${runtime} was ${old.version} and is ${now.version}: the floor of its targets changed with it, ` +
      "so a ratio to the floor may have moved though the framework did not";
    warnings.push({ code: "runtime-changed", message });
  }
  for (const result of [before, after]) {
    for (const warning of result.warnings) {
      if (warning.code !== "unsteady") continue;
      const message = `${result.run.id}: ${warning.message}`;
      warnings.push({ code: warning.code, message });
    }
  }
  return warnings;
}

const order: Readonly<Record<Change["verdict"], number>> = {
  slower: 0,
  faster: 1,
  undecided: 2,
  "dead-heat": 3,
  same: 4,
  "not comparable": 5,
};

/** What changed comes first, and of that the largest change. */
function byChange(a: Change, b: Change): number {
  const size = ({ change }: Change) => Math.abs(Math.log(change?.ratio ?? 1));
  return order[a.verdict] - order[b.verdict] || size(b) - size(a) || (a.target < b.target ? -1 : 1);
}

function keyOf({ target, scenario }: Cell): string {
  return JSON.stringify([target, scenario]);
}

function findCell(result: Result, key: string): Cell | undefined {
  return result.cells.find((cell) => keyOf(cell) === key);
}
