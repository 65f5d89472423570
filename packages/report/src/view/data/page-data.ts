// What the page knows of a result: everything that is drawn, in the shapes in which it is drawn.
// html/encode.ts makes it of a result, wire.ts packs it into the page. Base units throughout.

import type { Rank } from "@deadheat/judge/known";

export const runtimes = ["node", "bun", "deno"] as const;
export type Runtime = (typeof runtimes)[number];

export interface Interval {
  readonly ratio: number;
  readonly lo: number;
  readonly hi: number;
}

/** A mean of `n` logarithms of ratios, and the variance of that mean; n is 0 where it is exact. */
export interface Log {
  readonly mean: number;
  readonly variance: number;
  /** Degrees of freedom of the variance; null where it is exact. */
  readonly df: number | null;
  readonly n: number;
  /** What makes its sums and differences more careful: further blocks, runs that were pooled. */
  readonly twoStage: boolean;
  readonly runs: number | null;
  /** The one of several that measured it; null: several did, or there was one alone. */
  readonly instance: string | null;
}

export interface PageData {
  /** How far apart a proven tie may be, relative: 0.05 is 5 %. */
  readonly margin: number;
  readonly run: {
    readonly id: string;
    readonly startedAt: string;
    readonly profile: string;
    readonly seed: number;
    readonly commit: string | null;
    readonly blocks: number;
    readonly seconds: number;
  };
  /** Of the machine, the tools and the load, as the terminal says it. */
  readonly conditions: string;
  /** Where several instances of this class of machine measured: how many, and what they differ by. */
  readonly instances: readonly string[];
  /** The variance between them of the log of a ratio; null where it is unknown, or there was one. */
  readonly between: { readonly variance: number; readonly df: number } | null;
  /** Of each service that scenarios needed: version, source, settings. */
  readonly services: readonly string[];
  readonly cpu: string;
  readonly cores: number;
  readonly floors: Readonly<Record<Runtime, string>>;
  readonly noise: {
    readonly aa: (Interval & { readonly n: number }) | null;
    readonly steal: number | null;
    readonly foreign: number | null;
  };
  readonly warnings: readonly Warning[];
  /** The names of all. */
  readonly targets: readonly string[];
  readonly scenarios: readonly Scenario[];
  /** Whether it changes the order what is asked; null: there is one scenario. */
  readonly order: Order | null;
  readonly bridges: readonly Bridge[];
  /** Ranked ones first, by scenario. */
  readonly cells: readonly Cell[];
  readonly retired: readonly Retired[];
}

/** How far the orders of scenarios agree; the places themselves are those of the cells. */
export interface Order {
  readonly scenarios: readonly {
    readonly a: string;
    readonly b: string;
    readonly targets: number;
    /** Of the pairs that are proven in both, and the others. */
    readonly agree: number;
    readonly turned: number;
    readonly unproven: number;
    readonly tau: { readonly value: number; readonly lo: number; readonly hi: number } | null;
  }[];
  /** First those whose place depends most on what is asked. */
  readonly targets: readonly { readonly target: string; readonly turned: number }[];
}

/** What the page holds apart from the rest, in the same order. */
export interface Details {
  readonly cells: readonly Pick<Cell, "sweep" | "openLoop" | "blocks">[];
  readonly scenarios: readonly Pick<Scenario, "undecided">[];
}

/** A framework that cannot be run any more, with what others published of it. */
export interface Retired {
  readonly framework: string;
  readonly reason: string;
  /** The living target that is most like it. */
  readonly kin: string;
  readonly published: {
    readonly by: string;
    readonly source: string;
    readonly method: string;
    readonly figures: readonly {
      readonly server: string;
      readonly connections: number;
      /** Requests per second, and the 99th percentile of latency in seconds. */
      readonly rate: number;
      readonly p99: number | null;
    }[];
  } | null;
}

export interface Warning {
  readonly code: string;
  readonly message: string;
}

export interface Scenario {
  readonly name: string;
  readonly store: string | null;
  /** Of ranked targets: how many, and of how many it is known which one is faster. */
  readonly pairs: number;
  readonly decided: number;
  /** The others: proven ties, and what is open. */
  readonly deadHeats: readonly Pair[];
  readonly undecided: readonly Undecided[];
}

/** Two targets, by their places in `targets`: there are thousands of pairs. */
export type Pair = readonly [a: number, b: number];

/** Of `blocks`: about how many more of each would decide it; null: nobody can say. */
export type Undecided = readonly [a: number, b: number, blocks: number | null];

export interface Bridge {
  readonly runtime: Runtime;
  readonly scenario: string;
  /** ln(efficiency of the runtime's floor / efficiency of node-http/node). */
  readonly log: Log;
}

export interface Cell {
  readonly target: string;
  readonly framework: string;
  readonly runtime: Runtime;
  readonly version: string;
  readonly scenario: string;
  readonly status: string;
  readonly reason: string | null;
  /** When it was measured, if not in this run. */
  readonly replayed: string | null;
  /** Which of several instances measured it, by their letters; empty where there was one. */
  readonly on: string;
  /** What kept it from answering more, and its floor beside it. */
  readonly verdict: string | null;
  readonly floorVerdict: string | null;
  /** ln(efficiency / efficiency of the runtime's floor); a floor's own is exactly 0. */
  readonly log: Log | null;
  readonly requestsPerCpuSecond: number | null;
  /** Null for what was not measured, or is cold. */
  readonly rank: Rank | null;
  /** Cells of a scenario that share a letter are all in a dead heat with each other, proven. */
  readonly letters: readonly string[];
  /** The smallest difference from its floor that it could have shown, as a ratio. */
  readonly smallestDetectable: number | null;
  readonly warnings: readonly Warning[];
  /** Bytes. */
  readonly memory: { readonly idle: number; readonly peak: number } | null;
  /** Seconds. */
  readonly startup: { readonly ready: number; readonly firstByte: number } | null;
  readonly install: { readonly bytes: number; readonly packages: number } | null;
  readonly sweep: readonly SweepStep[];
  readonly openLoop: readonly OpenLoopStep[];
  /** At fixed rates; null where that was not measured. */
  readonly cost: Cost | null;
  /** Its duets; of a floor those of its bridge, of node-http/node the A/A row's. */
  readonly blocks: readonly Block[];
}

/** p50, p90, p99, p99.9 and the largest, in seconds. */
export type Percentiles = readonly (number | null)[];

export interface SweepStep {
  readonly connections: number;
  /** Requests per second; null where the step failed. */
  readonly rate: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  /** The generator was full first: at least this. */
  readonly lowerBound: boolean;
  /** Under saturation. Empty where the step failed. */
  readonly percentiles: Percentiles;
  readonly reason: string | null;
}

export interface OpenLoopStep {
  readonly rate: number;
  /** Of the target's capacity; null: the rate that all targets get. */
  readonly fraction: number | null;
  /** The capacity is at least what was seen, so the fraction is at most this. */
  readonly lowerBound: boolean;
  readonly percentiles: Percentiles;
  readonly reason: string | null;
}

/** What a request costs where both servers of a pair are asked at the same rate. */
export interface Cost {
  readonly reference: string;
  /** CPU seconds per second with no request. */
  readonly idle: number | null;
  readonly steps: readonly CostStep[];
}

export interface CostStep {
  /** Requests per second; null where it was never delivered. */
  readonly rate: number | null;
  /** Of the floor's capacity; null: one of the rates that every target gets. */
  readonly fraction: number | null;
  /** Seconds of CPU for a request. */
  readonly each: number | null;
  readonly toReference: Interval | null;
  readonly toNodeHttp: Interval | null;
  readonly n: number;
}

export interface Block {
  /** Seconds since the run's start. */
  readonly at: number;
  /** Added since the planned ones spread too far; it counts for the mean alone. */
  readonly further: boolean;
  /** Good answers, and seconds of the server's CPU, of the target and of its reference. */
  readonly good: number;
  readonly cpu: number;
  readonly referenceGood: number;
  readonly referenceCpu: number;
  /** Shares of a CPU's time. */
  readonly generatorBusy: number | null;
  readonly foreign: number | null;
}

/** The cells of a scenario. */
export function cellsOf(data: PageData, scenario: string): Cell[] {
  return data.cells.filter((cell) => cell.scenario === scenario);
}

/** The cells of a scenario that have a place, which the result has sorted by what is certain. */
export function rankedOf(data: PageData, scenario: string): Cell[] {
  return cellsOf(data, scenario).filter((cell) => cell.rank !== null);
}

export function hasWarning({ warnings }: Cell, code: string): boolean {
  return warnings.some((warning) => warning.code === code);
}
