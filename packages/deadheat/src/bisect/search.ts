import { UsageError } from "@deadheat/journal";
import { nextAction, type Action, type Line, type SearchOptions } from "@deadheat/judge";
import { EnvironmentError } from "@deadheat/measure";
import { inOneLine } from "../errors.ts";
import { isEnd, type Candidate, type CandidateLine } from "./line/candidate.ts";
import { progressWords } from "./progress.ts";
import { duetOf, learnPair, measureDuets, type Session } from "./session.ts";
import { PARENT, stateOf } from "./state.ts";

/** The end of a search over one line. */
export interface Searched {
  readonly line: CandidateLine;
  readonly state: Line;
  readonly done: Extract<Action, { kind: "done" }>;
  /** Whether the budget has ended the search. */
  readonly unfinished: boolean;
}

/**
 * Searches a line of candidates. All rounds so far count, also those of an interrupted search. A candidate that cannot be
 * measured is skipped, as `git bisect skip` does.
 * @throws the error of an end that cannot be measured, Interrupted
 */
export async function searchLine(
  session: Session,
  line: CandidateLine,
  options: SearchOptions,
  isOver: () => boolean,
): Promise<Searched> {
  const { ground, store } = session;
  const announced = new Set<string>();
  for (;;) {
    const state = stateOf(store, line);
    const action = nextAction(state, options);
    if (action.kind === "done") return { line, state, done: action, unfinished: false };
    if (isOver()) {
      const done = { kind: "done", found: [], places: new Map() } as const;
      return { line, state, done, unfinished: true };
    }
    const { from, to } = action;
    const pair = {
      base: line.candidates[from] as Candidate,
      new: line.candidates[to] as Candidate,
    };
    // Further rounds of the same pair get no line of their own.
    const subject = `${action.kind} ${from} ${to}`;
    if (!announced.has(subject)) ground.note(progressWords(line, state, action, session.pace));
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
