import { scenarioNamed } from "@deadheat/handlers";
import { entrantOf } from "../targets/entrant.ts";
import {
  runBlock,
  runCost,
  latencyProcess,
  type Entrant,
  type Exchange,
  type Pair,
  type SoloBench,
  sweepProcess,
  type PlannedBlock,
  type PlannedCost,
  orderOpenLoops,
  orderSweeps,
} from "@deadheat/measure";
import { askedBy, servingFor } from "../targets/serving/serving.ts";
import type { Addresses } from "../targets/serving/store-address.ts";
import type { Target } from "../targets/manifest.ts";
import type { Plan } from "../plan/plan.ts";
import type {
  BlockRecord,
  CostRecord,
  CostSettings,
  JournalRecord,
  Load,
  Settings,
  SweepRecord,
} from "@deadheat/journal";

/** What one step gave. */
export interface Taken {
  readonly record: JournalRecord;
  /** What was wrong; null when nothing was. */
  readonly failure: string | null;
}

/** A piece of a target's task: what is taken from one set of fresh processes. */
export interface Step {
  readonly scenario: string;
  /** After a failure in it, nothing more of its cell is measured. */
  readonly endsCell: boolean;
  /** Gives each record as soon as it exists. No process is left when it ends, however it ends. */
  readonly take: () => AsyncIterable<Taken>;
}

export interface StepBench extends SoloBench {
  readonly load: Load;
  /** Where the services are that scenarios need. */
  readonly addresses: Addresses;
}

/**
 * What a target's task measures without a partner, in this order: its sweeps, its open loops, each in
 * rounds in which every cell has its turn. What is `done` already is left out.
 */
export function soloSteps(
  plan: Plan,
  { sweep, latency }: Pick<Settings, "sweep" | "latency">,
  named: (target: string) => Target,
  bench: StepBench,
  done: readonly JournalRecord[],
): Step[] {
  const sweeps = sweep ? sweepSteps(plan, sweep, named, bench, done) : [];
  const openLoops = latency ? latencySteps(plan, latency, named, bench, done) : [];
  return [...sweeps, ...openLoops];
}

/** A step for each of these blocks that is not `done`. */
export function duetSteps(
  blocks: readonly PlannedBlock[],
  named: (target: string) => Target,
  bench: StepBench,
  done: readonly JournalRecord[],
): Step[] {
  return blocks
    .filter((block) => !isDone(block, done, "block"))
    .map((block) =>
      pairStep(block, named, bench, (entrants, exchange) =>
        runBlock(block, entrants, exchange, bench),
      ),
    );
}

/** A step for each of these pairs at fixed rates that is not `done`. */
export function costSteps(
  pairs: readonly PlannedCost[],
  settings: CostSettings,
  named: (target: string) => Target,
  bench: StepBench,
  done: readonly JournalRecord[],
): Step[] {
  return pairs
    .filter(({ block }) => !isDone(block, done, "cost"))
    .map((planned) =>
      pairStep(planned.block, named, bench, (entrants, exchange) =>
        runCost(planned, entrants, exchange, settings, bench),
      ),
    );
}

type Pairs<R> = (entrants: Pair<Entrant>, exchange: Exchange) => Promise<R>;

function pairStep<R extends BlockRecord | CostRecord>(
  { duet: { target, reference, scenario } }: PlannedBlock,
  named: (name: string) => Target,
  bench: StepBench,
  run: Pairs<R>,
): Step {
  return {
    scenario,
    endsCell: true,
    take: async function* () {
      const serving = await servingFor(scenario, bench.addresses);
      const entrants = {
        target: entrantOf(named(target), serving),
        reference: entrantOf(named(reference), serving),
      };
      const exchange = askedBy(scenarioNamed(scenario).exchange, serving);
      const record = await run(entrants, exchange);
      yield { record, failure: record.void };
    },
  };
}

function isDone(
  { duet, n }: PlannedBlock,
  done: readonly JournalRecord[],
  type: "block" | "cost",
): boolean {
  return done.some(
    (record) =>
      (record.type === "block" || record.type === "cost") &&
      record.type === type &&
      record.void === null &&
      record.n === n &&
      record.scenario === duet.scenario &&
      record.reference === duet.reference,
  );
}

function sweepSteps(
  plan: Plan,
  sweep: NonNullable<Settings["sweep"]>,
  named: (name: string) => Target,
  bench: StepBench,
  done: readonly JournalRecord[],
): Step[] {
  // A number of connections that a server could not bear is not tried on it again.
  const spoiled = new Set<string>();
  const name = (r: Pick<SweepRecord, "server" | "scenario" | "connections">) =>
    `${r.server} ${r.scenario} ${r.connections}`;
  return orderSweeps(plan.sweeps, sweep, plan.seed).flatMap((planned) => {
    const { cell, server, round } = planned;
    const has = (connections: number) =>
      done.some(
        (record) =>
          record.type === "sweep" &&
          record.void === null &&
          record.server === server &&
          record.scenario === cell.scenario &&
          record.round === round &&
          record.connections === connections,
      );
    const open = planned.connections.filter((connections) => !has(connections));
    if (open.length === 0) return [];
    const { scenario } = cell;
    const take = async function* (): AsyncGenerator<Taken> {
      const connections = open.filter(
        (c) => !spoiled.has(name({ server, scenario, connections: c })),
      );
      if (connections.length === 0) return;
      const serving = await servingFor(scenario, bench.addresses);
      const exchange = askedBy(scenarioNamed(scenario).exchange, serving);
      const process = { ...planned, connections };
      const entrant = entrantOf(named(server), serving);
      for await (const record of sweepProcess(process, entrant, exchange, sweep, bench)) {
        if (record.void !== null) spoiled.add(name(record));
        yield { record, failure: record.void };
      }
    };
    return [{ scenario, endsCell: false, take }];
  });
}

function latencySteps(
  plan: Plan,
  latency: NonNullable<Settings["latency"]>,
  named: (name: string) => Target,
  bench: StepBench,
  done: readonly JournalRecord[],
): Step[] {
  return orderOpenLoops(plan.openLoops, latency, plan.seed).flatMap((planned) => {
    const { cell, round } = planned;
    const has = (fraction: number | null) =>
      done.some(
        (record) =>
          record.type === "openLoop" &&
          record.void === null &&
          record.scenario === cell.scenario &&
          record.round === round &&
          record.fraction === fraction,
      );
    const fractions = planned.fractions.filter((fraction) => !has(fraction));
    if (fractions.length === 0) return [];
    const take = async function* (): AsyncGenerator<Taken> {
      const serving = await servingFor(cell.scenario, bench.addresses);
      const exchange = askedBy(scenarioNamed(cell.scenario).exchange, serving);
      const process = { ...planned, fractions };
      const server = entrantOf(named(cell.target), serving);
      for await (const record of latencyProcess(process, server, exchange, latency, bench)) {
        // A rate that could not be offered is no fault of the server's.
        yield { record, failure: record.void };
      }
    };
    return [{ scenario: cell.scenario, endsCell: true, take }];
  });
}
