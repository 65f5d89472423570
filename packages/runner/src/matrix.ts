import {
  failureOf,
  type CostRecord,
  type Duet,
  type JournalRecord,
  type OfCell,
  type RoundRecord,
} from "@deadheat/journal";
import { planCost, planRound, randomFor, shuffled } from "@deadheat/measure";
import { furtherIn } from "./cell/arrange.ts";
import { measureStep, scenarioOf, type Servers, type Step } from "./cell/measure.ts";
import { cellName } from "./measured.ts";
import type { Notebook } from "./notebook.ts";
import type { RunContext, Participant, RunPlan } from "./plan.ts";
import type { RunEvent } from "./progress.ts";
import {
  costPasses,
  dueCosts,
  dueInPass,
  furtherRounds,
  soloSteps,
  wovenRounds,
} from "./schedule/due.ts";
import { orderVisits, type DueRound } from "./schedule/order.ts";
import type { Due, Pairs, Policy, SoFar } from "./session.ts";

interface Attempt {
  readonly plan: RunPlan;
  /** The participants that this attempt measures. */
  readonly own: readonly Participant[];
  readonly book: Notebook;
  readonly context: RunContext;
  readonly tell: (event: RunEvent) => void;
}

/** A step of a cell, or the check of a target's responses before its first one. */
export interface DueStep extends Due {
  readonly participant: Participant;
  readonly step: Step | null;
}

/** Returns how the cells of a plan are measured. */
export function cellsOf({ plan, context }: Attempt): Pairs<DueStep, JournalRecord> {
  const { oha, signal, measure = measureStep } = context;
  const servers: Servers = {
    entrant: (target, scenario) => plan.named(target).entrant(scenario),
    exchange: plan.exchange,
  };
  // The numbers of connections at which a server failed. They are not tried on this server again.
  const spoiled = new Set<string>();
  return {
    measure: async function* ({ participant, step }, place) {
      if (step === null) return yield* await participant.check(signal);
      const wanted = bearable(step, spoiled);
      if (wanted === null) return;
      const bench = { oha, ...place, signal, load: plan.settingsOf(participant.name).load };
      for await (const record of measure(wanted, servers, bench)) {
        yield record;
        if (record.type !== "sweep" || failureOf(record) === null) continue;
        spoiled.add(loadOf(record, record.connections));
      }
    },
    // A second attempt would most likely fail again, and would take time.
    failureOf: (record) => {
      const reason = failureOf(record);
      if (reason === null || record.type === "sweep" || !("scenario" in record)) return null;
      return { pair: cellName(record), reason };
    },
  };
}

/**
 * The policy of a matrix: passes of one round of each due pair, so that no target's rounds all fall into the same minute
 * (docs/findings.md). Cells whose intervals are too wide get further rounds from the fourth pass on, and in the time that is
 * left after the last whole pass (judge, rules/further.ts). Then come the rounds at fixed rates, and the targets alone.
 */
export function matrixPolicy(attempt: Attempt): Policy<DueStep> {
  let now: SoFar;
  const turns = turnsOf(attempt, () => now);
  return {
    goesOn: true,
    next: (so) => {
      now = so;
      let due = turns.next().value;
      while (due?.length === 0) due = turns.next().value;
      return due ?? [];
    },
  };
}

function* turnsOf(
  { plan, own, book, tell }: Attempt,
  now: () => SoFar,
): Generator<readonly DueStep[], undefined> {
  const { arranged, settings, seed } = plan;
  const { precision, withinSeconds } = settings;
  const checked = new Set<string>();
  let last: string | null = null;

  const clock = () => ({ withinSeconds, elapsedSeconds: now().seconds });
  const isOpen = (cell: OfCell) => !now().failed.has(cellName(cell));
  const records = () => own.flatMap(({ name }) => [...book.records(name)]);
  const rounds = () =>
    records().filter((one): one is RoundRecord => one.type === "round" && one.void === null);
  const costs = () => records().filter((one): one is CostRecord => one.type === "cost");
  // Without the pairs of replayed targets and of failed cells.
  const open = () =>
    arranged.duets.filter((pair) => own.some(({ name }) => name === pair.new) && isOpen(pair));

  /** Before a target's first steps its responses are checked. */
  const visit = (participant: Participant, steps: readonly Step[]): DueStep[] => {
    const { name } = participant;
    last = name;
    const check = { pair: name, alone: true, participant, step: null };
    const due = steps.map((step) => {
      const pair = cellName({ target: name, scenario: scenarioOf(step) });
      return { pair, alone: step.kind !== "round", participant, step };
    });
    const isFirst = !checked.has(name);
    checked.add(name);
    return isFirst ? [check, ...due] : due;
  };
  const pass = (due: readonly DueRound[], name: string, stepOf: StepOf): DueStep[] =>
    orderVisits(due, seed, name, last).flatMap(({ target, rounds: some }) => {
      const participant = own.find((one) => one.name === target);
      const steps = some.filter(isOpen).map((round) => stepOf(round, plan));
      if (!participant || steps.length === 0) return [];
      return visit(
        participant,
        steps.filter((step) => step !== null),
      );
    });

  for (let n = 1; n <= arranged.passes; n++) {
    const [duets, so] = [open(), rounds()];
    const due = dueInPass(duets, arranged, n, so, clock());
    if (due === null) {
      tell({ kind: "shortened", passes: n - 1 });
      break;
    }
    const woven = precision && wovenRounds(duets, arranged, n, so, precision, clock());
    if (woven) tell({ kind: "extended", shares: woven.shares });
    yield pass([...due, ...(woven?.passes.flat() ?? [])], `pass ${n}`, roundStep);
  }
  if (precision !== null) {
    const further = furtherRounds(open(), rounds(), precision, clock());
    tell({ kind: "extended", shares: further.shares });
    for (const [i, due] of further.passes.entries()) {
      yield pass(due, `further pass ${i + 1}`, roundStep);
    }
  }
  for (let n = 1; n <= costPasses(arranged.costs); n++) {
    yield pass(dueCosts(arranged.costs, n, costs()), `pass ${n} at fixed rates`, costStep);
  }
  const alone = new Set([...arranged.sweeps, ...arranged.openLoops].map(({ target }) => target));
  for (const participant of shuffled(own, randomFor(seed, "alone"))) {
    const { name } = participant;
    if (!alone.has(name)) continue;
    const modes = { sweep: settings.sweep ?? null, latency: settings.latency ?? null };
    const steps = soloSteps(arranged, modes, name, seed, book.records(name));
    yield visit(participant, steps);
  }
}

/** Returns the step that measures a due round; null if the plan has no such pair. */
type StepOf = (due: DueRound, plan: RunPlan) => Step | null;

const roundStep: StepOf = ({ target, scenario, n, stage }, { arranged, seed, settings }) => {
  const duet = pairOf(arranged.duets, target, scenario);
  if (!duet) return null;
  return { kind: "round", round: planRound(duet, n, stage, seed), further: furtherIn(settings) };
};

const costStep: StepOf = ({ target, scenario, n }, { arranged, seed, settings: { cost } }) => {
  const pair = pairOf(arranged.costs, target, scenario);
  if (!pair || !cost) return null;
  return { kind: "cost", planned: planCost(pair, n, cost, seed), settings: cost };
};

function pairOf(pairs: readonly Duet[], target: string, scenario: string): Duet | undefined {
  return pairs.find((pair) => pair.new === target && pair.scenario === scenario);
}

/** Returns a step without the loads that failed before; null if no load is left. */
function bearable(step: Step, spoiled: ReadonlySet<string>): Step | null {
  if (step.kind !== "sweep") return step;
  const { cell, server, connections } = step.planned;
  const at = { server, target: cell.target, scenario: cell.scenario };
  const left = connections.filter((count) => !spoiled.has(loadOf(at, count)));
  return left.length === 0 ? null : { ...step, planned: { ...step.planned, connections: left } };
}

function loadOf(
  at: { readonly server: string; readonly target: string; readonly scenario: string },
  connections: number,
) {
  return `${at.target} ${at.server} ${at.scenario} ${connections}`;
}
