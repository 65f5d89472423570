import type { Warning } from "@deadheat/journal";
import {
  explanationOf,
  type Explained,
  type ExplainedMetric,
  type Explanation,
} from "@deadheat/judge";
import { planRound, type Bench, type Entrant, type Exchange, type Pair } from "@deadheat/measure";
import { formatDuration } from "@deadheat/report/format";
import { session, type Due } from "@deadheat/runner";
import type { Note, Step } from "../step.ts";
import type { Located } from "./places.ts";
import { profilers } from "./profilers.ts";
import { CollectedProfiles, type ExplainedPair } from "./collected.ts";

interface ExplainingPair {
  readonly servers: Pair<{
    readonly entrant: Entrant;
    readonly about: Explained["base"];
    readonly located: Located;
  }>;
  /** Default: `cpu`. */
  readonly metric?: ExplainedMetric | undefined;
  readonly scenario: string;
  readonly exchange: Exchange;
  readonly budgetSeconds: number;
  readonly seed: number;
  readonly warnings: readonly Warning[];
}

export const PROFILED_SECONDS = 2;

/** The warm-up of both servers together. The window without the profiler goes on with it. */
const TOGETHER_SECONDS = 0.4;

/**
 * Profiles two entrants in duets until the named functions explain the difference or the budget ends.
 * @param note receives one line for people after each round
 * @throws ComparisonFailed if a round is void; Interrupted
 */
export async function explainEntrants(
  { servers, metric = "cpu", scenario, exchange, budgetSeconds, seed, warnings }: ExplainingPair,
  bench: Bench,
  note: Note,
): Promise<ExplainedPair> {
  const { base, new: next } = servers;
  const warmup = { ...bench.load.warmup, togetherSeconds: TOGETHER_SECONDS };
  const collected = new CollectedProfiles(servers, metric);
  const names = { base: base.about.name, new: next.about.name };
  const step: Step = {
    phase: `Profiling ${scenario}: round`,
    done: 0,
    of: null,
    estimate: "",
    secondsLeft: budgetSeconds,
  };
  note(`Profiling ${names.new} and ${names.base} (${scenario})`, step);
  const explanationAfter = (seconds: number) =>
    collected.rounds.length === 0 ? null : explanationOf(collected.rounds, budgetSeconds, seconds);
  const { seconds: all } = await session(
    {
      measure: async function* ({ n }: Due & { readonly n: number }) {
        yield await profilers[metric](
          planRound({ ...names, role: "cell", scenario, rounds: n }, n, 1, seed),
          { base: base.entrant, new: next.entrant },
          exchange,
          { ...bench, load: { ...bench.load, warmup } },
        );
      },
    },
    {
      next: ({ rounds, seconds }) =>
        explanationAfter(seconds) === null ? [{ pair: scenario, n: rounds + 1 }] : [],
    },
    { append: (_, { sides }) => void (sides && collected.addSampled(sides)) },
    {
      ...bench,
      onTurn: (_, { rounds: done, seconds }) => {
        if (done === 0) return;
        const secondsLeft = Math.max(0, budgetSeconds - seconds);
        const line = `[${done}] Profiled ${names.new} and ${names.base}, ${formatDuration(seconds)}`;
        note(line, { ...step, done, secondsLeft });
      },
    },
  );
  return collected.explained(explanationAfter(all) as Explanation, scenario, warnings);
}
