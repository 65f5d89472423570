import { estimate as estimateOf, interval } from "@deadheat/stats";
import { efficiency, logRatios } from "@deadheat/judge";
import type { RoundRecord } from "@deadheat/journal";
import { formatInterval, formatRatio } from "@deadheat/report/format";
import {
  roundSecondsOf,
  type Experiment,
  type Instrument,
  type Observation,
  type Size,
} from "../lab/experiment.ts";

/** Groups of rounds. Each group is judged like its own comparison. */
interface Groups {
  readonly groups: number;
  readonly n: number;
  /** The largest number of groups that may declare a difference. */
  readonly allowed: number;
}

/** Each group may declare a difference in 5 % of cases. Chance alone exceeds `allowed` in at most 1 of 100 runs. */
const aaGroups: Record<Size, Groups> = {
  quick: { groups: 3, n: 4, allowed: 1 },
  full: { groups: 10, n: 8, allowed: 2 },
};

/** The confidence of the interval of all rounds. With a sound measure it misses 1 once in a thousand runs. */
const POOLED_CONFIDENCE = 0.999;

export const aa: Experiment = {
  name: "aa",
  expected: "node:http against itself: no difference, an estimate centred on 1",
  threshold: (size) => {
    const { groups, n, allowed } = aaGroups[size];
    return (
      `at most ${allowed} of ${groups} groups of ${n} rounds declare a difference (95 %), and the ` +
      `${100 * POOLED_CONFIDENCE} % interval of all rounds contains 1`
    );
  },
  otherwise: "a difference that a report calls significant may not exist",
  seconds: (size) => aaGroups[size].groups * aaGroups[size].n * roundSecondsOf(size),
  run: async (lab) => {
    const groups = aaGroups[lab.size];
    const [target, n] = ["node-http/node", groups.groups * groups.n];
    const rounds = await lab.duets({ name: "aa", new: target, base: target, n });
    return judgeEqual(rounds, groups, lab.instrument);
  },
};

export function judgeEqual(
  rounds: readonly RoundRecord[],
  { groups, n, allowed }: Groups,
  { estimate }: Pick<Instrument, "estimate">,
): Observation {
  const ratios = logRatios(rounds);
  const each = Array.from({ length: groups }, (_, i) =>
    interval(estimate(ratios.slice(i * n, (i + 1) * n))),
  );
  const declared = each.filter(({ lo, hi }) => lo > 1 || hi < 1).length;
  const pooled = interval(estimate(ratios), POOLED_CONFIDENCE);
  const centred = pooled.lo <= 1 && pooled.hi >= 1;
  const inTurn = logRatiosInTurn(rounds);
  const spread = { duet: spreadOf(ratios), inTurn: spreadOf(inTurn) };
  return {
    observed:
      `${declared} of ${groups} groups declared a difference; all ${ratios.length} rounds: ` +
      `${formatRatio(pooled.ratio)} ${formatInterval(pooled)}; a round spreads by ${formatSpread(spread.duet)}, ` +
      `the same windows one after the other by ${formatSpread(spread.inTurn)}`,
    pass: declared <= allowed && centred,
    metrics: {
      declared,
      groups: each,
      pooled,
      spread,
      ratios: ratios.map(Math.exp),
      inTurn: inTurn.map(Math.exp),
    },
  };
}

/**
 * Returns what a benchmark would see that measures one server after the other: ln(efficiency of the new server / efficiency
 * of the base in the round before). Each window is in one of these ratios, and the processes are those of the duets.
 */
function logRatiosInTurn(rounds: readonly RoundRecord[]): number[] {
  const sides = rounds.flatMap((round) => round.sides ?? []);
  return sides
    .slice(1)
    .map((side, i) => Math.log(efficiency(side.new) / efficiency(sides[i]!.base)));
}

function spreadOf(ratios: readonly number[]): number {
  const { variance, n } = estimateOf(ratios);
  return Math.sqrt(variance * n);
}

function formatSpread(spread: number): string {
  return `${(100 * spread).toFixed(1)} %`;
}
