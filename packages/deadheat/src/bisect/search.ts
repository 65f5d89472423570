import { UsageError, EnvironmentError, Interrupted } from "@deadheat/journal";
import {
  nextAction,
  type Action,
  type Known,
  type Line,
  type SearchOptions,
} from "@deadheat/judge";
import { inOneLine } from "../errors.ts";
import { isEnd, type Candidate, type CandidateLine } from "./line/candidate.ts";
import { progressWords } from "./progress.ts";
import { duetOf, learnPair, measureDuets, secondsOfRound, type Session } from "./session.ts";
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
  session: Session,
  line: CandidateLine,
  options: SearchOptions,
  onConfirmed: (searched: Searched) => void,
): Promise<Searched> {
  const known = (failure: unknown): Searched => {
    const state = stateOf(session.store, line);
    const { found, places } = nextAction(state, options);
    return { line, state, found, places, failure };
  };
  try {
    let confirmed = 0;
    await measureAll(session, line, options, ({ found }) => {
      const count = found.filter(({ state }) => state === "confirmed").length;
      if (count > confirmed) onConfirmed(known(null));
      confirmed = count;
    });
    return known(null);
  } catch (error) {
    return known(error);
  }
}

/** Measures until nothing is left to do. @throws the error of an end that cannot be measured, Interrupted */
async function measureAll(
  session: Session,
  line: CandidateLine,
  options: SearchOptions,
  onAction: (action: Action) => void,
): Promise<void> {
  const { ground, store } = session;
  const announced = new Set<string>();
  for (;;) {
    const state = stateOf(store, line);
    const action = nextAction(state, options);
    onAction(action);
    if (action.kind === "done") return;
    if (ground.signal.aborted) throw new Interrupted();
    const { from, to } = action;
    const pair = {
      base: line.candidates[from] as Candidate,
      new: line.candidates[to] as Candidate,
    };
    // Further rounds of the same pair get no line of their own.
    const subject = `${action.kind} ${from} ${to}`;
    if (!announced.has(subject)) {
      ground.note(progressWords(line, state, action, secondsOfRound(session)));
    }
    announced.add(subject);
    try {
      const { id } = pair.new;
      if (action.kind === "measure" && !isEnd(line, to) && !(id in store.facts.code)) {
        // A candidate with the code of another one needs no rounds.
        await learnPair(session, pair);
        if (stateOf(store, line).sameAs.has(to)) continue;
      }
      const name = `${action.kind === "confirm" ? PARENT : ""}${duetOf(pair)}`;
      await measureDuets(session, pair, name, action.rounds);
    } catch (error) {
      // A full disk is no server's fault, and would skip every candidate.
      const isOfServer = error instanceof UsageError || error instanceof EnvironmentError;
      if (isEnd(line, to) || ground.signal.aborted || !isOfServer) throw error;
      const reason = inOneLine(error);
      ground.note(`Skipped ${pair.new.name}: ${reason}`);
      store.save({ skipped: { ...store.facts.skipped, [pair.new.id]: reason } });
    }
  }
}
