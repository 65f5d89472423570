import { difference, interval, pValue, sum, type LogEstimate } from "@deadheat/stats";
import {
  ROUNDS,
  roundsOfEnd,
  roundsOfStep,
  isDifferent,
  pairOf,
  ratiosOf,
  type Line,
} from "./line.ts";
import { confirmationOf, isCertain, levelOf, levelsOf, type Levels } from "./levels.ts";
import { leftIn, walk, type Place, type Segment } from "./walk.ts";

export interface SearchOptions {
  /** The slowdown or speedup, as a share, that separates the two sides; null for half the difference. */
  readonly threshold: number | null;
  /** The smallest step that is searched for once the largest is known, as a share; null for a fifth of the difference. */
  readonly size: number | null;
  /** Whether to look for every step above `size`, also in parts whose ends perform the same. */
  readonly all: boolean;
  /** Whether further duets of its two points confirm a step; false if the caller proves it in another way. */
  readonly confirm: boolean;
}

export interface FoundStep extends Segment {
  /** `confirmed`: the later point differs from the earlier one, in duets of the two. */
  readonly state: "confirmed" | "unconfirmed";
}

export interface Known {
  readonly found: readonly FoundStep[];
  readonly places: ReadonlyMap<number, Place>;
}

export type Action = Next & Known;

/** The next thing to do: duets of two points. `rounds` is the total number of rounds that these need for now. */
type Next =
  | {
      readonly kind: "measure";
      readonly from: number;
      readonly to: number;
      readonly rounds: number;
      /**
       * The number of points that are left, and the approximate number of tests that finds the step among them; 0 tests if the
       * rounds only show whether a part is worth a search.
       */
      readonly left: number;
      readonly steps: number;
    }
  | {
      readonly kind: "confirm";
      readonly from: number;
      readonly to: number;
      readonly rounds: number;
    }
  | { readonly kind: "done" };

/**
 * The evidence that places a point: odds of 20 to 1. A wrong step does not survive its confirmation, so the whole search is
 * right far more often than a single placing (bisect-simulation.test.ts).
 */
const EVIDENCE = Math.log(20);

/** The further evidence that each refuted confirmation of a part requires: odds of 20 to 1 more. */
const MORE_EVIDENCE = Math.log(20);
const MOST_TRIES = 3;

/** Returns the next action of a search: pure, so that a search can be resumed from its rounds. */
export function nextAction(line: Line, options: SearchOptions): Action {
  const found: FoundStep[] = [];
  const places = new Map<number, Place>();
  const next = nextOf(line, options, found, places);
  return { ...next, found: found.toSorted((a, b) => a.from - b.from), places };
}

function nextOf(
  line: Line,
  options: SearchOptions,
  found: FoundStep[],
  places: Map<number, Place>,
): Next {
  const last = line.size - 1;
  const anchors = [last, ...(line.fork === null ? [] : [line.fork])];
  for (const to of anchors) {
    const ratios = ratiosOf(line, 0, to);
    const needed = to === last ? roundsOfEnd(ratios, line.usual) : ROUNDS.end;
    const rounds = line.skipped.has(to) ? 0 : needed;
    const whole = leftIn(line, 0, last);
    if (ratios.length < rounds) return { kind: "measure", from: 0, to, rounds, ...whole };
  }
  const total = levelOf(line, last);
  if (total === null || (!isDifferent(total) && !options.all)) return { kind: "done" };
  const levels = levelsOf(line);
  const { confirm } = options;
  const size = options.size ?? Math.abs(total.mean) / 5;
  let threshold = thresholdOf(options.threshold, total.mean);
  const queue: Segment[] = segmentsOf(line, options.all);
  while (queue.length > 0) {
    const segment = takeLargest(queue, levels);
    const isWhole = segment.from === 0 && segment.to === last;
    const most = found.length === 0 && !options.all ? ROUNDS.mostOfPoint : ROUNDS.mostOfRest;
    const proven = isWhole ? isDifferent(total) : proof(line, levels, segment, size, most);
    if (proven !== true && proven !== false) return proven;
    if (!proven) continue;
    const step = search(line, levels, segment, { size, threshold, confirm }, places);
    threshold = null;
    if ("kind" in step) return step;
    found.push(step);
    const counted = confirm ? found.filter(({ state }) => state === "confirmed") : found;
    if (!counted.includes(step)) continue;
    if (!options.all && addsUp(line, counted, total, size)) break;
    if (options.all || isRestLeft(line, levels, segment, step, size)) {
      queue.push({ from: segment.from, to: step.from }, { from: step.to, to: segment.to });
    }
  }
  return { kind: "done" };
}

/** Returns the log ratio of a threshold, in the direction of the whole difference. */
function thresholdOf(share: number | null, total: number): number | null {
  return share === null ? null : Math.log1p(Math.sign(total) * share);
}

/** The number of parts that a search for all steps begins with. */
const PARTS = 8;

function segmentsOf(line: Line, all: boolean): Segment[] {
  const last = line.size - 1;
  const inner = new Set(line.fork === null ? [] : [line.fork]);
  if (all) for (let i = 1; i < PARTS; i++) inner.add(Math.round((i * last) / PARTS));
  const cuts = [0, ...inner, last]
    .filter((at) => at === 0 || at === last || !line.skipped.has(at))
    .toSorted((a, b) => a - b);
  return cuts.slice(1).flatMap((to, i) => {
    const from = cuts[i] as number;
    return from < to ? [{ from, to }] : [];
  });
}

function takeLargest(queue: Segment[], levels: Levels): Segment {
  const sizeOf = ({ from, to }: Segment) => Math.abs(levels.contrast(from, to)?.mean ?? 0);
  const at = queue.reduce(
    (best, one, i) => (sizeOf(one) > sizeOf(queue[best] as Segment) ? i : best),
    0,
  );
  return queue.splice(at, 1)[0] as Segment;
}

/** Returns whether the ends of a segment differ by a step worth a search, or the measurement that would show it. */
function proof(
  line: Line,
  levels: Levels,
  { from, to }: Segment,
  size: number,
  most: number,
): boolean | Next {
  if (from >= to) return false;
  const measured = ratiosOf(line, from, to).length;
  const measure = (rounds: number): Next => {
    return { kind: "measure", from, to, rounds, left: to - from, steps: 0 };
  };
  const est = levels.contrast(from, to);
  if (est === null) return measure(ROUNDS.point);
  const { lo, hi } = interval(est);
  const least = Math.log(1 + size);
  if (Math.log(lo) > -least && Math.log(hi) < least) return false;
  const isLarge = isDifferent(est) && Math.abs(est.mean) > least;
  if (isLarge && pValue(est) < 0.01) return true;
  return measured < most ? measure(measured + 1) : isLarge;
}

interface Wanted {
  readonly size: number;
  readonly threshold: number | null;
  readonly confirm: boolean;
}

/**
 * Bisects a segment until a step is confirmed. A refuted step demands more evidence for every point of the walk.
 * @returns the step, or the measurement that the search needs next
 */
function search(
  line: Line,
  levels: Levels,
  segment: Segment,
  { size, threshold, confirm }: Wanted,
  places: Map<number, Place>,
): FoundStep | Next {
  let latest: FoundStep | null = null;
  for (let refuted = 0; refuted < MOST_TRIES; refuted++) {
    const walked = walk(line, levels, segment, {
      evidence: EVIDENCE + refuted * MORE_EVIDENCE,
      threshold,
      onPlace: (at, place) => places.set(at, place),
    });
    if (walked.kind === "measure") {
      const { at: to, left, steps } = walked;
      const from = segment.from;
      const rounds = Math.max(ROUNDS.point, ratiosOf(line, from, to).length + 1);
      return { kind: "measure", from, to, rounds, left, steps };
    }
    const { from, to, size: expected } = walked;
    if (!confirm) return { from, to, state: "unconfirmed" };
    const ratios = line.confirmations.get(pairOf(from, to)) ?? [];
    const rounds = roundsOfStep(expected, size, levels);
    if (!isCertain(line, walked) && ratios.length < rounds) {
      return { kind: "confirm", from, to, rounds };
    }
    const est = stepEstimate(line, walked);
    if (isDifferent(est) && Math.sign(est.mean) === Math.sign(expected)) {
      return { from, to, state: "confirmed" };
    }
    if (ratios.length < ROUNDS.mostOfRest && mayBe(est, expected)) {
      return { kind: "confirm", from, to, rounds: ratios.length + 1 };
    }
    latest = { from, to, state: "unconfirmed" };
  }
  return latest as FoundStep;
}

/** Returns whether a step of more than half the expected size is still possible. */
function mayBe(est: LogEstimate, expected: number): boolean {
  const { lo, hi } = interval(est);
  return expected > 0 ? Math.log(hi) > expected / 2 : Math.log(lo) < expected / 2;
}

/** The largest rest that ends a search, in steps of the size that is worth one. */
const REST = 1.5;

/** Returns whether steps explain the whole difference within its interval, and so nothing is left to search for. */
function addsUp(
  line: Line,
  steps: readonly FoundStep[],
  total: LogEstimate,
  size: number,
): boolean {
  const rest = restOf(line, total, steps);
  return !isDifferent(rest) && Math.abs(rest.mean) < REST * Math.log(1 + size);
}

/** Returns whether a confirmed step leaves a difference of its segment unexplained, beyond both intervals. */
function isRestLeft(
  line: Line,
  levels: Levels,
  segment: Segment,
  step: FoundStep,
  size: number,
): boolean {
  const all = levels.contrast(segment.from, segment.to);
  if (all === null) return false;
  const rest = difference(all, stepEstimate(line, step));
  return isDifferent(rest) && Math.abs(rest.mean) > Math.log(1 + size);
}

/** Returns the estimate of a step from the duets that confirm it, else from all duets. @throws RangeError if there are none */
export function stepEstimate(line: Line, step: Segment): LogEstimate {
  const found = confirmationOf(line, step) ?? levelsOf(line).contrast(step.from, step.to);
  if (found === null) throw new RangeError(`no duets of ${pairOf(step.from, step.to)}`);
  return found;
}

/** Returns the estimate of what steps leave of the whole difference. */
export function restOf(line: Line, total: LogEstimate, steps: readonly Segment[]): LogEstimate {
  return difference(total, sum(...steps.map((step) => stepEstimate(line, step))));
}
