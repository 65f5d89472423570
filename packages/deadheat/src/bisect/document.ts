import {
  BISECTED_SCHEMA,
  levelOf,
  levelsOf,
  restOf,
  stepEstimate,
  type Bisected,
  type BisectedCandidate,
  type BisectedRatio,
  type BisectedStep,
  type Levels,
} from "@deadheat/judge";
import { concurrencyWarnings, limitWarnings } from "@deadheat/measure";
import { equivalencePValue, interval, pValue, type LogEstimate } from "@deadheat/stats";
import { remarksOf } from "../learn/learn.ts";
import { repeatingCommand } from "../plan/repeat.ts";
import { deadheatVersion } from "../version.ts";
import { causeOf, type Candidate, type CandidateLine } from "./line/candidate.ts";
import type { Asked } from "./read.ts";
import { measuredPoints, type Searched } from "./search.ts";
import type { Session } from "./session.ts";

interface Found {
  readonly session: Session;
  readonly asked: Asked;
  readonly main: Searched;
  /** The searches of branches, by the place of their merge on the line. */
  readonly branches: readonly (readonly [at: number, Searched])[];
  readonly margin: number;
  readonly seconds: number;
}

/** Returns the document of a search. */
export function documentOf(found: Found): Bisected {
  const { session, asked, main, margin, seconds } = found;
  const { line, state } = main;
  const { store, ground } = session;
  const last = line.candidates.length - 1;
  const total = levelOf(state, last);
  const steps = stepsOf(found, total?.mean ?? 0);
  const confirmed = main.done.found.filter((step) => step.state === "confirmed");
  const { cpu, cores, kernel, os } = ground.machine;
  const fork = line.fork;
  return {
    schema: BISECTED_SCHEMA,
    deadheat: deadheatVersion(),
    startedAt: store.plan.startedAt,
    seconds,
    kind: line.kind,
    base: told(line.candidates[0] as Candidate),
    new: told(line.candidates[last] as Candidate),
    scenario: session.request.name,
    outcome: main.unfinished
      ? "unfinished"
      : steps.length > 0
        ? "found"
        : verdictFor(total, margin),
    whole: total && ratioOf(total),
    fork:
      fork === null
        ? null
        : {
            candidate: told(line.candidates[fork] as Candidate),
            at: fork,
            measured: measuredAt(levelsOf(state), fork),
          },
    steps,
    rest:
      total === null || confirmed.length === 0 ? null : intervalOf(restOf(state, total, confirmed)),
    tried: triedOf(found),
    line: {
      candidates: line.candidates.length,
      left: line.left,
      rounds: store.duets().reduce((all, name) => all + store.roundsOf(name).length, 0),
    },
    warnings: [
      ...concurrencyWarnings(ground.hold),
      ...limitWarnings(),
      ...remarksOf([...session.learned.values()].flatMap(({ base, new: next }) => [base, next])),
    ],
    machine: { cpu, cores, kernel, os, oha: ground.oha.version },
    command: repeatingCommand(
      "bisect",
      [asked.specs.base.text, asked.specs.new.text],
      asked.options.requests ? [requestLine(session)] : [],
      { ...asked.options, cwd: asked.cwd },
    ),
  };
}

function verdictFor(total: LogEstimate | null, margin: number): Bisected["outcome"] {
  if (total === null) return "undecided";
  if (pValue(total) < 0.05) return "undecided";
  return equivalencePValue(total, margin) < 0.05 ? "same" : "undecided";
}

function told({ id, name, commit, date }: Candidate): BisectedCandidate {
  return { id, name, author: commit?.author ?? null, subject: commit?.subject ?? null, date };
}

function ratioOf(est: LogEstimate): BisectedRatio {
  const { ratio, lo, hi } = interval(est);
  return { ratio, lo, hi, n: est.n };
}

function intervalOf(est: LogEstimate): NonNullable<Bisected["rest"]> {
  const { ratio, lo, hi } = interval(est);
  return { ratio, lo, hi };
}

function measuredAt(levels: Levels, at: number): BisectedRatio | null {
  const est = levels.contrast(0, at);
  return est === null || est.n === 0 ? null : ratioOf(est);
}

function stepsOf({ main, branches }: Found, total: number): BisectedStep[] {
  return main.done.found.flatMap((step): BisectedStep[] => {
    const { line, state } = main;
    const est = stepEstimate(state, step);
    const at = causeOf(line, step);
    const inner = branches.find(([merge]) => merge === at)?.[1];
    const within = inner?.done.found.filter((one) => one.state === "confirmed") ?? [];
    const merge = told(caused(line, at));
    const wonBack = Math.sign(est.mean) !== Math.sign(total);
    const own = (of: CandidateLine, one: typeof step): Omit<BisectedStep, "measured" | "merge"> => {
      const cause = causeOf(of, one);
      const parent = cause === one.to ? one.from : one.to;
      const back = of.fork !== null && one.to <= of.fork;
      const among = of.candidates.slice(back ? one.from : one.from + 1, back ? one.to : one.to + 1);
      return {
        candidate: told(caused(of, cause)),
        parent: told(of.candidates[parent] as Candidate),
        among: (back ? among.toReversed() : among).map(told),
        side: back ? "base" : "new",
        state: one.state,
        wonBack,
        from: step.from,
        to: step.to,
      };
    };
    if (inner === undefined || within.length === 0) {
      return [{ ...own(line, step), merge: null, measured: ratioOf(est) }];
    }
    return within.map((one) => ({
      ...own(inner.line, one),
      merge,
      measured: ratioOf(stepEstimate(inner.state, one)),
    }));
  });
}

/** Returns the candidate with the commit that changed it, which an end may have from the commit before it. */
function caused(line: CandidateLine, at: number): Candidate {
  const one = line.candidates[at] as Candidate;
  if (one.commit === null || one.commit.id === one.id) return one;
  return { ...one, id: one.commit.id, name: one.commit.id.slice(0, 7), date: one.commit.date };
}

function triedOf({ session, main }: Found): Bisected["tried"] {
  const { line, state, done } = main;
  const reasons = new Map(
    session.store.facts.flatMap((fact) =>
      fact.type === "skipped" ? [[fact.id, fact.reason]] : [],
    ),
  );
  const points = measuredPoints(state);
  const levels = levelsOf(state);
  return line.candidates.flatMap((one, at) => {
    const same = state.sameAs.get(at);
    const skipped = state.skipped.has(at) ? (reasons.get(one.id) ?? "") : null;
    if (at > 0 && !points.has(at) && skipped === null && same === undefined) return [];
    return [
      {
        candidate: told(one),
        at,
        measured: points.has(at) ? measuredAt(levels, at) : null,
        place: done.places.get(at) ?? null,
        sameAs: same === undefined ? null : (line.candidates[same]?.name ?? null),
        skipped,
      },
    ];
  });
}

function requestLine({ request: { request } }: Session): string {
  return `${request.method} ${request.path}`;
}
