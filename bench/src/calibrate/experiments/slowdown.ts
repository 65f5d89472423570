import { geometricMean, interval, smallestDetectable } from "@deadheat/stats";
import { efficiency, logRatios } from "@deadheat/judge";
import type { BlockRecord } from "@deadheat/journal";
import { formatInterval, formatRatio } from "@deadheat/report/format";
import { blockSeconds } from "@deadheat/measure";
import { WINDOW_SECONDS, type Experiment, type Observation, type Size } from "../lab/experiment.ts";
import type { Instrument } from "../lab/instrument.ts";
import { askInjected, injectedWarmup, INJECTED_WARMUP_SECONDS } from "../lab/truth.ts";

interface Sizes {
  /** On which runtimes, each a group of its own. */
  readonly runtimes: readonly string[];
  readonly groups: number;
  readonly n: number;
  /** Groups that must be found slower, of all. */
  readonly least: number;
  /**
   * A group counts as one that found it where its own spread says that it could not have: on a restless
   * machine that is what the measure is to say. Not where so large a slowdown must be seen.
   */
  readonly mayBeBlind: boolean;
}

/** Beyond this, as a difference of ratios, the estimate is biased. */
const MOST_ERROR = 0.01;
/** The error must be beyond it significantly, at this level: once in 200 runs by chance. */
const ERROR_CONFIDENCE = 0.99;
/** A group that would have missed the slowdown more often than once in twenty could not have seen it. */
const POWER = 0.95;
/** What the servers time of their own loops may differ by from what was asked for, and as a share of that. */
const MOST_DEVIATION = 0.015;
const MOST_RELATIVE_DEVIATION = 0.3;

/** A server with a known share of injected work against the same server without. */
function slowdown(percent: number, sizes: Record<Size, Sizes>): Experiment {
  const count = ({ runtimes, groups }: Sizes) => runtimes.length * groups;
  return {
    name: `slowdown-${percent}`,
    expected: `a server with ${percent} % of work injected is found slower, by ${percent} %`,
    threshold: (size) =>
      `at least ${sizes[size].least} of ${count(sizes[size])} groups of ${sizes[size].n} blocks find it` +
      (sizes[size].mayBeBlind ? " (or show by their own spread that they cannot), " : ", ") +
      `and the mean error is not significantly above ${100 * MOST_ERROR} percentage point`,
    otherwise: "slower servers go unnoticed, or come out slower or faster than they are",
    seconds: (size) => {
      const block = blockSeconds({ warmup: injectedWarmup, windowSeconds: WINDOW_SECONDS[size] }, [
        "node",
      ]);
      const each = block + 2 * INJECTED_WARMUP_SECONDS;
      return count(sizes[size]) * sizes[size].n * each + sizes[size].runtimes.length * 5;
    },
    run: async (lab) => {
      const { runtimes, groups, n } = sizes[lab.size];
      const found: Group[] = [];
      for (const runtime of runtimes) {
        const name = `spin-${percent}/${runtime}`;
        const injectedSeconds = await askInjected(lab, name);
        const blocks = await lab.duets({
          name: `slowdown-${percent}`,
          target: name,
          reference: `plain/${runtime}`,
          warmup: injectedWarmup,
          n: n * groups,
        });
        for (let i = 0; i < groups; i++) {
          found.push({ name, injectedSeconds, blocks: blocks.slice(i * n, (i + 1) * n) });
        }
      }
      return judgeSlowdown(found, percent / 100, sizes[lab.size], lab.instrument);
    },
  };
}

const three = ["node", "bun", "deno"];

export const slowdowns: readonly Experiment[] = [
  slowdown(3, {
    quick: { runtimes: ["node"], groups: 1, n: 5, least: 1, mayBeBlind: true },
    full: { runtimes: three, groups: 1, n: 8, least: 2, mayBeBlind: true },
  }),
  slowdown(5, {
    quick: { runtimes: three, groups: 1, n: 3, least: 2, mayBeBlind: true },
    full: { runtimes: three, groups: 2, n: 8, least: 5, mayBeBlind: false },
  }),
  slowdown(10, {
    quick: { runtimes: ["node"], groups: 1, n: 4, least: 1, mayBeBlind: false },
    full: { runtimes: ["node"], groups: 5, n: 6, least: 5, mayBeBlind: false },
  }),
];

/** Blocks of one comparison, and the CPU of an answer that the server says it had injected, in seconds. */
export interface Group {
  readonly name: string;
  readonly injectedSeconds: number;
  readonly blocks: readonly BlockRecord[];
}

/**
 * Pure: what blocks of a server of known slowness say of the measure. The truth is not the share that was
 * asked for: HTTP costs more where neighbours take the caches, the injected loop does not. It is what the
 * server times of that loop, as a share of what an answer of the other one cost in the same block.
 */
export function judgeSlowdown(
  groups: readonly Group[],
  share: number,
  { least, mayBeBlind }: Pick<Sizes, "least" | "mayBeBlind">,
  { estimate }: Pick<Instrument, "estimate">,
): Observation {
  const more = groups.map(moreWork);
  const each = groups.map(({ name, blocks }, group) => {
    const estimated = estimate(logRatios(blocks));
    const smallest = smallestDetectable(estimated, 0.95, POWER) - 1;
    const injected = geometricMean(more[group] ?? []) - 1;
    return { name, injected, smallest, ...interval(estimated) };
  });
  const found = each.filter(({ hi }) => hi < 1).length;
  const blind = each.filter(({ hi, smallest }) => hi >= 1 && smallest > share).length;
  const all = groups.flatMap(({ blocks }) => logRatios(blocks));
  const pooled = interval(estimate(all), ERROR_CONFIDENCE);
  const truth = 1 / geometricMean(more.flat());
  const error = pooled.ratio - truth;
  const accurate = pooled.lo <= truth + MOST_ERROR && pooled.hi >= truth - MOST_ERROR;
  const deviation = Math.min(MOST_DEVIATION, MOST_RELATIVE_DEVIATION * share);
  const asAsked = each.every(({ injected }) => Math.abs(injected - share) <= deviation);
  const said = Map.groupBy(each, ({ name }) => name.split("/")[1] ?? name);
  const injected = [...said].map(([runtime, own]) => {
    const times = geometricMean(own.map((one) => 1 + one.injected));
    return `${runtime} ${(100 * (times - 1)).toFixed(1)} %`;
  });
  return {
    observed:
      `${found} of ${groups.length} groups found it` +
      (blind === 0 ? "" : `, ${blind} could not have`) +
      `; ratio ${formatRatio(pooled.ratio)} ` +
      `${formatInterval(pooled)} where ${formatRatio(truth)} is true, an error of ` +
      `${(100 * error).toFixed(1)} points; injected, as the servers time it: ${injected.join(", ")}`,
    pass: found + (mayBeBlind ? blind : 0) >= least && accurate && asAsked,
    figures: { truth, found, blind, groups: each, pooled, error, ratios: all.map(Math.exp) },
  };
}

/** How many times as much work an answer took, one per block. */
function moreWork({ injectedSeconds, blocks }: Group): number[] {
  return blocks.flatMap(({ sides }) =>
    sides ? [1 + injectedSeconds * efficiency(sides.reference)] : [],
  );
}
