import { estimate, type RatioInterval } from "@deadheat/stats";
import { referenceOf } from "../manifest.ts";
import { formatInterval, formatRatio } from "../report/format.ts";
import type { Experiment, Observation } from "./experiment.ts";
import { isBeyond, measurePairs, together } from "./pair.ts";

/** Those that have most to compile. */
const TARGETS: readonly string[] = ["express/bun", "express/deno", "express/node"];
const PROCESSES = 6;
const WINDOW_SECONDS = 2;
/** More than three times the usual warm-up. */
const FURTHER_SECONDS = 14;
const LATER_WINDOWS = 3;
const MOST = 0.05;

/** Is a target warm when it is measured? The same processes, then and after a long further load. */
export const warmup: Experiment = {
  name: "warmup",
  expected: "a ratio is the same after a longer warm-up",
  threshold: () => `no target's differs significantly by more than ${100 * MOST} %`,
  otherwise: "a server is still compiling when it is measured: use a longer --warmup",
  seconds: (_, targets = TARGETS.length) =>
    targets * PROCESSES * (5 + FURTHER_SECONDS + (1 + LATER_WINDOWS) * (WINDOW_SECONDS + 0.2)),
  run: async (lab) => {
    const names = lab.targets ?? TARGETS;
    const pairs = names.map((name) => [name, referenceOf(lab.target(name))] as const);
    const measured = await measurePairs(lab, "warmup", pairs, PROCESSES, async (servers) => {
      const first = await together(servers, WINDOW_SECONDS);
      await together(servers, FURTHER_SECONDS);
      const later: number[] = [];
      for (let n = 0; n < LATER_WINDOWS; n++) later.push(await together(servers, WINDOW_SECONDS));
      return { first, second: estimate(later).mean };
    });
    return judgeWarmup(
      measured.map(({ target, first, second, shift }) => {
        return { target, usual: first, later: second, shift };
      }),
    );
  },
};

export interface WarmTarget {
  readonly target: string;
  /** Its ratio to its floor when a run measures it, and after a further load. */
  readonly usual: number;
  readonly later: number;
  /** Usual over later, with its 95 % interval over pairs of processes. */
  readonly shift: Pick<RatioInterval, "ratio" | "lo" | "hi">;
}

/** Pure. */
export function judgeWarmup(targets: readonly WarmTarget[]): Observation {
  const cold = targets.filter(({ shift }) => isBeyond(MOST, shift)).map(({ target }) => target);
  return {
    observed: targets
      .map(
        ({ target, usual, later, shift }) =>
          `${target} ${formatRatio(usual)} of its floor as it is measured, ${formatRatio(later)} after ` +
          `${FURTHER_SECONDS} s more: ${formatRatio(shift.ratio)} ${formatInterval(shift)}`,
      )
      .join("; "),
    pass: cold.length === 0,
    figures: { targets, cold },
  };
}
