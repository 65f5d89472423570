import {
  estimate,
  geometricMean,
  interval,
  sum,
  type LogEstimate,
  type MeanInterval,
} from "@deadheat/stats";
import type { Cell } from "./documents/result.ts";
import { efficiency } from "./rounds.ts";

/** The CPU seconds of a page on a server, and over the servers that it builds on, with 95 % intervals. */
export interface PageCost {
  readonly cell: Cell;
  readonly cpu: MeanInterval;
  /** Over the reference in the same rounds: the renderer of a framework, the floor of a renderer. */
  readonly over: MeanInterval;
  readonly overFloor: MeanInterval;
}

/**
 * Returns the cost of each page that was measured against a named reference.
 *
 * A machine's speed changes from hour to hour by more than pages differ, and it changes both servers of a round by the same
 * factor.
 * So everything follows from the ratios of the rounds, times what a page of the floor took on average over the run. The
 * intervals are those of the ratios: of the target to its reference for `over`, and of all ratios down to the floor for the
 * others.
 */
export function pageCosts(cells: readonly Cell[]): PageCost[] {
  const measured = cells.filter((cell) => cell.against !== undefined && sidesOf(cell).length > 1);
  const cellOf = (target: string, { scenario }: Cell) =>
    measured.find((cell) => cell.target === target && cell.scenario === scenario);
  const ratios = new Map(measured.map((cell) => [cell, ratioOf(cell)]));

  /** Returns the ratios down to the last reference, and the CPU seconds of a page of that one. */
  const below = (cell: Cell): { ratio: LogEstimate; seconds: number } => {
    const own = ratios.get(cell) as LogEstimate;
    const reference = cellOf(cell.against ?? "", cell);
    // The floor against itself is the noise check of a run.
    if (!reference || reference.target === reference.against) {
      return { ratio: own, seconds: averageOf(measured, cell) };
    }
    const { ratio, seconds } = below(reference);
    return { ratio: sum(own, ratio), seconds };
  };

  return measured.map((cell) => {
    const own = ratios.get(cell) as LogEstimate;
    const { ratio, seconds } = below(cell);
    const cpu = times(seconds, ratio);
    const referenceSeconds = cpu.mean / Math.exp(own.mean);
    return {
      cell,
      cpu,
      over: minus(times(referenceSeconds, own), referenceSeconds),
      overFloor: minus(cpu, seconds),
    };
  });
}

type Round = ReturnType<typeof sidesOf>[number];

function sidesOf(cell: Cell) {
  return cell.efficiency?.toFloor.rounds.flatMap((round) => round.sides ?? []) ?? [];
}

const secondsOf = (side: Round["new"]) => 1 / efficiency(side);

/** Returns the ratio of CPU time per page to the reference. */
function ratioOf(cell: Cell): LogEstimate {
  return estimate(
    sidesOf(cell).map((side) => Math.log(secondsOf(side.new) / secondsOf(side.base))),
  );
}

/** Returns the CPU seconds per page of a cell's reference: the geometric mean of all rounds in which it was one. */
function averageOf(measured: readonly Cell[], { against, scenario }: Cell): number {
  const own = measured.filter((cell) => cell.against === against && cell.scenario === scenario);
  return geometricMean(own.flatMap((cell) => sidesOf(cell).map((side) => secondsOf(side.base))));
}

function times(seconds: number, logRatio: LogEstimate): MeanInterval {
  const { ratio, lo, hi } = interval(logRatio);
  return { mean: seconds * ratio, lo: seconds * lo, hi: seconds * hi };
}

function minus({ mean, lo, hi }: MeanInterval, seconds: number): MeanInterval {
  return { mean: mean - seconds, lo: lo - seconds, hi: hi - seconds };
}
