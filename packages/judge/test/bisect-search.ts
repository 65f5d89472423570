import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { nextAction, pairOf, publishedPriors, type Line, type FoundStep } from "../src/index.ts";
import { normalFrom } from "./normal.ts";

/** A line whose truth is known. */
export interface Truth {
  /** The number of points. */
  readonly size: number;
  /** The points that make a step, with its log ratio. */
  readonly steps: readonly (readonly [at: number, by: number])[];
  /** The standard deviation of a round. */
  readonly sd: number;
  /** The share of processes of a slower kind, and how much slower that is. */
  readonly kinds?: { readonly share: number; readonly gap: number };
  readonly skipped?: readonly number[];
  readonly fork?: number;
  readonly all?: number;
  /** false if nothing is to confirm the steps. */
  readonly confirm?: boolean;
}

/** How rounds of simulated servers spread: calm and restless ones, and two whose processes are of two kinds. */
export const spreads = [
  { sd: 0.01 },
  { sd: 0.02 },
  { sd: 0.04 },
  { sd: 0.01, kinds: { share: 0.2, gap: 0.05 } },
  { sd: 0.015, kinds: { share: 0.4, gap: 0.04 } },
];

export interface Simulated {
  readonly found: readonly FoundStep[];
  readonly rounds: number;
  /** The number of points that were measured between the ends. */
  readonly steps: number;
}

/** Returns what draws rounds of a truth. */
function roundsOf({ steps, sd, kinds }: Truth, seed: number) {
  const normal = normalFrom(seed);
  const source = xoroshiro128plus(seed * 7919 + 1);
  const level = (i: number) => steps.reduce((sum, [at, by]) => sum + (at <= i ? by : 0), 0);
  const kind = () => (kinds && uniformFloat64(source) < kinds.share ? kinds.gap : 0);
  return (from: number, to: number) => normal(level(to) - level(from), sd) + kind() - kind();
}

/** Runs a whole search on drawn rounds. */
export function simulate(truth: Truth, seed: number): Simulated {
  const round = roundsOf(truth, seed);
  const duets = new Map<string, number[]>();
  const confirmations = new Map<string, number[]>();
  const skipped = new Set<number>();
  const line: Line = {
    size: truth.size,
    fork: truth.fork ?? null,
    duets,
    skipped,
    sameAs: new Map(),
    confirmations,
    usual: publishedPriors.cpu,
  };
  const all = truth.all !== undefined;
  const { confirm = true } = truth;
  const seen = new Set([0, truth.size - 1, truth.fork ?? 0]);
  const ends = seen.size;
  for (let rounds = 0; ;) {
    const action = nextAction(line, {
      threshold: null,
      size: truth.all ?? null,
      all,
      confirm,
    });
    if (action.kind === "done") {
      return { found: action.found, rounds, steps: seen.size - ends };
    }
    const { from, to } = action;
    if (action.kind === "measure" && truth.skipped?.includes(to)) {
      skipped.add(to);
      continue;
    }
    seen.add(to);
    const own = action.kind === "measure" ? duets : confirmations;
    const ratios = own.get(pairOf(from, to)) ?? [];
    while (ratios.length < action.rounds) {
      ratios.push(round(from, to));
      rounds++;
    }
    own.set(pairOf(from, to), ratios);
  }
}

/** Returns the points that confirmed steps name. */
export function namedBy({ found }: Simulated): number[] {
  return found.filter(({ state }) => state === "confirmed").map(({ to }) => to);
}
