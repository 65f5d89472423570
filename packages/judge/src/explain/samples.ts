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
  /** The place of the same function in the base, if it had another file or probably another name there. */
  readonly movedFrom: Place | null;
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
  const elsewhere = movesAndRenames(rounds, places);
  const old = new Set(elsewhere.values());
  const rows = [...places.values()].flatMap((place): Row[] => {
    if (old.has(place.id)) return [];
    const oldId = elsewhere.get(place.id);
    const idIn = (which: Which) => (which === "base" && oldId !== undefined ? oldId : place.id);
    const values = (of: "self" | "total") =>
      perRequest((side, which) => {
        return clockedShare(side) * (side.attributed[of].get(idIn(which)) ?? 0);
      });
    const movedFrom = oldId === undefined ? null : (places.get(oldId) ?? null);
    const basePlace = movedFrom ?? inBase.get(place.id) ?? null;
    return [{ place, basePlace, movedFrom, self: values("self"), total: values("total") }];
  });
  const rest = [
    [threads, ({ helperSeconds }: SideSample) => helperSeconds],
    [unseen, unseenSeconds],
  ] as const;
  for (const [place, seconds] of rest) {
    const values = perRequest(seconds);
    rows.push({ place, basePlace: place, movedFrom: null, self: values, total: values });
  }
  return rows;
}

function placesIn(rounds: readonly RoundSample[], which: Which): Map<string, Place> {
  return new Map(rounds.flatMap((round) => [...round[which].attributed.places]));
}

export function seenSeconds({ attributed }: SideSample): number {
  return attributed.paths.seconds;
}

/**
 * Returns the factor of all samples of a server: below 1 if they add up to more than the clock of the CPU counted, which a
 * process that waits for the CPU can make them do. Samples of memory are exact.
 */
export function clockedShare(side: SideSample): number {
  const seen = seenSeconds(side);
  const counted = side.cpuSeconds - side.helperSeconds;
  return side.bytes || seen <= counted || counted <= 0 ? 1 : counted / seen;
}

function unseenSeconds(side: SideSample): number {
  return side.cpuSeconds - side.helperSeconds - clockedShare(side) * seenSeconds(side);
}

/** Returns a value per request for each round and server. */
type PerRequest = (seconds: (side: SideSample, which: Which) => number) => Record<Which, number[]>;

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

/** The shortest name that says which function it is. Minifiers give shorter ones to any. */
const LEAST_LETTERS = 3;

/**
 * Returns the functions that the base has elsewhere, from the new identity to the old one: those that moved to another file of
 * their package (or of a package whose name differs only in its scope), and those that were probably renamed. A function
 * moved if no other function of its package with this name is gone or new. It was renamed if it is the only one of its file
 * that is new, only one is gone, and both take about the same time.
 */
function movesAndRenames(
  rounds: readonly RoundSample[],
  places: ReadonlyMap<string, Place>,
): Map<string, string> {
  const isIn = (id: string, which: Which) =>
    rounds.some((round) => round[which].attributed.places.has(id));
  const single = [...places.values()].flatMap((place) => {
    const [inBase, inNew] = [isIn(place.id, "base"), isIn(place.id, "new")];
    return place.file === null || inBase === inNew ? [] : [{ place, gone: inBase }];
  });
  const moves = onlyPairs(single, ({ package: owner, name }) =>
    /^\W|^anonymous/.test(name) || name.length < LEAST_LETTERS
      ? null
      : `${unscoped(owner)}\n${name}`,
  );
  const left = single.filter(({ place: { id } }) => !moves.some((pair) => pair.includes(id)));
  const time = (id: string, which: Which) =>
    rounds.reduce((sum, round) => sum + (round[which].attributed.self.get(id) ?? 0), 0);
  const renames = onlyPairs(left, ({ package: owner, file }) =>
    owner === null ? null : `${owner}\n${file}`,
  ).filter(([now, old]) => {
    const [before, after] = [time(old, "base"), time(now, "new")];
    return Math.max(before, after) <= ALIKE * Math.min(before, after);
  });
  return new Map([...moves, ...renames]);
}

/** Packages move to another scope: `@hapi/formula` became `@sideway/formula`. */
function unscoped(name: string | null): string {
  return `${name}`.replace(/^@[^/]+\//, "");
}

/** Returns the new and the old identity of each group that has exactly one function that is new, and one that is gone. */
function onlyPairs(
  single: readonly { readonly place: Place; readonly gone: boolean }[],
  groupOf: (place: Place) => string | null,
): [string, string][] {
  const groups = Map.groupBy(single, ({ place }) => groupOf(place));
  groups.delete(null);
  return [...groups.values()].flatMap((group): [string, string][] => {
    const [old, now] = [group.find((one) => one.gone), group.find((one) => !one.gone)];
    if (old === undefined || now === undefined || group.length !== 2) return [];
    return [[now.place.id, old.place.id]];
  });
}
