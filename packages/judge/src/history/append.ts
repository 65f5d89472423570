import { interval, type Between } from "@deadheat/stats";
import { priorOfScenario } from "../cell/prior.ts";
import { priorIn, type Cell, type Result } from "../documents/result.ts";
import type { HistoryFacts } from "../documents/history.ts";
import { betweenRuns, roundsByRun, pooledEstimate, runsIn, type PriorFor } from "./by-run.ts";
import { inOrder } from "./history.ts";
import { stepsOf } from "./steps.ts";

/**
 * Returns an earlier history with the versions that a further run measured against the same reference. The versions that both
 * runs measured show how much runs differ. The interval of every version then includes that variance, and so does a step
 * between versions that no run measured together. If the runs share only the reference, their numbers are not compared.
 *
 * @param facts the versions of both, in their order
 */
export function appended(earlier: Result, fresh: Result, facts: HistoryFacts): Result {
  const runId = fresh.run.id;
  const known = earlier.cells.map((cell) => ofEarlierRun(cell, earlier));
  const cells = inOrder(facts, [
    ...known.map((cell) => joined(cell, sameCell(fresh, cell), runId)),
    ...fresh.cells
      .filter((cell) => sameCell(earlier, cell) === undefined)
      .map((cell) => withRun(cell, runId)),
  ]);
  const roundsOf = (scenario: string) =>
    cells
      .filter((cell) => cell.scenario === scenario)
      .flatMap((cell) => cell.efficiency?.toFloor.rounds ?? []);
  const differences = fresh.differences.map((one) => {
    return { ...one, prior: priorOfScenario(roundsOf(one.scenario)) };
  });
  const priorFor: PriorFor = (scenario) => priorIn({ differences }, scenario);
  const between = betweenRuns(cells, runId, priorFor);
  const several = runsIn({ cells, run: fresh.run }).size > 1;
  const shown =
    between === null ? cells : cells.map((cell) => overRuns(cell, runId, between, priorFor));
  const { margin } = fresh;
  const { measured } = fresh.run;
  const before = earlier.run.measured;
  return {
    ...fresh,
    run: {
      ...fresh.run,
      measured: {
        rounds: before.rounds + measured.rounds,
        steps: 0,
        seconds: before.seconds + measured.seconds,
        underLoadSeconds: before.underLoadSeconds + measured.underLoadSeconds,
        underLoadShare: measured.underLoadShare,
      },
    },
    differences,
    cells: shown,
    history: {
      ...facts,
      steps: stepsOf(facts, cells, { margin, differences, runId, between }),
      ...(several && {
        betweenRuns: between && { tau: Math.sqrt(between.variance), df: between.df },
      }),
    },
  };
}

function sameCell({ cells }: Result, { target, scenario }: Cell): Cell | undefined {
  return cells.find((cell) => cell.target === target && cell.scenario === scenario);
}

function ofEarlierRun(cell: Cell, { run }: Result): Cell {
  const { id, startedAt } = run;
  return { ...withRun(cell, id), replayedFrom: cell.replayedFrom ?? { run: id, startedAt } };
}

/** Returns the cell with the run in each round. Rounds that have one keep it. */
function withRun(cell: Cell, runId: string): Cell {
  const { efficiency } = cell;
  if (efficiency === null) return cell;
  const rounds = efficiency.toFloor.rounds.map((round) => ({ ...round, run: round.run ?? runId }));
  return { ...cell, efficiency: { ...efficiency, toFloor: { ...efficiency.toFloor, rounds } } };
}

/** Returns the cell of a later run with the rounds of the earlier runs too. */
function joined(earlier: Cell, later: Cell | undefined, runId: string): Cell {
  if (later?.efficiency == null) return earlier;
  if (earlier.efficiency === null) return withRun(later, runId);
  const own = withRun(later, runId);
  const rounds = [...earlier.efficiency.toFloor.rounds, ...(own.efficiency?.toFloor.rounds ?? [])];
  return {
    ...own,
    efficiency: { toFloor: { ...later.efficiency.toFloor, rounds }, toNodeHttp: null },
  };
}

/** Returns the cell with the ratio and interval of all its runs. The reference keeps its ratio of 1. */
function overRuns(cell: Cell, runId: string, between: Between, priorFor: PriorFor): Cell {
  const byRun = roundsByRun(cell, runId);
  if (cell.efficiency === null || byRun.size === 0) return cell;
  const { ratio, lo, hi } = interval(pooledEstimate(byRun, between, priorFor(cell.scenario)));
  const { rounds } = cell.efficiency.toFloor;
  // Without enough overlap an end is too far away for a document.
  if (!(lo > 0) || !Number.isFinite(hi)) return cell;
  return {
    ...cell,
    efficiency: { toFloor: { ratio, lo, hi, n: rounds.length, rounds }, toNodeHttp: null },
  };
}
