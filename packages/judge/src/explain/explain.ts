import type { Explained, ExplainedFunction, ExplainedPlace, Kind } from "../documents/explained.ts";
import type { Place } from "./attribute.ts";
import { aroundOf, mainCall, type Around } from "./callers.ts";
import { costOf, isProven, mean, summed } from "./costs.ts";
import { testedFamilies, type Group, type Tested } from "./families.ts";
import { isMoved } from "./moved.ts";
import {
  perRequestOf,
  rowsOf,
  seenSeconds,
  speedsOf,
  type RoundSample,
  type Row,
  type SideSample,
  type Which,
} from "./samples.ts";
import { mergedPaths, stacksOf } from "./stacks.ts";

/** The fewest samples in a round of a function that is tested. Fewer are equal in all rounds by chance too often. */
const LEAST_SAMPLES = 8;

/** The part of the document that follows from the rounds. */
export type Explanation = Omit<
  Explained,
  "schema" | "deadheat" | "startedAt" | "base" | "new" | "metric" | "scenario" | "warnings"
>;

/**
 * Explains the difference of two servers. The round is the sample: each function has one difference per round. The
 * functions that take at least 0.2 % of either server are tested together, and so are their sums by kind, package and
 * file. Of the named ones at most `level` are expected to be false.
 * @param rounds at least one
 */
export function explainRounds(rounds: readonly RoundSample[], level: number): Explanation {
  const overhead = overheadOf(rounds);
  // Both servers have the same correction: two would differ by chance, and with them all functions of one server.
  const scale = 1 / (1 + Math.max(0, mean([overhead.base, overhead.new])));
  const scales = speedsOf(rounds).map((speed) => scale * speed);
  const perRequest = perRequestOf(rounds, scales);
  const whole = costOf(perRequest(({ cpuSeconds }) => cpuSeconds));
  const rows = rowsOf(rounds, perRequest);
  const { base: baseGrain, new: newGrain } = perRequest(({ grain = 0 }) => grain);
  const least = LEAST_SAMPLES * Math.max(...baseGrain, ...newGrain);
  const tested = testedFamilies(rows, rounds.length, { whole, least }, level);
  const paths = mergedPaths(rounds, scales);
  const rowById = new Map(rows.flatMap((row) => idsOf(row).map((id) => [id, row] as const)));
  const around = aroundOf(paths, rowById);
  const sorted = rows
    .map((row) => {
      const test = tested.functions.get(row) as Tested;
      return { row, told: functionOf(row, rows, test, around) };
    })
    .toSorted((a, b) => Number(b.told.named) - Number(a.told.named) || size(b.told) - size(a.told));
  const named = rows.filter((row) => tested.functions.get(row)?.named);
  const others = rows.filter((row) => !named.includes(row));
  return {
    rounds: rounds.length,
    level,
    whole,
    seen: shares(rounds, (side) => [seenSeconds(side) + side.helperSeconds, side.cpuSeconds]),
    overhead,
    explained: isProven(whole)
      ? costOf(summed(named, rounds.length)).difference / whole.difference
      : null,
    rest: costOf(summed(others, rounds.length)),
    functions: sorted.map(({ told }) => told),
    kinds: groupsOf<Kind>(tested.kinds),
    packages: groupsOf(tested.packages),
    files: groupsOf(tested.files),
    stacks: stacksOf(
      paths,
      new Map(sorted.flatMap(({ row }, i) => idsOf(row).map((id) => [id, i] as const))),
      whole,
    ),
  };
}

function idsOf({ place, movedFrom }: Row): string[] {
  return [place, ...(movedFrom === null ? [] : [movedFrom])].map(({ id }) => id);
}

function groupsOf<K extends string>(groups: readonly Group[]) {
  return groups
    .map(({ name, tested }) => ({ name: name as K, ...tested }))
    .toSorted((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference));
}

/** The most lines of the user's own code beside a function. */
const MOST_LINES = 5;

function functionOf(
  row: Row,
  rows: readonly Row[],
  { q, named, cost }: Tested,
  around: Around,
): ExplainedFunction {
  const { place, movedFrom, total } = row;
  const isIn = (which: Which) => total[which].some((value) => value !== 0);
  const state = isIn("base") ? (isIn("new") ? "both" : "gone") : "new";
  // Finding callers and text takes time, and only those of named functions are printed.
  const owner = named ? mainCall(around.owners.get(row), cost.difference) : null;
  const direct =
    named && place.kind === "native" ? mainCall(around.callers.get(row), cost.difference) : null;
  const callerPlace = owner && ((state === "gone" && owner.caller.basePlace) || owner.caller.place);
  const callLine = callerPlace?.code?.lineOfCall(owner?.via.place.name ?? "") ?? null;
  const caller = callerPlace && {
    ...placeOf(callerPlace),
    line: callLine ?? callerPlace.line,
    total: costOf((owner as NonNullable<typeof owner>).caller.total),
  };
  const shown = [callerPlace, place].find((one) => one?.kind === "app" && one.code);
  const from = shown === place ? place.line : (caller?.line ?? null);
  return {
    ...placeOf(place),
    ...(movedFrom !== null && movedFrom.name !== place.name && { renamedFrom: movedFrom.name }),
    state,
    self: cost,
    total: costOf(total),
    caller,
    directCaller: direct && placeOf(direct.caller.place),
    q,
    named,
    moved: named && isMoved(row, rows, around),
    source: named && shown?.code && from !== null ? shown.code.linesFrom(from, MOST_LINES) : null,
  };
}

function placeOf({ name, kind, package: owner, file, line }: Place): ExplainedPlace {
  return { name, kind, package: owner, file, line };
}

function size({ self }: ExplainedFunction): number {
  return Math.abs(self.difference);
}

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
