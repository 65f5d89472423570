import {
  failureOf,
  type RoundRecord,
  type CostRecord,
  type Duet,
  type JournalRecord,
  Interrupted,
} from "@deadheat/journal";
import { measureStep, scenarioOf, type Servers, type Step } from "./cell/measure.ts";
import { cellName } from "./measured.ts";
import type { Notebook } from "./notebook.ts";
import type { Ground, Participant, Plan } from "./plan.ts";
import type { RunEvent } from "./progress.ts";
import { orderVisits, type DueRound } from "./schedule/order.ts";

/** Returns the step that measures a due round; null if the plan has no such pair. */
export type StepOf = (due: DueRound, plan: Plan) => Step | null;

export interface Attempt {
  readonly plan: Plan;
  /** The participants that this attempt measures. */
  readonly own: readonly Participant[];
  readonly book: Notebook;
  readonly ground: Ground;
  readonly tell: (event: RunEvent) => void;
}

/** Visits targets one after the other, and remembers which cells failed. */
export class Visits {
  readonly #attempt: Attempt;
  #last: string | null = null;
  readonly #checked = new Set<string>();
  /** The cells that failed. This attempt does not measure them again. */
  readonly #failed = new Set<string>();

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  /** Returns the pairs that this attempt measures, without those of replayed targets and of failed cells. */
  open(pairs: readonly Duet[]): Duet[] {
    const own = new Set(this.#attempt.own.map(({ name }) => name));
    return pairs.filter((pair) => own.has(pair.new) && !this.#failed.has(cellName(pair)));
  }

  /** Returns the valid rounds that this attempt's participants have so far. */
  rounds(): RoundRecord[] {
    const records = this.#records().filter((record) => record.type === "round");
    return records.filter((record) => record.void === null);
  }

  costs(): CostRecord[] {
    return this.#records().filter((record) => record.type === "cost");
  }

  #records(): JournalRecord[] {
    const { own, book } = this.#attempt;
    return own.flatMap(({ name }) => [...book.records(name)]);
  }

  /** Visits every target that has a due round. @param name the name of the pass; with the seed it decides the order */
  async pass(due: readonly DueRound[], name: string, stepOf: StepOf): Promise<void> {
    const { plan, own } = this.#attempt;
    for (const { target, rounds } of orderVisits(due, plan.seed, name, this.#last)) {
      const participant = own.find((one) => one.name === target);
      const open = rounds.filter((round) => !this.#failed.has(cellName(round)));
      if (!participant || open.length === 0) continue;
      const steps = open.flatMap((round) => stepOf(round, plan) ?? []);
      await this.visit(participant, steps);
    }
  }

  /** Measures steps of one target. Before the target's first visit, its responses are checked. */
  async visit(participant: Participant, steps: readonly Step[]): Promise<void> {
    const { plan, ground } = this.#attempt;
    const { name } = participant;
    this.#last = name;
    if (!this.#checked.has(name)) {
      this.#checked.add(name);
      for (const record of await participant.check(ground.signal)) {
        this.#write(participant, record);
        if (record.status === "failed") this.#failed.add(cellName(record));
      }
    }
    const { oha, pinning, signal, measure = measureStep } = ground;
    const bench = { oha, pinning, signal, load: plan.settingsOf(name).load };
    const servers: Servers = {
      entrant: (target, scenario) => plan.named(target).entrant(scenario),
      exchange: plan.exchange,
    };
    // The numbers of connections at which a server failed. They are not tried on this server again.
    const spoiled = new Set<string>();
    for (const step of steps) {
      const cell = cellName({ target: name, scenario: scenarioOf(step) });
      const wanted = this.#failed.has(cell) ? null : bearable(step, spoiled);
      if (wanted === null) continue;
      if (signal.aborted) throw new Interrupted();
      for await (const record of measure(wanted, servers, bench)) {
        this.#write(participant, record);
        if (failureOf(record) === null) continue;
        // A second attempt would most likely fail again, and would take time.
        if (record.type === "sweep") spoiled.add(loadOf(record, record.connections));
        else this.#failed.add(cell);
      }
    }
  }

  #write(participant: Participant, record: JournalRecord): void {
    const { book, tell } = this.#attempt;
    tell({ kind: "record", record: book.append(participant, record) });
  }
}

/** Returns a step without the loads that failed before; null if no load is left. */
function bearable(step: Step, spoiled: ReadonlySet<string>): Step | null {
  if (step.kind !== "sweep") return step;
  const { cell, server, connections } = step.planned;
  const at = { server, scenario: cell.scenario };
  const left = connections.filter((count) => !spoiled.has(loadOf(at, count)));
  return left.length === 0 ? null : { ...step, planned: { ...step.planned, connections: left } };
}

function loadOf(at: { readonly server: string; readonly scenario: string }, connections: number) {
  return `${at.server} ${at.scenario} ${connections}`;
}
