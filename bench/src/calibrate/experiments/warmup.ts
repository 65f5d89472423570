import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { referenceOf, runtimesOf, responsesFor, defaultWarmup } from "@deadheat/journal";
import {
  inOrder,
  type Pair,
  warm,
  warmSeconds,
  coin,
  randomFor,
  shuffled,
} from "@deadheat/measure";
import { whyUnsupported } from "../../plan/scenarios.ts";
import { CalibrationFailed, type Experiment, type Lab, type Size } from "../lab/experiment.ts";
import { loadBoth, logRatio, withPair } from "../lab/pair.ts";
import type { SoloServer } from "../lab/solo-server.ts";
import { judgeWarmup, type Curve } from "./warmup-curve.ts";

/** The targets with most code to compile on each engine, and a thin one. */
const TARGETS: readonly string[] = [
  "koa/node",
  "express/node",
  "nest-express/node",
  "fastify/node",
  "express/bun",
  "nest-express/bun",
  "express/deno",
  "nest-express/deno",
];
const SCENARIOS: readonly string[] = ["text"];
const PROCESSES: Record<Size, number> = { quick: 3, full: 6 };
const FEWEST_ANSWERS = 5_000;
/** The last level, as a multiple of the default warm-up. The curve should be flat there. */
const BEYOND_DEFAULT = 4;
/** The windows are short compared with the load before them, because their answers warm the server too. */
const SHORTEST_WINDOW_SECONDS = 0.15;
const LONGEST_WINDOW_SECONDS = 1;

/**
 * Measures how many answers warm a server. It follows each pair of processes while the number of answers grows.
 * Differences between processes are in all windows of a pair and cancel. No number needs new processes.
 */
export const warmup: Experiment = {
  name: "warmup",
  expected: "ratios do not change any more after the default number of warm-up answers",
  threshold: () =>
    "at that number no cell's ratio differs significantly from the mean of its last two, by 2 % or more (95 % " +
    "for all cells together)",
  otherwise: "a server is still compiling when it is measured and needs more answers (--warmup)",
  seconds: (size, asked) => {
    const scenarios = asked?.scenarios ?? SCENARIOS;
    return (asked?.targets ?? TARGETS).reduce((seconds, name) => {
      return seconds + scenarios.length * PROCESSES[size] * followSeconds(name);
    }, 0);
  },
  run: async (lab) => {
    const { cells, unsupported } = cellsOf(lab);
    const processes = PROCESSES[lab.size];
    for (let n = 1; n <= processes; n++) {
      for (const cell of shuffled(cells, randomFor(lab.seed, "warmup", n))) {
        const differences = await followPair(lab, cell, n);
        cell.runs.push(differences);
        const ratios = differences.map((difference) => Math.exp(difference).toFixed(3)).join(" ");
        lab.note(
          `warmup: ${cell.target} ${cell.scenario}, processes ${n} of ${processes}: ${ratios}`,
        );
      }
    }
    return judgeWarmup(cells, unsupported);
  },
};

interface Cell extends Curve {
  readonly base: string;
  readonly runs: number[][];
}

/** Returns the cells that can be measured here. @throws CalibrationFailed if there is none */
function cellsOf(lab: Lab): { cells: Cell[]; unsupported: string[] } {
  const cells: Cell[] = [];
  const unsupported: string[] = [];
  for (const scenario of lab.scenarios ?? SCENARIOS) {
    for (const target of lab.targets ?? TARGETS) {
      const reference = referenceOf(lab.target(target));
      const reasons = [target, reference].map((name) =>
        whyUnsupported(lab.target(name), scenario, lab.services),
      );
      const reason = reasons.find((one) => one !== null);
      if (reason !== undefined) unsupported.push(`${target} ${scenario}: ${reason}`);
      else cells.push({ target, base: reference, scenario, ...levelsOf(target), runs: [] });
    }
  }
  if (cells.length === 0) throw new CalibrationFailed(unsupported.join("; "));
  return { cells, unsupported };
}

/** Returns the numbers of answers at which a pair is measured. Each is twice the previous one. */
function levelsOf(target: string): Pick<Curve, "levels" | "usual"> {
  const usual = responsesFor(defaultWarmup, runtimesOf({ new: target, base: target }));
  const levels: number[] = [];
  for (let level = BEYOND_DEFAULT * usual; level >= FEWEST_ANSWERS; level /= 2) {
    levels.unshift(level);
  }
  return { levels, usual };
}

function followSeconds(target: string): number {
  const { levels } = levelsOf(target);
  const windows = 1.5 * LONGEST_WINDOW_SECONDS * levels.length;
  return 2 * warmSeconds(levels.at(-1) ?? 0) + windows + 1;
}

interface Followed {
  readonly server: SoloServer;
  /** The number of good answers since the server started. */
  responses: number;
  /** Answers per second while the server is alone on the CPU. */
  pace: number;
}

/** Returns ln(ratio) at each level, for one pair of fresh processes. */
async function followPair(lab: Lab, cell: Cell, n: number): Promise<number[]> {
  const { target: next, base, scenario, levels } = cell;
  const random = randomFor(lab.seed, "warmup", next, scenario, n);
  const follow = async (servers: Pair<SoloServer>): Promise<number[]> => {
    const followed = await inOrder(false, servers, (server): Followed => {
      return { server, responses: 0, pace: 0 };
    });
    const differences: number[] = [];
    for (const level of levels) differences.push(await measureAt(level, followed, random));
    return differences;
  };
  return withPair(lab, { new: next, base }, random, follow, scenario);
}

/** Warms each server alone until it has given `level` answers, then measures both together. */
async function measureAt(
  level: number,
  pair: Pair<Followed>,
  random: RandomGenerator,
): Promise<number> {
  await inOrder(coin(random), pair, async (one) => {
    // Answers in earlier windows count, so the server may have reached the level already.
    if (one.responses >= level) return;
    const warmed = await warm(one.server.load, level - one.responses, defaultWarmup);
    one.responses += warmed.responses;
    one.pace = warmed.responses / warmed.seconds;
    if (one.responses >= level) return;
    const { capSeconds } = defaultWarmup;
    throw new CalibrationFailed(
      `${one.server.name} gave only ${one.responses} of ${level} answers within ${capSeconds} s`,
    );
  });
  const servers = { new: pair.new.server, base: pair.base.server };
  const both = async (seconds: number) => {
    const measured = await loadBoth(servers, seconds);
    pair.new.responses += measured.new.good;
    pair.base.responses += measured.base.good;
    return measured;
  };
  // In this time the faster server, with half the CPU, gives about level / 2 answers.
  const due = level / Math.max(pair.new.pace, pair.base.pace);
  const seconds = Math.min(LONGEST_WINDOW_SECONDS, Math.max(SHORTEST_WINDOW_SECONDS, due));
  await both(seconds / 2);
  return logRatio(await both(seconds));
}
