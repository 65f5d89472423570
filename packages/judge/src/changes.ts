import {
  roundsToDecide,
  difference,
  holm,
  pValue,
  verdictFor,
  type Ratio,
  type Verdict,
} from "@deadheat/stats";
import { DIFFERENT_INSTANCES, estimatorOf, kernelWarning, unknownWarning } from "./between-runs.ts";
import {
  classDifference,
  isFloor,
  runtimes,
  UsageError,
  isCold,
  type RoundRecord,
  type Warning,
} from "@deadheat/journal";
import { RUN_MARGIN, type Cell, type Result } from "./documents/result.ts";
import { boundedInterval } from "./rules/precision.ts";

const LEVEL = 0.05;

/** The change of one cell between two runs. Ratios are of efficiencies: above 1 means faster than before. */
export interface Change {
  readonly target: string;
  readonly scenario: string;
  readonly versions: readonly [before: string | null, after: string | null];
  /** The ratio to the floor of the runtime. For a floor, the ratio of its bridge to node-http/node. */
  readonly before: Ratio | null;
  readonly after: Ratio | null;
  /** The ratio after / before. null if one run lacks the cell, or if nothing can be said. */
  readonly change: Ratio | null;
  /** The two-sided p value, Holm-corrected over the cells of both runs. */
  readonly p: number | null;
  /** The two-sided p value of this cell alone. */
  readonly uncorrected: number | null;
  /** One of the four words, or `replayed` if both runs show the same rounds, one of them from the cache. */
  readonly verdict: Verdict | "replayed" | "not comparable";
  /** The number of further rounds per run that would probably decide it. null if it is decided or no number would. */
  readonly rounds: number | null;
  readonly reason: string | null;
}

export interface Changes {
  readonly before: Result["run"];
  readonly after: Result["run"];
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
  "load.warmup": ({ run }) => JSON.stringify(run.load.warmup),
  "load.windowSeconds": ({ run }) => run.load.windowSeconds,
  "load.workerThreads": ({ run }) => run.load.workerThreads,
};

/**
 * Returns the change of each cell from one run to another, in the same four words as within a run. If a side was
 * pooled from several runs, the run is its unit.
 *
 * @param margin the relative margin of a tie
 * @throws UsageError if the runs were measured under different settings, naming the setting
 */
export function changesBetween(before: Result, after: Result, margin = RUN_MARGIN): Changes {
  refuseUnlike(before, after);
  const pairs = Map.groupBy([...before.cells, ...after.cells], ({ target, scenario }) =>
    JSON.stringify([target, scenario]),
  );
  const whole = [before, after].map((result) => new Set(result.cells));
  const estimateOf = estimatorOf(before, after);
  // Skip the reference of all targets: its ratio is 1 in every run.
  const cells = [...pairs.values()].filter(([cell]) => cell?.target !== after.floors.node);
  const measured = cells.map((pair) => {
    const [a, b] = whole.map((own) => pair.find((one) => own.has(one)));
    const cell = (b ?? a) as Cell;
    const [old, now] = [ratioOf(before, a, cell), ratioOf(after, b, cell)];
    const same = old !== null && now !== null && startsOf(old) === startsOf(now);
    const reason = reasonOf(a, b, old, now);
    if (!old || !now || same || reason !== null) return { cell, a, b, old, now, same, reason };
    const sides = [estimateOf(after, now.rounds), estimateOf(before, old.rounds)] as const;
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
    const otherwise = same ? "replayed" : "not comparable";
    const verdict = apart ? verdictFor(apart, margin, p ?? 1, LEVEL) : otherwise;
    const level = LEVEL / (tested.length - significant);
    return {
      target: cell.target,
      scenario: cell.scenario,
      versions: [a?.version ?? null, b?.version ?? null],
      before: old ? withoutN(old) : null,
      after: now ? withoutN(now) : null,
      change: apart && apart.variance < Infinity ? withoutN(boundedInterval(apart)) : null,
      p,
      uncorrected: own[at] ?? null,
      verdict,
      rounds: apart && verdict === "undecided" ? roundsToDecide(apart, margin, level) : null,
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

function reasonOf(
  a: Cell | undefined,
  b: Cell | undefined,
  old: MeasuredRatio | null,
  now: MeasuredRatio | null,
): string | null {
  if (!old || !now) {
    const why = (cell: Cell | undefined) => {
      if (cell?.efficiency) return "measured";
      if (cell === undefined) return "absent";
      return cell.reason ? `${cell.status} (${cell.reason})` : "not measured";
    };
    return `before: ${why(a)}; after: ${why(b)}`;
  }
  const cold = (side: MeasuredRatio) => side.rounds.some(isCold);
  if (!cold(old) && !cold(now)) return null;
  return `cold: ${[cold(old) ? "before" : "", cold(now) ? "after" : ""].filter(Boolean).join(" and ")}`;
}

type MeasuredRatio = Ratio & { readonly rounds: readonly RoundRecord[] };

function ratioOf(
  { bridges }: Result,
  cell: Cell | undefined,
  { target, scenario }: Cell,
): MeasuredRatio | null {
  if (!isFloor(target)) return cell?.efficiency?.toFloor ?? null;
  return bridges.find((one) => one.floor === target && one.scenario === scenario) ?? null;
}

function startsOf({ rounds }: MeasuredRatio): string {
  return rounds.map((round) => round.startedAt).join();
}

function withoutN({ ratio, lo, hi }: Ratio): Ratio {
  return { ratio, lo, hi };
}

/** Returns warnings about other changes between the runs that may explain a change of a cell. */
function warningsOf(before: Result, after: Result): Warning[] {
  const warnings: Warning[] = [];
  for (const runtime of runtimes) {
    const [old, now] = [before.tools[runtime], after.tools[runtime]];
    if (!old || !now || old.sha256 === now.sha256) continue;
    const facts = { runtime, before: old.version, after: now.version };
    warnings.push({ code: "runtime-changed", facts });
  }
  const unsteady = [before, after].flatMap(({ run: { id: run }, warnings: own }) =>
    own.flatMap((one): Warning[] => {
      if (one.code === "unsteady") return [{ code: one.code, facts: { ...one.facts, run } }];
      return one.code === "never-calm" ? [{ code: one.code, facts: { ...one.facts, run } }] : [];
    }),
  );
  return [...warnings, ...unsteady];
}

const order: readonly Change["verdict"][] = [
  "slower",
  "faster",
  "undecided",
  "same",
  "replayed",
  "not comparable",
];

/** Sorts by verdict, changed cells first, then by the size of the change. */
function byChange(a: Change, b: Change): number {
  const size = ({ change }: Change) => Math.abs(Math.log(change?.ratio ?? 1));
  const place = order.indexOf(a.verdict) - order.indexOf(b.verdict);
  return place || size(b) - size(a) || (a.target < b.target ? -1 : 1);
}
