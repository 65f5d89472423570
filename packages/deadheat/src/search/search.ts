import type { RoundRecord } from "@deadheat/journal";
import {
  nextAction,
  type Action,
  type Known,
  type Line,
  type SearchOptions,
} from "@deadheat/judge";
import { type Pair } from "@deadheat/measure";
import { formatDuration } from "@deadheat/report/format";
import { session, type Due } from "@deadheat/runner";
import { ComparisonFailed, inOneLine, isExplained } from "../errors.ts";
import { runningEstimate } from "../measure/progress.ts";
import { isEnd, type Candidate, type CandidateLine } from "./candidate.ts";
import { progressWords } from "./progress.ts";
import {
  duetOf,
  headerFor,
  learnPair,
  measureDuet,
  secondsOfRound,
  type Session,
} from "./session.ts";
import { PARENT, stateOf } from "./state.ts";

/** A search over one line: all that its rounds have shown. */
export interface Searched extends Known {
  readonly line: CandidateLine;
  readonly state: Line;
  /** The error that ended the search: of an end that cannot be measured, or Interrupted. null if the search came to its end. */
  readonly failure: unknown;
}

/**
 * Searches a line of candidates. All rounds so far count, also those of an interrupted search. A candidate that cannot be
 * measured is skipped, as `git bisect skip` does.
 * @param onConfirmed receives what is known when a step is confirmed
 */
export async function searchLine(
  searching: Session,
  line: CandidateLine,
  options: SearchOptions,
  onConfirmed: (searched: Searched) => void,
): Promise<Searched> {
  const known = (failure: unknown): Searched => {
    const state = stateOf(searching.store, line);
    const { found, places } = nextAction(state, options);
    return { line, state, found, places, failure };
  };
  try {
    let confirmed = 0;
    await measureAll(searching, line, options, ({ found }) => {
      const count = found.filter(({ state }) => state === "confirmed").length;
      if (count > confirmed) onConfirmed(known(null));
      confirmed = count;
    });
    return known(null);
  } catch (error) {
    return known(error);
  }
}

/** A round that the search asks for; without a number only the start of both, to learn the code that they load. */
interface DueDuet extends Due, Pair<Candidate> {
  readonly action: Exclude<Action, { kind: "done" }>;
  readonly n: number | null;
}

/** A busy machine may void a round. A server that cannot be measured voids every round. */
const MOST_VOIDS = 1;

/** Measures until nothing is left to do. @throws the error of an end that cannot be measured, Interrupted */
async function measureAll(
  searching: Session,
  line: CandidateLine,
  options: SearchOptions,
  onAction: (action: Action) => void,
): Promise<void> {
  const { testbed, store } = searching;
  const measure = async function* (due: DueDuet) {
    try {
      await learnPair(searching, due);
      if (due.n !== null) yield await measureDuet(searching, due, due.n, due.action.rounds);
    } catch (error) {
      // A full disk is no server's fault, and would skip every candidate.
      if (isEnd(line, due.action.to) || testbed.signal.aborted || !isExplained(error)) throw error;
      throw new ComparisonFailed(inOneLine(error), { cause: error });
    }
  };
  const next = (): readonly DueDuet[] => {
    const action = nextAction(stateOf(store, line), options);
    onAction(action);
    if (action.kind === "done") return [];
    const { kind, from, to, rounds } = action;
    const both = {
      base: line.candidates[from] as Candidate,
      new: line.candidates[to] as Candidate,
    };
    const name = duetOf(both);
    const due = { pair: `${kind === "confirm" ? PARENT : ""}${name}`, action, ...both };
    // A candidate with the code of another one needs no rounds.
    const isKnown = both.new.id in store.facts.code || searching.learned.has(name);
    if (kind === "measure" && !isEnd(line, to) && !isKnown) return [{ ...due, n: null }];
    // Rounds that confirmed the difference before count for its parts too (stateOf).
    const isKnownWhole = line.kind === "parts" && from === 0 && isEnd(line, to);
    const before = isKnownWhole ? store.roundsOf(`${PARENT}${name}`).length : 0;
    const done = before + store.roundsOf(due.pair).length;
    return Array.from({ length: rounds - done }, (_, i) => ({ ...due, n: done + i + 1 }));
  };
  const instead = (due: DueDuet, voids: number) =>
    voids > MOST_VOIDS ? null : { ...due, n: due.action.rounds + voids };
  const announced = new Set<string>();
  await session(
    { measure },
    { next, instead, goesOn: true },
    {
      append: (due, record) => store.append(due.pair, () => headerFor(searching, due), record),
    },
    {
      pinning: testbed.machine.pinning,
      signal: testbed.signal,
      onTurn: ([due]) => {
        // Further rounds of the same pair get no line of their own.
        if (due === undefined || announced.has(due.pair)) return;
        // Many sets of lines do not start without the others, which is no news.
        if (due.n === null && line.kind === "parts") return;
        const each = secondsOfRound(searching);
        testbed.note(progressWords(line, stateOf(store, line), due.action, each));
        announced.add(due.pair);
      },
      onRecord: (due) => noteRound(searching, due, store.roundsOf(due.pair), due.action.rounds),
      onFailed: (due, why) => {
        const reason = inOneLine(new ComparisonFailed(why));
        if (isEnd(line, due.action.to)) throw new ComparisonFailed(why);
        if (line.kind !== "parts") testbed.note(`Skipped ${due.new.name}: ${reason}`);
        store.save({ skipped: { ...store.facts.skipped, [due.new.id]: reason } });
      },
    },
  );
}

function noteRound(
  searching: Session,
  { base, new: next }: Pair<Candidate>,
  all: readonly RoundRecord[],
  of: number,
): void {
  // If the first round is void, there is nothing to estimate yet.
  if (all.length === 0) return;
  const estimate = runningEstimate(all);
  const secondsLeft = (of - all.length) * secondsOfRound(searching);
  const names = `${next.name} vs. ${base.name}`;
  searching.testbed.note(
    `${names}: round ${all.length} of ${of}, ${estimate} so far, ${formatDuration(secondsLeft)} left`,
    { phase: `${names}: round`, done: all.length, of, estimate, secondsLeft },
  );
}
