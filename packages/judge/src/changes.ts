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

/** The significance level of both tests. */
const LEVEL = 0.05;

/** The change of one cell between two runs. Ratios are of efficiencies: above 1 means faster than before. */
export interface Change {
  readonly target: string;
  readonly scenario: string;
  readonly versions: readonly [before: string | null, after: string | null];
  /** The ratio to the floor of the runtime. For a floor, the ratio of its bridge to node-http/node. */
  readonly before: { readonly ratio: number; readonly lo: number; readonly hi: number } | null;
  readonly after: { readonly ratio: number; readonly lo: number; readonly hi: number } | null;
  /** The ratio after / before with its 95 % interval. null if one run lacks the cell, or if nothing can be said. */
  readonly change: { readonly ratio: number; readonly lo: number; readonly hi: number } | null;
  /** The two-sided p value, Holm-corrected over the cells of both runs. */
  readonly p: number | null;
  /** The two-sided p value of this cell alone. */
  readonly uncorrected: number | null;
  /** One of the four words, or `same` if both runs show the same blocks, one of them from the cache. */
  readonly verdict: Word | "same" | "not comparable";
  /** The number of further blocks per run that would probably decide it. null if it is decided or no number would. */
  readonly blocks: number | null;
  readonly reason: string | null;
}

export interface Changes {
  readonly before: Result["run"];
  readonly after: Result["run"];
  /** The relative margin of a dead heat. */
  readonly margin: number;
  /** The compared sides that come from one run, and those that were pooled from several. */
  readonly sides: { readonly oneRun: number; readonly severalRuns: number };
  readonly changes: readonly Change[];
  readonly warnings: readonly Warning[];
}

/** The settings that must be equal, so that a difference between the runs is one of the targets. */
const alike: Readonly<Record<string, (result: Result) => string | number>> = {
  "tools.oha.sha256": ({ tools }) => tools.oha.sha256,
  "load.connections": ({ run }) => run.load.connections,
  "load.warmup": ({ run }) => JSON.stringify(run.load.warmup ?? run.load.warmupSeconds),
  "load.windowSeconds": ({ run }) => run.load.windowSeconds,
  "load.workerThreads": ({ run }) => run.load.workerThreads,
};

/**
 * Returns the change of each cell from one run to another, in the same four words as within a run. If a side was
 * pooled from several runs, the run is its unit.
 *
 * @param margin the relative margin of a dead heat
 * @throws UsageError if the runs were measured under different settings, naming the setting
 */
export function changesBetween(before: Result, after: Result, margin = RUN_MARGIN): Changes {
  refuseUnlike(before, after);
  const keys = new Set([...before.cells, ...after.cells].map(keyOf));
  const pairs = [...keys].flatMap((key) => {
    const [a, b] = [before, after].map((result) => findCell(result, key));
    const cell = b ?? a;
    // Skip the reference of all targets: its ratio is 1 in every run.
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
    `these runs were measured under different conditions and cannot be compared: ${found.key} is ${was} in ` +
      `${before.run.id} and ${is} in ${after.run.id}. ${found.hint && `${found.hint} `}Measure again with the same options ` +
      "on the same machine.",
  );
}

/** Returns the reason that two cells cannot be compared, or null. */
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

/** Returns warnings about other changes between the runs that may explain a change of a cell. */
function warningsOf(before: Result, after: Result): Warning[] {
  const warnings: Warning[] = [];
  for (const runtime of runtimes) {
    const [old, now] = [before.tools[runtime], after.tools[runtime]];
    if (old.sha256 === now.sha256) continue;
    const message =
      `${runtime} changed from ${old.version} to ${now.version}, and the floor of its targets with it: ` +
      "a ratio to the floor may have moved although the framework did not";
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

/** Sorts by verdict, changed cells first, then by the size of the change. */
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
