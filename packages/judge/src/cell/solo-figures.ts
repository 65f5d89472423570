import { median } from "@deadheat/stats";
import { openLoopOf, openLoopProblem, soloWarnings, sweepOf, sweepProblem } from "./solo.ts";
import type { PooledTarget } from "../gather.ts";
import type { Cell } from "../documents/result.ts";
import { type Warning, modesOf, type RecordedSettings } from "@deadheat/journal";
import { groupBy } from "../group-by.ts";

/** The figures of a cell from a server that ran alone. */
export interface SoloFigures extends Pick<Cell, "sweep" | "openLoop" | "memory" | "startup"> {
  /** The reason that the figures are incomplete. null if they are complete or were not asked for. */
  readonly problem: string | null;
  readonly warnings: readonly Warning[];
}

/** Returns the figures of one scenario of a target from its sweep and open-loop records. */
export function soloFigures(
  { target, sweeps, openLoops }: PooledTarget,
  scenario: string,
  settings: RecordedSettings,
): SoloFigures {
  const modes = modesOf(settings);
  const swept = sweeps.filter((record) => record.scenario === scenario);
  const opened = openLoops.filter((record) => record.scenario === scenario);
  const sweep = modes.sweep === null ? [] : sweepOf(target, swept, modes.sweep);
  const openLoop = modes.latency === null ? [] : openLoopOf(opened, modes.latency);
  const own = [...swept.filter(({ server }) => server === target), ...opened];
  return {
    sweep,
    openLoop,
    problem:
      sweepProblem(sweep) ??
      (modes.latency === null ? null : openLoopProblem(opened, modes.latency)),
    warnings: soloWarnings(sweep, openLoop),
    ...processOf(own),
  };
}

/** Returns the medians over processes of the start time and of the idle and peak memory. */
function processOf(
  records: readonly (PooledTarget["sweeps"][number] | PooledTarget["openLoops"][number])[],
): Pick<Cell, "memory" | "startup"> {
  const processes = [...groupBy(records, ({ type, round }) => `${type} ${round}`).values()];
  const startups = processes.flatMap((steps) => steps[0]?.startup ?? []);
  const memories = processes.flatMap((steps) => {
    const known = steps.flatMap(({ memory }) => memory ?? []);
    const [first] = known;
    return first ? [{ idle: first.idle, peak: Math.max(...known.map(({ peak }) => peak)) }] : [];
  });
  return {
    startup:
      startups.length === 0
        ? null
        : {
            ready: median(startups.map(({ ready }) => ready)),
            firstByte: median(startups.map(({ firstByte }) => firstByte)),
          },
    memory:
      memories.length === 0
        ? null
        : {
            idle: median(memories.map(({ idle }) => idle)),
            peak: median(memories.map(({ peak }) => peak)),
          },
  };
}
