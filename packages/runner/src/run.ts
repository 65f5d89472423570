import {
  failureOf,
  type BlockRecord,
  type CostRecord,
  type Duet,
  type JournalRecord,
} from "@deadheat/journal";
import { Interrupted, planBlock, planCost, randomFor, shuffled } from "@deadheat/measure";
import { measureStep, scenarioOf, type Servers, type Step } from "./cell/measure.ts";
import { cellName, isMeasured, nameOf } from "./measured.ts";
import { isWhole, journalPath, openNotebook, type Notebook } from "./notebook.ts";
import type { Ground, Participant, Plan } from "./plan.ts";
import type { RunEvent } from "./progress.ts";
import { refuseChanged } from "./resume.ts";
import { costRounds, dueCosts, dueInRound, furtherBlocks, soloSteps } from "./schedule/due.ts";
import { orderVisits, type DueBlock } from "./schedule/order.ts";

/** A plan that was measured: what its journals hold, and what of it an earlier attempt had left. */
export interface Outcome extends ReturnType<Notebook["contents"]> {
  /** The names of the records (`nameOf`) that an interrupted attempt had left. */
  readonly earlier: ReadonlySet<string>;
  /** The seconds that this attempt took. */
  readonly seconds: number;
}

/**
 * Measures a plan. Journals that exist already come from the run's folder or from the store; everything else is
 * measured in rounds, one block of every pair that is due, so that no target's figure is that of one minute
 * (docs/findings/rounds.md). Cells that spread too far get further blocks (judge, rules/further.ts). Each record is on
 * the disk before the next one is measured. Whoever calls holds the machine and has pinned this process.
 * @throws UsageError if an interrupted attempt was measured from other sources; Interrupted, EnvironmentError
 */
export async function run(
  plan: Plan,
  ground: Ground,
  tell: (event: RunEvent) => void,
): Promise<Outcome> {
  const startedAt = performance.now();
  const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
  const book = await openNotebook(plan, ground);
  try {
    const earlier = new Set<string>();
    for (const { name } of plan.participants) {
      const records = book.records(name);
      if (records.length === 0) continue;
      refuseChanged(plan.named(name), plan, records);
      for (const record of records) if (isMeasured(record)) earlier.add(nameOf(record));
      tell({ kind: "left", target: name, records });
    }
    const open = plan.participants.filter(({ name }) => !isWhole(book.records(name)));
    // An interrupted attempt is completed: the journal of another run does not replace it.
    const found = await ground.store.find(
      open.filter(({ name }) => book.records(name).length === 0),
    );
    for (const participant of open) {
      const path = found.get(participant.name);
      if (path === undefined) continue;
      await book.take(participant, path);
      const records = book.records(participant.name);
      tell({ kind: "replayed", target: participant.name, records });
    }
    const own = open.filter(({ name }) => !found.has(name));
    await measureAll(plan, own, book, ground, elapsedSeconds, tell);
    const ended = own.filter((participant) => book.end(participant));
    book.close();
    if (own.length > 0)
      await ground.store.keep(
        ended.map((participant) => ({
          participant,
          path: journalPath(ground.folder.out, participant),
        })),
      );
    return { ...book.contents(), earlier, seconds: elapsedSeconds() };
  } finally {
    book.close();
  }
}

async function measureAll(
  plan: Plan,
  own: readonly Participant[],
  book: Notebook,
  ground: Ground,
  elapsedSeconds: () => number,
  tell: (event: RunEvent) => void,
): Promise<void> {
  const { arranged, settings, seed } = plan;
  const { precision, withinSeconds } = settings;
  const visits = new Visits(plan, own, book, ground, tell);
  const clock = () => ({ withinSeconds, elapsedSeconds: elapsedSeconds() });

  for (let round = 1; round <= arranged.rounds; round++) {
    const blocks = visits.blocks();
    // Further blocks are numbered on from the planned ones: there are no more of those.
    if (blocks.some(({ stage }) => stage === 2)) break;
    const due = dueInRound(visits.open(arranged.duets), arranged, round, blocks, clock());
    if (due === null) {
      tell({ kind: "shortened", rounds: round - 1 });
      break;
    }
    await visits.round(due, `round ${round}`, blockStep);
  }
  if (precision !== null) {
    const duets = visits.open(arranged.duets);
    const further = furtherBlocks(duets, visits.blocks(), precision, clock());
    tell({ kind: "extended", shares: further.shares });
    for (const [i, due] of further.rounds.entries()) {
      await visits.round(due, `further round ${i + 1}`, blockStep);
    }
  }
  for (let round = 1; round <= costRounds(arranged.costs); round++) {
    const due = dueCosts(visits.mine(arranged.costs), round, visits.costs());
    await visits.round(due, `round ${round} at fixed rates`, costStep);
  }
  const alone = new Set([...arranged.sweeps, ...arranged.openLoops].map(({ target }) => target));
  for (const participant of shuffled(own, randomFor(seed, "alone"))) {
    const { name } = participant;
    if (!alone.has(name)) continue;
    const modes = { sweep: settings.sweep ?? null, latency: settings.latency ?? null };
    await visits.visit(participant, soloSteps(arranged, modes, name, seed, book.records(name)));
  }
}

type StepOf = (due: DueBlock, plan: Plan) => Step | null;

const blockStep: StepOf = ({ target, scenario, n, stage }, { arranged, seed }) => {
  const duet = pairOf(arranged.duets, target, scenario);
  return duet ? { kind: "block", block: planBlock(duet, n, stage, seed) } : null;
};

const costStep: StepOf = ({ target, scenario, n }, { arranged, seed, settings: { cost } }) => {
  const pair = pairOf(arranged.costs, target, scenario);
  if (!pair || !cost) return null;
  return { kind: "cost", planned: planCost(pair, n, cost, seed), settings: cost };
};

function pairOf(pairs: readonly Duet[], target: string, scenario: string): Duet | undefined {
  return pairs.find((pair) => pair.target === target && pair.scenario === scenario);
}

/** The visits to targets, one after the other, and what has failed on the way. */
class Visits {
  readonly #plan: Plan;
  readonly #own: readonly Participant[];
  readonly #book: Notebook;
  readonly #ground: Ground;
  readonly #tell: (event: RunEvent) => void;
  readonly #servers: Servers;
  /** The target of the latest visit. */
  #last: string | null = null;
  readonly #checked = new Set<string>();
  /** The cells of which nothing more is measured in this attempt. */
  readonly #failed = new Set<string>();

  constructor(
    plan: Plan,
    own: readonly Participant[],
    book: Notebook,
    ground: Ground,
    tell: (event: RunEvent) => void,
  ) {
    this.#plan = plan;
    this.#own = own;
    this.#book = book;
    this.#ground = ground;
    this.#tell = tell;
    this.#servers = {
      entrant: (target, scenario) => plan.named(target).entrant(scenario),
      exchange: plan.exchange,
    };
  }

  /** Returns the pairs whose targets this run measures itself: a replayed target has everything it was to have. */
  mine<P extends Duet>(pairs: readonly P[]): P[] {
    return pairs.filter(({ target }) => this.#own.some(({ name }) => name === target));
  }

  open<P extends Duet>(pairs: readonly P[]): P[] {
    return this.mine(pairs).filter((pair) => !this.#failed.has(cellName(pair)));
  }

  blocks(): BlockRecord[] {
    return this.#records().filter(
      (record) => record.type === "block" && record.void === null,
    ) as BlockRecord[];
  }

  costs(): CostRecord[] {
    return this.#records().filter((record) => record.type === "cost");
  }

  #records(): JournalRecord[] {
    return this.#own.flatMap(({ name }) => [...this.#book.records(name)]);
  }

  /** Visits every target that has a block due. @param name the round's: its order depends on it and the seed alone */
  async round(due: readonly DueBlock[], name: string, stepOf: StepOf): Promise<void> {
    for (const { target, blocks } of orderVisits(due, this.#plan.seed, name, this.#last)) {
      const participant = this.#own.find((one) => one.name === target);
      const open = blocks.filter((block) => !this.#failed.has(cellName(block)));
      if (!participant || open.length === 0) continue;
      await this.visit(
        participant,
        open.flatMap((block) => stepOf(block, this.#plan) ?? []),
      );
    }
  }

  /** Measures these steps of one target; before its first step its answers are checked. */
  async visit(participant: Participant, steps: readonly Step[]): Promise<void> {
    const { name } = participant;
    this.#last = name;
    if (!this.#checked.has(name)) {
      this.#checked.add(name);
      for (const record of await participant.check(this.#ground.signal)) {
        this.#write(participant, record);
        if (record.status === "failed") this.#failed.add(cellName(record));
      }
    }
    const { oha, pinning, signal, measure = measureStep } = this.#ground;
    const bench = { oha, pinning, signal, load: this.#plan.arranged.load };
    // Numbers of connections that a server could not bear: they are not tried on it again.
    const spoiled = new Set<string>();
    for (const step of steps) {
      const cell = cellName({ target: name, scenario: scenarioOf(step) });
      const wanted = this.#failed.has(cell) ? null : bearable(step, spoiled);
      if (wanted === null) continue;
      if (signal.aborted) throw new Interrupted();
      for await (const record of measure(wanted, this.#servers, bench)) {
        this.#write(participant, record);
        if (failureOf(record) === null) continue;
        // More of the same would only take time.
        if (record.type === "sweep") spoiled.add(loadOf(record, record.connections));
        else this.#failed.add(cell);
      }
    }
  }

  #write(participant: Participant, record: JournalRecord): void {
    this.#tell({ kind: "record", record: this.#book.append(participant, record) });
  }
}

/** Returns a step without the loads that failed before; null if nothing is left of it. */
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
