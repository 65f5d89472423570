import { geometricMean, interval, smallestDetectable } from "@deadheat/stats";
import { efficiency, logRatios } from "@deadheat/judge";
import { fileRuntimes, warmupOf, type RoundRecord } from "@deadheat/journal";
import { formatInterval, formatRatio } from "@deadheat/report/format";
import { scenarioNamed } from "@deadheat/handlers";
import { askedOf, launch, loadExchange, roundSeconds, settle, warm } from "@deadheat/measure";
import * as v from "valibot";
import {
  CalibrationFailed,
  WINDOW_SECONDS,
  type Experiment,
  type Instrument,
  type Lab,
  type Observation,
  type Size,
} from "../lab/experiment.ts";

/**
 * The warm-up of servers with injected work, on every runtime: 20,000 responses without the work, then 5,000 with it
 * (calibration/injected-work.ts). A response with the work costs ten times as much, so more of them would only take time.
 */
const injectedWarmup = warmupOf(25_000);
/** The additional time of those 5,000 responses, estimated before this machine is known. */
const INJECTED_WARMUP_SECONDS = 1.1;

interface Sizes {
  readonly groups: number;
  readonly n: number;
  readonly least: number;
  /**
   * true if a group may miss the slowdown when its own spread says that it could not find it. On a restless machine
   * this is the right answer.
   */
  readonly mayBeBlind: boolean;
}

/** The largest error of an unbiased estimate, as a difference of ratios. */
const MOST_ERROR = 0.01;
/** The confidence with which an error must exceed that. Chance alone does so once in 200 runs. */
const ERROR_CONFIDENCE = 0.99;
/** The power that a group needs. With less it would miss the slowdown more often than once in twenty times. */
const POWER = 0.95;
/** The largest difference between the injected work as the servers time it and as requested: absolute, relative. */
const MOST_DEVIATION = 0.015;
const MOST_RELATIVE_DEVIATION = 0.3;

const PERCENT = 5;

const sizes: Readonly<Record<Size, Sizes>> = {
  quick: { groups: 1, n: 3, least: 2, mayBeBlind: true },
  full: { groups: 2, n: 8, least: 5, mayBeBlind: false },
};

export const slowdown: Experiment = {
  name: "slowdown",
  expected: `a server with ${PERCENT} % injected work is found to be ${PERCENT} % slower`,
  threshold: (size) => {
    const { groups, n, least, mayBeBlind } = sizes[size];
    return (
      `at least ${least} of ${fileRuntimes.length * groups} groups of ${n} rounds find it` +
      (mayBeBlind ? " (or their own spread shows that they cannot), " : ", ") +
      `and the mean error is not significantly above ${100 * MOST_ERROR} percentage point`
    );
  },
  otherwise: "slower servers go unnoticed, or seem slower or faster than they are",
  seconds: (size) => {
    const load = { warmup: injectedWarmup, windowSeconds: WINDOW_SECONDS[size] };
    const each = roundSeconds(load, ["node"]) + 2 * INJECTED_WARMUP_SECONDS;
    return fileRuntimes.length * (sizes[size].groups * sizes[size].n * each + 5);
  },
  run: async (lab) => {
    const { groups, n } = sizes[lab.size];
    const found: Group[] = [];
    for (const runtime of fileRuntimes) {
      const name = `spin-${PERCENT}/${runtime}`;
      const injectedSeconds = await askInjected(lab, name);
      const rounds = await lab.duets({
        name: "slowdown",
        new: name,
        base: `plain/${runtime}`,
        warmup: injectedWarmup,
        n: n * groups,
      });
      for (let i = 0; i < groups; i++) {
        found.push({ name, injectedSeconds, rounds: rounds.slice(i * n, (i + 1) * n) });
      }
    }
    return judgeSlowdown(found, PERCENT / 100, sizes[lab.size], lab.instrument);
  },
};

/** The rounds of one comparison, and the CPU seconds that the server says it adds to each answer. */
export interface Group {
  readonly name: string;
  readonly injectedSeconds: number;
  readonly rounds: readonly RoundRecord[];
}

/**
 * Judges the measure by rounds of a server that is slower by a known amount. The true amount is not the requested share:
 * HTTP costs more when neighbours use the caches, and the injected loop does not. The true amount is the time of
 * the loop as the server measures it, as a share of the cost of a response of the other server in the same round.
 */
export function judgeSlowdown(
  groups: readonly Group[],
  share: number,
  { least, mayBeBlind }: Pick<Sizes, "least" | "mayBeBlind">,
  { estimate }: Pick<Instrument, "estimate">,
): Observation {
  const more = groups.map(moreWork);
  const each = groups.map(({ name, rounds }, group) => {
    const estimated = estimate(logRatios(rounds));
    const smallest = smallestDetectable(estimated, POWER) - 1;
    const injected = geometricMean(more[group] ?? []) - 1;
    return { name, injected, smallest, ...interval(estimated) };
  });
  const found = each.filter(({ hi }) => hi < 1).length;
  const blind = each.filter(({ hi, smallest }) => hi >= 1 && smallest > share).length;
  const all = groups.flatMap(({ rounds }) => logRatios(rounds));
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
    metrics: { truth, found, blind, groups: each, pooled, error, ratios: all.map(Math.exp) },
  };
}

/** Returns the factor by which a response took more work, for each round. */
function moreWork({ injectedSeconds, rounds }: Group): number[] {
  return rounds.flatMap(({ sides }) =>
    sides ? [1 + injectedSeconds * efficiency(sides.base)] : [],
  );
}

const workSchema = v.object({ workSeconds: v.number(), longer: v.number() });

/** Asks a calibration server about the work that it has done (calibration/injected-work.ts). */
async function askWork(port: number): Promise<v.InferOutput<typeof workSchema>> {
  const response = await fetch(`http://127.0.0.1:${port}/work`);
  return v.parse(workSchema, await response.json());
}

/**
 * Returns the CPU seconds that `slowed` spends on a response beyond the same server without injected work: the time of
 * its own loop, less the time of a loop of the usual length.
 */
async function askInjected(lab: Lab, slowed: string): Promise<number> {
  const server = await launch(lab.entrant(slowed), lab.pinning, lab.signal);
  try {
    await settle(lab.signal);
    const exchange = await askedOf(server.port, scenarioNamed("text").exchange).catch(
      (error: Error) => {
        throw new CalibrationFailed(`${slowed}: ${error.message}`);
      },
    );
    const { connections } = lab.load;
    const load = async (seconds: number) => {
      const pace = { mode: "closed", connections, seconds } as const;
      const result = await loadExchange(exchange, server.port, pace, lab, slowed);
      if (result.void !== null) throw new CalibrationFailed(`${slowed}: ${result.void}`);
      return result;
    };
    await warm(load, injectedWarmup.responses.node, injectedWarmup);
    await askWork(server.port);
    await load(1);
    const { workSeconds, longer } = await askWork(server.port);
    return workSeconds * (1 - 1 / longer);
  } finally {
    await server.stop();
  }
}
