import {
  BISECTED_SCHEMA,
  boundedInterval,
  levelOf,
  levelsOf,
  restOf,
  stepEstimate,
  type Bisected,
  type BisectedCandidate,
  type BisectedChange,
  type BisectedRatio,
  type FoundStep,
} from "@deadheat/judge";
import { concurrencyWarnings, limitWarnings } from "@deadheat/measure";
import { equivalencePValue, pValue, type LogEstimate } from "@deadheat/stats";
import { remarksOf } from "../learn/learn.ts";
import { machineOf } from "../measure/testbed.ts";
import { repeatingCommand } from "../plan/repeat.ts";
import { deadheatVersion } from "../version.ts";
import { causeOf, type Candidate, type CandidateLine } from "../search/candidate.ts";
import type { Asked } from "./read.ts";
import type { Searched } from "../search/search.ts";
import type { Session } from "../search/session.ts";
import { measuredPoints } from "../search/state.ts";

/** The finished searches: along the line, and in the branch of each merge, by the place of the merge. */
export interface Searches {
  readonly main: Searched;
  readonly branches: ReadonlyMap<number, Searched>;
}

/** Returns the error that ended the search; null if every line came to its end. */
export function failureOf({ main, branches }: Searches): unknown {
  return [main, ...branches.values()].find(({ failure }) => failure !== null)?.failure ?? null;
}

/** @param seconds the time that the search took, without interruptions */
export function documentOf(
  session: Session,
  asked: Asked,
  searches: Searches,
  margin: number,
  seconds: number,
): Bisected {
  const { line, state, found } = searches.main;
  const { store, testbed } = session;
  const { request } = session.request;
  const last = line.candidates.length - 1;
  const total = levelOf(state, last);
  const changes = found.flatMap((step) => changesAt(step, searches, total?.mean ?? 0));
  const confirmed = found.filter((step) => step.state === "confirmed");
  const isWhole = confirmed.some(({ from, to }) => from === 0 && to === last);
  const learned = [...session.learned.values()].flatMap(({ base, new: next }) => [base, next]);
  return {
    schema: BISECTED_SCHEMA,
    deadheat: deadheatVersion(),
    startedAt: store.facts.startedAt,
    seconds,
    kind: asked.line.kind as Bisected["kind"],
    base: told(line.candidates[0] as Candidate),
    new: told(line.candidates[last] as Candidate),
    scenario: session.request.name,
    outcome:
      failureOf(searches) !== null
        ? "unfinished"
        : changes.length > 0
          ? "found"
          : outcomeOf(total, margin),
    whole: total && ratioOf(total),
    fork: line.fork === null ? null : forkOf(searches.main, line.fork),
    changes,
    rest:
      total === null || confirmed.length === 0 || isWhole
        ? null
        : intervalOf(restOf(state, total, confirmed)),
    tried: triedOf(session, searches.main),
    line: {
      candidates: line.candidates.length,
      left: line.left,
      rounds: store.duets().reduce((all, name) => all + store.roundsOf(name).length, 0),
    },
    warnings: [...concurrencyWarnings(testbed.hold), ...limitWarnings(), ...remarksOf(learned)],
    machine: machineOf(testbed),
    command: repeatingCommand(
      "bisect",
      [asked.specs.base.text, asked.specs.new.text],
      asked.options.requests ? [`${request.method} ${request.path}`] : [],
      { ...asked.options, cwd: asked.cwd },
    ),
  };
}

function outcomeOf(total: LogEstimate | null, margin: number): Bisected["outcome"] {
  if (total === null || pValue(total) < 0.05) return "undecided";
  return equivalencePValue(total, margin) < 0.05 ? "same" : "undecided";
}

function told({ id, name, commit, date }: Candidate): BisectedCandidate {
  return { id, name, author: commit?.author ?? null, subject: commit?.subject ?? null, date };
}

function intervalOf(est: LogEstimate): NonNullable<Bisected["rest"]> {
  const { ratio, lo, hi } = boundedInterval(est);
  return { ratio, lo, hi };
}

function ratioOf(est: LogEstimate): BisectedRatio {
  return { ...intervalOf(est), n: est.n };
}

/** Returns the ratio of a point to the base end; null if no duets connect the two. */
function measuredAt({ state }: Searched, at: number): BisectedRatio | null {
  const est = levelsOf(state).contrast(0, at);
  return est === null || est.n === 0 ? null : ratioOf(est);
}

function forkOf(main: Searched, at: number): Bisected["fork"] {
  const candidate = told(main.line.candidates[at] as Candidate);
  return { candidate, at, measured: measuredAt(main, at) };
}

/** Returns the changes at a step of the line: the step itself, or the steps within the branch that its merge brought in. */
function changesAt(
  step: FoundStep,
  { main, branches }: Searches,
  total: number,
): readonly BisectedChange[] {
  const est = stepEstimate(main.state, step);
  const at = causeOf(main.line, step);
  const inner = branches.get(at);
  const within = inner?.found.filter((one) => one.state === "confirmed") ?? [];
  const shared = {
    recovered: Math.sign(est.mean) !== Math.sign(total),
    from: step.from,
    to: step.to,
  };
  if (inner === undefined || within.length === 0) {
    return [{ ...causeIn(main.line, step), merge: null, measured: ratioOf(est), ...shared }];
  }
  const merge = told(caused(main.line, at));
  return within.map((one) => {
    const measured = ratioOf(stepEstimate(inner.state, one));
    return { ...causeIn(inner.line, one), merge, measured, ...shared };
  });
}

function causeIn(
  line: CandidateLine,
  step: FoundStep,
): Pick<BisectedChange, "candidate" | "parent" | "among" | "side" | "state"> {
  const { from, to, state } = step;
  const at = causeOf(line, step);
  const back = line.fork !== null && to <= line.fork;
  const among = line.candidates.slice(back ? from : from + 1, back ? to : to + 1);
  return {
    candidate: told(caused(line, at)),
    parent: told(line.candidates[at === to ? from : to] as Candidate),
    among: (back ? among.toReversed() : among).map(told),
    side: back ? "base" : "new",
    state,
  };
}

/** Returns the candidate under the id of the commit that changed it, which may be an older one for an end. */
function caused(line: CandidateLine, at: number): Candidate {
  const one = line.candidates[at] as Candidate;
  if (one.commit === null || one.commit.id === one.id) return one;
  return { ...one, id: one.commit.id, name: one.commit.id.slice(0, 7), date: one.commit.date };
}

function triedOf({ store }: Session, main: Searched): Bisected["tried"] {
  const { line, state, places } = main;
  const points = measuredPoints(state);
  return line.candidates.flatMap((one, at) => {
    const same = state.sameAs.get(at);
    const skipped = store.facts.skipped[one.id] ?? null;
    if (at > 0 && !points.has(at) && skipped === null && same === undefined) return [];
    return [
      {
        candidate: told(one),
        at,
        measured: points.has(at) ? measuredAt(main, at) : null,
        place: places.get(at) ?? null,
        sameAs: same === undefined ? null : (line.candidates[same]?.name ?? null),
        skipped,
      },
    ];
  });
}
