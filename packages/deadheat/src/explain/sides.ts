import type { Load } from "@deadheat/journal";
import {
  concurrencyWarnings,
  limitWarnings,
  type describeMachine,
  type Exchange,
  type Hold,
  type Pair,
} from "@deadheat/measure";
import type { Oha } from "@deadheat/oha";
import type { RunFolder } from "@deadheat/runner";
import { fittedLoad, learnBoth } from "../compare/sides.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import type { Pilots } from "../entrants/pilots.ts";
import type { Side } from "../entrants/side.ts";
import type { Note } from "../step.ts";
import type { ExplainedPair } from "./collected.ts";
import { explainEntrants } from "./entrants.ts";
import { serverOf } from "./server.ts";

/** The ground and the options of an explanation of two sides. */
export interface Explaining {
  readonly machine: ReturnType<typeof describeMachine>;
  readonly oha: Oha;
  readonly load: Load;
  readonly pilots: Pilots | null;
  readonly hold: Hold;
  readonly seed: number;
  /** The time for all requests together. */
  readonly budgetSeconds: number;
  readonly folder: RunFolder;
  readonly allowDifferent: boolean;
  readonly aa: boolean;
  readonly notes: readonly string[];
  readonly signal: AbortSignal;
  readonly note: Note;
}

/**
 * Explains the difference between two sides, for each request. Starts each side once, to learn its answers and the files
 * that it loads, then profiles duets.
 * @throws UsageError, ComparisonFailed, EnvironmentError, Interrupted
 */
export async function explainSides(
  sides: Pair<Side>,
  asked: readonly ReadRequest[],
  explaining: Explaining,
): Promise<ExplainedPair[]> {
  const { machine, oha, hold, seed, signal, note } = explaining;
  const { pair, notes } = await learnBoth(sides, asked, explaining);
  const load = fittedLoad(explaining, sides, asked, null);
  const bench = { oha, pinning: machine.pinning, load, signal };
  const explained: ExplainedPair[] = [];
  for (const [i, { name: scenario }] of asked.entries()) {
    const exchange = pair.base.exchanges[i] as Exchange;
    explained.push(
      await explainEntrants(
        {
          servers: { base: serverOf(pair.base, i), new: serverOf(pair.new, i) },
          scenario,
          exchange,
          budgetSeconds: explaining.budgetSeconds / asked.length,
          seed,
          warnings: [
            ...notes.map((message) => ({ code: "app", message })),
            ...concurrencyWarnings(hold),
            ...limitWarnings(),
            ...(pair.new.remarks[i] ?? []),
          ],
        },
        bench,
        note,
      ),
    );
  }
  return explained;
}
