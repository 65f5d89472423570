import type { Cost, Stack } from "../documents/explained.ts";
import type { Path } from "./attribute.ts";
import type { RoundSample } from "./samples.ts";

/** Shorter call paths cannot be seen in a picture. */
const SHOWN_SHARE = 0.0005;

/**
 * Returns the call paths of both servers, merged: the mean seconds per request over the rounds, the longest first.
 * @param places the index of each function by its identity
 * @param scale the factor of all seconds
 */
export function stacksOf(
  rounds: readonly RoundSample[],
  places: ReadonlyMap<string, number>,
  whole: Pick<Cost, "base" | "new">,
  scale: number,
): Stack[] {
  const merged = { base: 0, new: 0, calls: new Map<string, Merged>() };
  for (const round of rounds) {
    for (const which of ["base", "new"] as const) {
      const { attributed, good } = round[which];
      merge(merged, attributed.paths, which, scale / good / rounds.length);
    }
  }
  return shown(merged, places, whole);
}

interface Merged {
  base: number;
  new: number;
  readonly calls: Map<string, Merged>;
}

function merge(into: Merged, path: Path, which: "base" | "new", weight: number): void {
  into[which] += weight * path.seconds;
  for (const [id, call] of path.calls) {
    const next = into.calls.get(id) ?? { base: 0, new: 0, calls: new Map() };
    into.calls.set(id, next);
    merge(next, call, which, weight);
  }
}

function shown(
  { calls }: Merged,
  places: ReadonlyMap<string, number>,
  whole: Pick<Cost, "base" | "new">,
): Stack[] {
  return [...calls]
    .flatMap(([id, merged]): Stack[] => {
      const { base, new: next } = merged;
      const at = places.get(id);
      const small = base < SHOWN_SHARE * whole.base && next < SHOWN_SHARE * whole.new;
      if (small || at === undefined) return [];
      return [{ function: at, base, new: next, calls: shown(merged, places, whole) }];
    })
    .toSorted((a, b) => Math.max(b.base, b.new) - Math.max(a.base, a.new));
}
