import { benjaminiHochberg, estimate, meanInterval, pValue } from "@deadheat/stats";
import type { Cost, Explained, ExplainedFunction } from "../documents/explained.ts";
import { groupBy } from "../group-by.ts";
import {
  perRequestOf,
  rowsOf,
  seenSeconds,
  type RoundSample,
  type Row,
  type SideSample,
  type Which,
} from "./samples.ts";
import { stacksOf } from "./stacks.ts";

/** The smallest share of a server's CPU time of a function that is tested. Smaller ones are noise. */
const TESTED_SHARE = 0.002;

/** The fewest samples in a round of a function that is tested. Fewer are equal in all rounds by chance too often. */
const LEAST_SAMPLES = 8;

/** The part of the document that follows from the rounds. */
export type Explanation = Pick<
  Explained,
  | "rounds"
  | "level"
  | "whole"
  | "seen"
  | "overhead"
  | "explained"
  | "rest"
  | "functions"
  | "kinds"
  | "packages"
  | "files"
  | "stacks"
>;

/**
 * Explains the difference of two servers. The round is the sample: each function has one difference per round. Of the
 * functions that take at least 0.2 % of either server, those are named whose difference is told from chance when all
 * are tested together, so that of the named ones at most `level` are expected to be false.
 * @param rounds at least one
 */
export function explainRounds(rounds: readonly RoundSample[], level: number): Explanation {
  const overhead = overheadOf(rounds);
  // Both servers have the same correction: two would differ by chance, and with them all functions of one server.
  const scale = 1 / (1 + Math.max(0, mean([overhead.base, overhead.new])));
  const perRequest = perRequestOf(rounds, scale);
  const whole = costOf(perRequest(({ cpuSeconds }) => cpuSeconds));
  const rows = rowsOf(rounds, perRequest);
  const { base: baseGrain, new: newGrain } = perRequest(({ grain = 0 }) => grain);
  const least = LEAST_SAMPLES * Math.max(...baseGrain, ...newGrain);
  const isTested = ({ self }: Row) =>
    mean(self.base) >= Math.max(least, TESTED_SHARE * whole.base) ||
    mean(self.new) >= Math.max(least, TESTED_SHARE * whole.new);
  const tested = rows.filter(isTested);
  const adjusted = benjaminiHochberg(tested.map(({ self }) => pOf(self)));
  const qs = new Map(tested.map((row, i) => [row, adjusted[i] as number]));
  const named = tested.filter((row) => (qs.get(row) ?? 1) <= level);
  const sorted = rows
    .map((row) => ({ row, told: functionOf(row, qs.get(row) ?? null, named.includes(row)) }))
    .toSorted((a, b) => Number(b.told.named) - Number(a.told.named) || size(b.told) - size(a.told));
  const others = rows.filter((row) => !named.includes(row));
  const group = <K extends string>(keyOf: (row: Row) => K | null) =>
    [...groupBy(rows, (row) => keyOf(row) ?? "")]
      .flatMap(([name, some]) =>
        name === "" ? [] : [{ name: name as K, cost: costOf(summed(some, rounds.length)) }],
      )
      .toSorted((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference));
  return {
    rounds: rounds.length,
    level,
    whole,
    seen: shares(rounds, (side) => [seenSeconds(side) + side.helperSeconds, side.cpuSeconds]),
    overhead,
    explained: shareOf(costOf(summed(named, rounds.length)), whole),
    rest: costOf(summed(others, rounds.length)),
    functions: sorted.map(({ told }) => told),
    kinds: group(({ place }) => place.kind),
    packages: group(({ place }) => place.package),
    files: group(({ place }) => place.file && `${place.package ?? ""} ${place.file}`.trim()),
    stacks: stacksOf(rounds, new Map(sorted.flatMap(({ row }, i) => idsOf(row, i))), whole, scale),
  };
}

function idsOf({ place, renamedFrom }: Row, i: number): [string, number][] {
  return [place, ...(renamedFrom === null ? [] : [renamedFrom])].map(({ id }) => [id, i]);
}

function functionOf(row: Row, q: number | null, named: boolean): ExplainedFunction {
  const { place, renamedFrom, self, total } = row;
  const { id: _, ...shown } = place;
  const isIn = (which: Which) => total[which].some((value) => value !== 0);
  return {
    ...shown,
    ...(renamedFrom !== null && { renamedFrom: renamedFrom.name }),
    state: isIn("base") ? (isIn("new") ? "both" : "gone") : "new",
    self: costOf(self),
    total: costOf(total),
    q,
    named,
  };
}

type Values = Readonly<Record<Which, readonly number[]>>;

function differences(values: Values): number[] {
  return values.new.map((value, i) => value - (values.base[i] ?? 0));
}

function pOf(values: Values): number {
  return pValue(estimate(differences(values)));
}

function costOf(values: Values): Cost {
  const { mean: difference, lo, hi } = meanInterval(estimate(differences(values)));
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return {
    base: mean(values.base),
    new: mean(values.new),
    difference,
    lo: finite(lo),
    hi: finite(hi),
  };
}

function summed(rows: readonly Row[], n: number): Record<Which, number[]> {
  const of = (which: Which) =>
    Array.from({ length: n }, (_, i) =>
      rows.reduce((sum, row) => sum + (row.self[which][i] ?? 0), 0),
    );
  return { base: of("base"), new: of("new") };
}

/** Returns the share of the difference that some functions explain; null if the difference is not told from 0. */
function shareOf({ difference }: Cost, whole: Cost): number | null {
  const { lo, hi } = whole;
  return lo === null || hi === null || lo * hi <= 0 ? null : difference / whole.difference;
}

function size({ self }: ExplainedFunction): number {
  return Math.abs(self.difference);
}

/** Returns the share by which the profiler made a request more expensive, over all rounds. */
function overheadOf(rounds: readonly RoundSample[]): Record<Which, number> {
  const of = (which: Which) => {
    const dear = rounds.map(({ [which]: { good, cpuSeconds } }) => cpuSeconds / good);
    const usual = rounds.map(({ [which]: { plain } }) => plain.cpuSeconds / plain.good);
    return mean(dear) / mean(usual) - 1;
  };
  return { base: of("base"), new: of("new") };
}

function shares(
  rounds: readonly RoundSample[],
  partOf: (side: SideSample) => readonly [part: number, whole: number],
): Record<Which, number> {
  const of = (which: Which) => {
    const parts = rounds.map((round) => partOf(round[which]));
    const sum = (i: 0 | 1) => parts.reduce((all, part) => all + part[i], 0);
    return sum(0) / sum(1);
  };
  return { base: of("base"), new: of("new") };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
