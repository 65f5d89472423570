import {
  duetName,
  failureOf,
  type RoundRecord,
  type CostRecord,
  type Duet,
  type JournalRecord,
  type Modes,
  type Precision,
} from "@deadheat/journal";
import { hasTimeFor, MINIMUM_ROUNDS, secondsEach, shareSpare, spareRounds } from "@deadheat/judge";
import { orderOpenLoops, orderSweeps } from "@deadheat/measure";
import type { Arranged } from "../cell/arrange.ts";
import type { Step } from "../cell/measure.ts";
import { numbered, plannedRounds, type DueRound } from "./order.ts";

// The rounds and steps that are due next, given the records so far. All functions are pure.

/** The time limit of a run's duets, and the time so far. */
export interface Clock {
  readonly withinSeconds: number | null;
  readonly elapsedSeconds: number;
}

/**
 * Returns the planned rounds of a pass that are not measured yet; null if there is no time for the pass.
 * @param rounds the valid rounds of these duets so far
 */
export function dueInPass(
  duets: readonly Duet[],
  { passes }: Pick<Arranged, "passes">,
  pass: number,
  rounds: readonly RoundRecord[],
  { withinSeconds, elapsedSeconds }: Clock,
): DueRound[] | null {
  const due = plannedRounds({ duets, passes }, pass).filter(
    (round) => !rounds.some((done) => done.n === round.n && isOf(done, round)),
  );
  const wanted = { pass, rounds: due.length };
  return hasTimeFor(wanted, withinSeconds, elapsedSeconds, paceOf(rounds)) ? due : null;
}

/** Returns the seconds by which a round delays the others. Those of rounds at the same time share them. */
function paceOf(rounds: readonly RoundRecord[]): number {
  const shared = rounds.map(({ seconds, alongside = 0, ...round }) => {
    return { ...round, seconds: { ...seconds, total: seconds.total / (alongside + 1) } };
  });
  return secondsEach(shared);
}

/** Further rounds: the number for each duet by name, and the rounds of each pass. */
export interface Further {
  readonly shares: ReadonlyMap<string, number>;
  readonly passes: readonly (readonly DueRound[])[];
}

/**
 * Returns the further rounds of cells whose intervals are wider than the profile promises. After the planned passes the
 * measured rounds are all of the first stage. Before, the planned ones that are still to come keep their time.
 */
export function furtherRounds(
  duets: readonly Duet[],
  rounds: readonly RoundRecord[],
  precision: NonNullable<Precision>,
  { withinSeconds, elapsedSeconds }: Clock,
  toCome = 0,
): Further {
  const each = paceOf(rounds);
  const had = rounds.filter(({ stage }) => stage === 2).length;
  const limits = { ...precision, withinSeconds, spare: precision.spare - had };
  const spare = spareRounds(limits, elapsedSeconds + toCome * each, each);
  const own = duets.map((duet) => {
    const measured = rounds.filter((round) => duetName(round) === duetName(duet));
    const planned = measured.filter(({ stage }) => stage !== 2).length;
    const last = Math.max(toCome > 0 ? duet.rounds : 0, ...measured.map(({ n }) => n));
    return { duet: toCome > 0 ? duet : { ...duet, rounds: planned }, last };
  });
  const shares = shareSpare(
    own.map(({ duet }) => duet),
    rounds,
    { ...precision, spare },
  );
  const passes: DueRound[][] = [];
  for (const { duet, last } of own) {
    const { new: target, scenario } = duet;
    const share = shares.get(duetName(duet)) ?? 0;
    for (const [i, round] of numbered({ target, scenario, stage: 2 }, last, last + share).entries())
      (passes[i] ??= []).push(round);
  }
  return { shares, passes };
}

/**
 * Returns the further rounds that are measured together with a planned pass. The first three passes have none, and the
 * passes from then on share those that the spread so far asks for. Rounds that all come last may fall into another state
 * of the machine than the planned ones.
 */
export function wovenRounds(
  duets: readonly Duet[],
  { passes }: Pick<Arranged, "passes">,
  pass: number,
  rounds: readonly RoundRecord[],
  precision: NonNullable<Precision>,
  clock: Clock,
): Further {
  if (pass <= MINIMUM_ROUNDS) return { shares: new Map(), passes: [] };
  const left = passes - pass + 1;
  const toCome = Array.from({ length: left }, (_, i) => plannedRounds({ duets, passes }, pass + i));
  const further = furtherRounds(duets, rounds, precision, clock, toCome.flat().length);
  const now = further.passes.slice(0, Math.ceil(further.passes.length / left));
  const shares = [...further.shares].map(([name, n]) => [name, Math.min(n, now.length)] as const);
  return { shares: new Map(shares), passes: now };
}

/** Returns the rounds at fixed rates that a pass adds and that are not measured yet. */
export function dueCosts(
  costs: readonly Duet[],
  pass: number,
  done: readonly CostRecord[],
): DueRound[] {
  return plannedRounds({ duets: costs, passes: costPasses(costs) }, pass).filter(
    (round) => !done.some((one) => one.void === null && one.n === round.n && isOf(one, round)),
  );
}

export function costPasses(costs: readonly Duet[]): number {
  return Math.max(0, ...costs.map(({ rounds }) => rounds));
}

function isOf({ new: next, scenario }: RoundRecord | CostRecord, due: DueRound): boolean {
  return next === due.target && scenario === due.scenario;
}

/**
 * Returns the steps of one target without its reference: its sweeps, then its open loops. Both are in passes, and each
 * round includes every cell. Steps that the journal already has are left out.
 */
export function soloSteps(
  { sweeps, openLoops }: Pick<Arranged, "sweeps" | "openLoops">,
  { sweep, latency }: Pick<Modes, "sweep" | "latency">,
  target: string,
  seed: number,
  done: readonly JournalRecord[],
): Step[] {
  const own = <T extends { readonly target: string }>(cells: readonly T[]) =>
    cells.filter((cell) => cell.target === target);
  const valid = done.filter((record) => failureOf(record) === null);
  const sweptBy = valid.filter((record) => record.type === "sweep");
  const loopsOf = valid.filter((record) => record.type === "openLoop");
  const steps: Step[] = [];
  for (const planned of sweep ? orderSweeps(own(sweeps), sweep, seed) : []) {
    const { server, round, cell } = planned;
    const same = sweptBy.filter((one) => one.server === server && isStep(one, cell, round));
    const had = new Set(same.map((one) => one.connections));
    const connections = planned.connections.filter((count) => !had.has(count));
    if (sweep && connections.length > 0)
      steps.push({ kind: "sweep", planned: { ...planned, connections }, settings: sweep });
  }
  for (const planned of latency ? orderOpenLoops(own(openLoops), latency, seed) : []) {
    const same = loopsOf.filter((one) => isStep(one, planned.cell, planned.round));
    const had = new Set(same.map((one) => one.fraction));
    const fractions = planned.fractions.filter((fraction) => !had.has(fraction));
    if (latency && fractions.length > 0)
      steps.push({ kind: "openLoop", planned: { ...planned, fractions }, settings: latency });
  }
  return steps;
}

function isStep(
  record: { readonly scenario: string; readonly round: number },
  cell: { readonly scenario: string },
  round: number,
): boolean {
  return record.scenario === cell.scenario && record.round === round;
}
