import {
  roundsToDecide,
  difference,
  equivalencePValue,
  exact,
  holm,
  interval,
  pValue,
  type Between,
  type LogEstimate,
} from "@deadheat/stats";
import { isCold } from "@deadheat/journal";
import type { History, HistoryFacts, Step } from "../documents/history.ts";
import { priorIn, type Cell, type Result } from "../documents/result.ts";
import { asOneOfMany, roundsByRun, estimateOfRun, type ByRun } from "./by-run.ts";

const ALPHA = 0.05;

/** Two neighbours without a verdict yet. */
interface Open extends Pick<Step, "series" | "scenario" | "base" | "new" | "across"> {
  /** The log ratio of CPU time per request, new over base. */
  readonly slowdown: LogEstimate;
  /** Whether a server was measured before it was warm. The step is then undecided. */
  readonly cold: boolean;
}

/** The facts about a history that decide the verdicts of its steps. */
interface Stepping extends Pick<Result, "margin" | "differences"> {
  readonly runId: string;
  readonly between: Between | null;
}

/**
 * Returns the steps of a history. Neighbours are compared through their common reference, within a run that measured both.
 * If no run did, the interval includes the variance between runs for each of the two. Holm's method corrects all steps of
 * the history together: the chance of even one false `faster` or `slower` is at most 5 %, and so is the chance of a false
 * `same`.
 */
export function stepsOf(
  facts: Pick<HistoryFacts, "series" | "versions">,
  cells: readonly Cell[],
  stepping: Stepping,
): History["steps"] {
  const scenarios = [...new Set(cells.map(({ scenario }) => scenario))];
  const open = facts.series.flatMap(({ name, reference }) =>
    scenarios.flatMap((scenario) => {
      const measured = facts.versions
        .filter(({ series }) => series === name)
        .flatMap(({ target }) =>
          cells.filter((cell) => cell.target === target && cell.scenario === scenario),
        )
        .filter(({ efficiency }) => efficiency !== null);
      return measured.slice(1).map((cell, i): Open => ({
        series: name,
        scenario,
        base: (measured[i] as Cell).target,
        new: cell.target,
        ...slowdownOf(measured[i] as Cell, cell, reference, stepping),
      }));
    }),
  );
  return judged(open, stepping.margin);
}

function slowdownOf(
  base: Cell,
  next: Cell,
  reference: string,
  stepping: Stepping,
): Pick<Open, "slowdown" | "across" | "cold"> {
  const { runId, between } = stepping;
  const prior = priorIn(stepping, next.scenario);
  // The ratios to the reference are of requests per CPU time, so the base comes first here.
  const sides = [base, next].map((cell) => ({
    isReference: cell.target === reference,
    byRun: roundsByRun(cell, runId),
  })) as [StepSide, StepSide];
  const cold = sides.some(({ byRun }) => [...byRun.values()].flat().some(isCold));
  const run = commonRun(sides);
  const unknown: Between = { variance: Infinity, df: 0 };
  const estimates = sides.map(({ isReference, byRun }) => {
    const own = byRun.get(run ?? mostOf(byRun)) ?? [];
    const est = isReference ? exact() : estimateOfRun(own, prior);
    return run === null ? asOneOfMany(est, between ?? unknown) : est;
  }) as [LogEstimate, LogEstimate];
  return { slowdown: difference(...estimates), across: run === null, cold };
}

interface StepSide {
  readonly isReference: boolean;
  readonly byRun: ByRun;
}

/** Returns the run that measured both sides, with the most rounds of the side that has fewer; null if there is none. */
function commonRun([a, b]: readonly [StepSide, StepSide]): string | null {
  // The reference takes part in every run.
  const runs = (a.isReference ? b : a).byRun;
  const count = ({ isReference, byRun }: StepSide, run: string) =>
    isReference ? Infinity : (byRun.get(run)?.length ?? 0);
  const common = [...runs.keys()]
    .map((run) => ({ run, rounds: Math.min(count(a, run), count(b, run)) }))
    .filter(({ rounds }) => rounds > 0)
    .toSorted((x, y) => y.rounds - x.rounds || (x.run < y.run ? 1 : -1));
  return common[0]?.run ?? null;
}

function mostOf(byRun: ByRun): string {
  const [most] = [...byRun].toSorted(([, a], [, b]) => b.length - a.length);
  return most?.[0] ?? "";
}

function judged(open: readonly Open[], margin: number): Step[] {
  const p = holm(open.map(({ slowdown }) => pValue(slowdown)));
  const equivalenceP = holm(open.map(({ slowdown }) => equivalencePValue(slowdown, margin)));
  return open.map(({ slowdown, cold, ...step }, i): Step => {
    const adjusted = { p: p[i] ?? 1, equivalenceP: equivalenceP[i] ?? 1 };
    const verdict = cold ? "undecided" : verdictOf(slowdown.mean, adjusted);
    const { ratio, lo, hi } = interval(slowdown);
    const known = lo > 0 && Number.isFinite(hi);
    const rounds =
      verdict === "undecided" && !cold && known
        ? roundsToDecide(slowdown, margin, ALPHA / open.length)
        : null;
    return {
      ...step,
      ratio,
      lo: known ? lo : null,
      hi: known ? hi : null,
      ...adjusted,
      verdict,
      rounds,
    };
  });
}

function verdictOf(
  mean: number,
  { p, equivalenceP }: Pick<Step, "p" | "equivalenceP">,
): Step["verdict"] {
  if (p < ALPHA) return mean > 0 ? "slower" : "faster";
  return equivalenceP < ALPHA ? "same" : "undecided";
}
