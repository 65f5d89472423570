import type { Cost, Stack } from "../documents/explained.ts";
import type { Path } from "./attribute.ts";
import { clockedShare, type RoundSample } from "./samples.ts";

/** Shorter call paths cannot be seen in a picture. */
const SHOWN_SHARE = 0.0005;

/** A call path of both servers, in mean seconds per request over the rounds. */
export interface MergedPath {
  base: number;
  new: number;
  readonly calls: Map<string, MergedPath>;
}

/** @param scales the factor of all seconds of each round */
export function mergedPaths(rounds: readonly RoundSample[], scales: readonly number[]): MergedPath {
  const merged: MergedPath = { base: 0, new: 0, calls: new Map() };
  for (const [i, round] of rounds.entries()) {
    for (const which of ["base", "new"] as const) {
      const side = round[which];
      const scale = clockedShare(side) * (scales[i] as number);
      merge(merged, side.attributed.paths, which, scale / side.good / rounds.length);
    }
  }
  return merged;
}

function merge(into: MergedPath, path: Path, which: "base" | "new", weight: number): void {
  into[which] += weight * path.seconds;
  for (const [id, call] of path.calls) {
    const next = into.calls.get(id) ?? { base: 0, new: 0, calls: new Map() };
    into.calls.set(id, next);
    merge(next, call, which, weight);
  }
}

/**
 * Returns the call paths that are long enough to be seen, the longest first.
 * @param places the index of each function by its identity
 */
export function stacksOf(
  { calls }: MergedPath,
  places: ReadonlyMap<string, number>,
  whole: Pick<Cost, "base" | "new">,
): Stack[] {
  return [...calls]
    .flatMap(([id, merged]): Stack[] => {
      const { base, new: next } = merged;
      const at = places.get(id);
      const small = base < SHOWN_SHARE * whole.base && next < SHOWN_SHARE * whole.new;
      if (small || at === undefined) return [];
      return [{ function: at, base, new: next, calls: stacksOf(merged, places, whole) }];
    })
    .toSorted((a, b) => Math.max(b.base, b.new) - Math.max(a.base, a.new));
}
