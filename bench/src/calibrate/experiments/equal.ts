import { interval } from "@deadheat/stats";
import { logRatios } from "@deadheat/judge";
import type { BlockRecord } from "@deadheat/journal";
import { formatInterval, formatRatio } from "@deadheat/report/format";
import {
  blockSecondsOf,
  type Experiment,
  type Lab,
  type Observation,
  type Size,
} from "../lab/experiment.ts";
import { besideHog } from "../lab/neighbour.ts";
import type { Instrument } from "../lab/instrument.ts";

/** Groups of blocks, each judged like a comparison of its own. */
interface Groups {
  readonly groups: number;
  readonly n: number;
  /** More groups than this that declare a difference are too many. */
  readonly allowed: number;
}

/** Of each group 5 % may declare one: by chance alone these are exceeded once in 100 or fewer. */
const aaGroups: Record<Size, Groups> = {
  quick: { groups: 3, n: 4, allowed: 1 },
  full: { groups: 10, n: 8, allowed: 2 },
};
const hogGroups: Record<Size, Groups> = {
  quick: { groups: 2, n: 3, allowed: 1 },
  full: { groups: 6, n: 8, allowed: 2 },
};

/** Of all blocks together: a sound measure leaves it once in a thousand runs. */
const POOLED_CONFIDENCE = 0.999;

/** A server against itself: whatever differs is the measure's error. */
export const aa: Experiment = {
  name: "aa",
  expected: "node:http against itself: no difference, an estimate centred on 1",
  threshold: (size) => thresholdOf(aaGroups[size]),
  otherwise: "differences that a report calls significant may be none",
  seconds: (size) => secondsOf(aaGroups[size], size),
  run: (lab) => measureEqual(lab, "aa", aaGroups[lab.size]),
};

/** The same while a third process takes the servers' CPU away at random. */
export const aaHog: Experiment = {
  name: "aa-hog",
  expected: "the same while a third process spins on the servers' CPU at random: no difference",
  threshold: (size) => thresholdOf(hogGroups[size]),
  otherwise: "what else runs on a user's machine may come out as a difference between servers",
  seconds: (size) => secondsOf(hogGroups[size], size),
  run: (lab) => besideHog(lab.pinning, () => measureEqual(lab, "aa-hog", hogGroups[lab.size])),
};

function secondsOf({ groups, n }: Groups, size: Size): number {
  return groups * n * blockSecondsOf(size);
}

function thresholdOf({ groups, n, allowed }: Groups): string {
  return (
    `at most ${allowed} of ${groups} groups of ${n} blocks declare a difference (95 %), and the ` +
    `${100 * POOLED_CONFIDENCE} % interval of all blocks holds 1`
  );
}

async function measureEqual(lab: Lab, name: string, groups: Groups): Promise<Observation> {
  const blocks = await lab.duets({
    name,
    target: "node-http/node",
    reference: "node-http/node",
    n: groups.groups * groups.n,
  });
  return judgeEqual(blocks, groups, lab.instrument);
}

/** Pure: what blocks of a server against itself say of the measure. */
export function judgeEqual(
  blocks: readonly BlockRecord[],
  { groups, n, allowed }: Groups,
  { estimate }: Pick<Instrument, "estimate">,
): Observation {
  const ratios = logRatios(blocks);
  const each = Array.from({ length: groups }, (_, i) =>
    interval(estimate(ratios.slice(i * n, (i + 1) * n))),
  );
  const declared = each.filter(({ lo, hi }) => lo > 1 || hi < 1).length;
  const pooled = interval(estimate(ratios), POOLED_CONFIDENCE);
  const centred = pooled.lo <= 1 && pooled.hi >= 1;
  return {
    observed:
      `${declared} of ${groups} groups declared a difference; all ${ratios.length} blocks: ` +
      `${formatRatio(pooled.ratio)} ${formatInterval(pooled)}`,
    pass: declared <= allowed && centred,
    figures: { declared, groups: each, pooled, ratios: ratios.map(Math.exp) },
  };
}
