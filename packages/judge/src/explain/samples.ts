import { geometricMean } from "@deadheat/stats";
import type { Kind } from "../documents/explained.ts";
import type { Attributed, Place } from "./attribute.ts";

export interface SideSample {
  readonly good: number;
  /** The CPU seconds of all processes, without those of the profiler's own threads. */
  readonly cpuSeconds: number;
  /** The part of those in threads that only compile or collect garbage. */
  readonly helperSeconds: number;
  /** The same processes without the profiler. */
  readonly plain: { readonly good: number; readonly cpuSeconds: number };
  readonly attributed: Attributed;
  /** The amount of one sample, if a round has few samples; otherwise absent. */
  readonly grain?: number;
  /** True if the amounts are bytes, which do not depend on the machine's speed. */
  readonly bytes?: boolean;
}

/** A profiled round: the sample. */
export interface RoundSample {
  readonly base: SideSample;
  readonly new: SideSample;
}

export type Which = keyof RoundSample;

/** The CPU seconds per request of one function, a value per round and server. */
export interface Row {
  /** The place in the new server, otherwise in the base. */
  readonly place: Place;
  /** The place in the base; null if it is not there. */
  readonly basePlace: Place | null;
  /** The place of the same function in the base, if it probably had another name there. */
  readonly renamedFrom: Place | null;
  readonly self: Readonly<Record<Which, readonly number[]>>;
  readonly total: Readonly<Record<Which, readonly number[]>>;
}

/** The parts of a server's CPU time that are no functions. */
export const pseudo = (kind: Kind, name: string): Place => ({
  kind,
  name,
  package: null,
  file: null,
  line: null,
  id: `(${kind})`,
});
const threads = pseudo("threads", "compilers and collectors, in threads of their own");
const unseen = pseudo("unseen", "not seen by the profiler");

/**
 * Returns a row per function, and for the time that is in none. The rows of a server add up to its CPU time.
 * @param perRequest returns a value per request for each round and server
 */
export function rowsOf(rounds: readonly RoundSample[], perRequest: PerRequest): Row[] {
  const inBase = placesIn(rounds, "base");
  const places = new Map([...inBase, ...placesIn(rounds, "new")]);
  const renamed = renames(rounds, places);
  const rows = [...places.values()].flatMap((place): Row[] => {
    if ([...renamed.values()].includes(place.id)) return [];
    const old = renamed.get(place.id);
    const idIn = (which: Which) => (which === "base" && old !== undefined ? old : place.id);
    const values = (of: "self" | "total") =>
      perRequest((side, which) => side.attributed[of].get(idIn(which)) ?? 0);
    const renamedFrom = old === undefined ? null : (places.get(old) ?? null);
    const basePlace = renamedFrom ?? inBase.get(place.id) ?? null;
    return [{ place, basePlace, renamedFrom, self: values("self"), total: values("total") }];
  });
  const rest = [
    [threads, ({ helperSeconds }: SideSample) => helperSeconds],
    [unseen, (side: SideSample) => side.cpuSeconds - side.helperSeconds - seenSeconds(side)],
  ] as const;
  for (const [place, seconds] of rest) {
    const values = perRequest(seconds);
    rows.push({ place, basePlace: place, renamedFrom: null, self: values, total: values });
  }
  return rows;
}

function placesIn(rounds: readonly RoundSample[], which: Which): Map<string, Place> {
  return new Map(rounds.flatMap((round) => [...round[which].attributed.places]));
}

export function seenSeconds({ attributed }: SideSample): number {
  return attributed.paths.seconds;
}

/** Returns a value per request for each round and server. */
export type PerRequest = (
  seconds: (side: SideSample, which: Which) => number,
) => Record<Which, number[]>;

/** @param scales the factor of all values of each round */
export function perRequestOf(
  rounds: readonly RoundSample[],
  scales: readonly number[],
): PerRequest {
  return (seconds) => {
    const values = (which: Which) =>
      rounds.map(
        ({ [which]: side }, i) => ((scales[i] as number) * seconds(side, which)) / side.good,
      );
    return { base: values("base"), new: values("new") };
  };
}

/**
 * Returns a factor for the times of each round that takes out the machine's speed. The speed changes both servers of a
 * round by the same factor, often by more than the functions differ. Scaled, the geometric mean of both servers is the same
 * in every round.
 */
export function speedsOf(rounds: readonly RoundSample[]): number[] {
  const sides = rounds.map((round) => [round.base, round.new]);
  if (sides.flat().some(({ bytes, cpuSeconds }) => bytes || cpuSeconds <= 0)) {
    return rounds.map(() => 1);
  }
  const levels = sides.map((both) =>
    geometricMean(both.map(({ cpuSeconds, good }) => cpuSeconds / good)),
  );
  const usual = geometricMean(levels);
  return levels.map((level) => usual / level);
}

/** The largest quotient of the times of one function under two names. */
const ALIKE = 1.5;

/**
 * Returns the probable renames, from the new identity to the old one: the only function of a file that is gone and the only
 * one that is new, if both take about the same time.
 */
function renames(
  rounds: readonly RoundSample[],
  places: ReadonlyMap<string, Place>,
): Map<string, string> {
  const time = (id: string, which: Which) =>
    rounds.reduce((sum, round) => sum + (round[which].attributed.self.get(id) ?? 0), 0);
  const isIn = (id: string, which: Which) =>
    rounds.some((round) => round[which].attributed.places.has(id));
  const files = new Map<string, { gone: string[]; fresh: string[] }>();
  for (const { id, file, package: owner } of places.values()) {
    if (file === null || owner === null) continue;
    const key = `${owner}\n${file}`;
    const found = files.get(key) ?? { gone: [], fresh: [] };
    if (!isIn(id, "new")) found.gone.push(id);
    else if (!isIn(id, "base")) found.fresh.push(id);
    files.set(key, found);
  }
  const pairs = [...files.values()].flatMap(({ gone, fresh }): [string, string][] => {
    const [[old, ...more], [now, ...others]] = [gone, fresh];
    if (old === undefined || now === undefined || more.length + others.length > 0) return [];
    const [before, after] = [time(old, "base"), time(now, "new")];
    return Math.max(before, after) <= ALIKE * Math.min(before, after) ? [[now, old]] : [];
  });
  return new Map(pairs);
}
