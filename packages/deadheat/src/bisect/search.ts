import type { RoundRecord } from "@deadheat/journal";
import {
  logRatios,
  nextAction,
  pairOf,
  pointsOf,
  type Action,
  type Line,
  type SearchOptions,
} from "@deadheat/judge";
import { formatDuration } from "@deadheat/report/format";
import type { CandidateLine, Candidate } from "./line/candidate.ts";
import {
  CannotMeasure,
  duetOf,
  learnPair,
  measureDuets,
  orSkip,
  wordOf,
  type Session,
} from "./session.ts";
import type { Fact } from "./store.ts";

/** The end of a search over one line. */
export interface Searched {
  readonly line: CandidateLine;
  readonly state: Line;
  readonly done: Extract<Action, { kind: "done" }>;
  /** Whether the budget has ended the search. */
  readonly unfinished: boolean;
}

/** Searches a line of candidates. All that was measured before, also by an interrupted search, counts. */
export async function searchLine(
  session: Session,
  line: CandidateLine,
  options: SearchOptions,
  isOver: () => boolean,
): Promise<Searched> {
  const { ground, store } = session;
  const pace = { rounds: 0, seconds: 0 };
  const announced = new Set<string>();
  for (;;) {
    const state = stateOf(session, line);
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
    const words = progressWords(line, state, action, pace);
    if (!announced.has(words.key)) ground.note(words.text);
    announced.add(words.key);
    const onRound = (_: readonly RoundRecord[], seconds: number): void => {
      pace.rounds++;
      pace.seconds += seconds;
    };
    try {
      await orSkip(session, async () => {
        if (action.kind === "measure" && !isEnd(line, to) && !hasCode(session, pair.new)) {
          // A candidate with the code of another one needs no rounds.
          await learnPair(session, pair);
          if (stateOf(session, line).sameAs.has(to)) return;
        }
        await measureDuets(session, pair, nameOf(action, pair), () => action.rounds, onRound);
      });
    } catch (error) {
      if (!(error instanceof CannotMeasure) || isEnd(line, to)) throw causeOf(error);
      ground.note(`skipped ${pair.new.name}: ${error.message}`);
      store.add({ type: "skipped", id: pair.new.id, reason: error.message });
    }
  }
}

/** A fault of an end ends the search, with its own message. */
function causeOf(error: unknown): unknown {
  return error instanceof CannotMeasure ? error.cause : error;
}

function isEnd({ candidates }: CandidateLine, at: number): boolean {
  return at === 0 || at === candidates.length - 1;
}

function hasCode({ store }: Session, { id }: Candidate): boolean {
  return store.facts.some((fact) => fact.type === "code" && fact.id === id);
}

function nameOf(action: Action, pair: { base: Candidate; new: Candidate }): string {
  return action.kind === "confirm" ? `${PARENT}${duetOf(pair)}` : duetOf(pair);
}

/** The beginning of the names of duets of a candidate with its predecessor. */
export const PARENT = "parent-";

/** Returns all that is known about a line: its rounds, and the candidates that were skipped or load the same code. */
export function stateOf({ store }: Session, line: CandidateLine): Line {
  const { candidates, fork, milestones } = line;
  const at = new Map(candidates.map(({ id }, i) => [id, i]));
  const indicesOf = (type: Fact["type"]) =>
    store.facts.flatMap((fact) => (fact.type === type ? (at.get(fact.id) ?? []) : []));
  const duets = new Map<string, readonly number[]>();
  const confirmations = new Map<string, readonly number[]>();
  const words = new Map(candidates.map((one, i) => [wordOf(one), i]));
  for (const name of store.duets()) {
    const pair = name.replace(PARENT, "").split("..");
    const [from, to] = pair.map((word) => words.get(word));
    const own = logRatios(store.roundsOf(name));
    if (from === undefined || to === undefined || own.length === 0) continue;
    (name.startsWith(PARENT) ? confirmations : duets).set(pairOf(from, to), own);
  }
  return {
    size: candidates.length,
    fork,
    milestones: new Set(milestones),
    duets,
    skipped: new Set(indicesOf("skipped")),
    sameAs: sameCode(line, store.facts, measuredPoints({ duets, confirmations })),
    confirmations,
  };
}

/** Returns the points that have rounds. */
export function measuredPoints({
  duets,
  confirmations,
}: Pick<Line, "duets" | "confirmations">): Set<number> {
  return new Set([...duets.keys(), ...confirmations.keys()].flatMap(pointsOf));
}

/** Returns the points without rounds whose code a measured point or the base end has. */
function sameCode(
  line: CandidateLine,
  facts: readonly Fact[],
  measured: ReadonlySet<number>,
): Map<number, number> {
  const digests = new Map(
    facts.flatMap((fact) => (fact.type === "code" ? [[fact.id, fact.digest]] : [])),
  );
  const digestOf = (i: number) => digests.get(line.candidates[i]?.id ?? "");
  const known = [0, ...measured].filter((i) => digestOf(i) !== undefined);
  const same = new Map<number, number>();
  for (const i of line.candidates.keys()) {
    if (isEnd(line, i) || measured.has(i) || digestOf(i) === undefined) continue;
    const first = known.find((one) => digestOf(one) === digestOf(i));
    if (first !== undefined) same.set(i, first);
  }
  return same;
}

/** The seconds of a round and of a checkout, until this search has shown its own. */
const USUAL = { round: 3.5, point: 8 } as const;
const ROUNDS_OF_STEP = 4;

/** Returns a line such as `step 3 of about 8, 41 commits left, 3 min`. */
function progressWords(
  line: CandidateLine,
  state: Line,
  action: Exclude<Action, { kind: "done" }>,
  pace: { readonly rounds: number; readonly seconds: number },
): { readonly key: string; readonly text: string } {
  const each = pace.rounds === 0 ? USUAL.round : pace.seconds / pace.rounds;
  const [from, to] = [line.candidates[action.from], line.candidates[action.to]] as [
    Candidate,
    Candidate,
  ];
  const seconds = formatDuration(each * action.rounds);
  if (action.kind === "confirm") {
    const text = `the step is at ${to.name}: measuring it against ${from.name}, ${seconds}`;
    return { key: `confirm ${from.id} ${to.id}`, text };
  }
  const isAnchor = isEnd(line, action.to) || action.to === state.fork;
  if (isAnchor && action.from === 0) {
    return { key: to.id, text: `measuring ${to.name} against ${from.name} first, ${seconds}` };
  }
  if (action.steps === 0) {
    const text = `measuring ${to.name} against ${from.name}, to see whether a step lies between them`;
    return { key: `part ${from.id} ${to.id}`, text };
  }
  const points = measuredPoints(state);
  for (const at of [0, action.to, state.size - 1, state.fork ?? 0]) points.delete(at);
  const what =
    line.kind === "commits" ? "commits" : line.kind === "versions" ? "versions" : "releases";
  const left = action.steps * (ROUNDS_OF_STEP * each + USUAL.point) + 8 * each;
  return {
    key: to.id,
    text: `step ${points.size + 1} of about ${points.size + action.steps}, ${action.left} ${what} left, ${formatDuration(left)}: ${to.name}`,
  };
}
