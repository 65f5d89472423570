import {
  isWhole,
  journalPath,
  type Duet,
  type JournalRecord,
  type RoundRecord,
} from "@deadheat/journal";
import { planRound, planCost, randomFor, shuffled } from "@deadheat/measure";
import { isMeasured, nameOf } from "./measured.ts";
import { openNotebook, type Notebook } from "./notebook.ts";
import type { Ground, Participant, Plan } from "./plan.ts";
import type { RunEvent } from "./progress.ts";
import { furtherIn } from "./cell/arrange.ts";
import { refuseChanged } from "./resume.ts";
import {
  costPasses,
  dueCosts,
  dueInPass,
  furtherRounds,
  soloSteps,
  wovenRounds,
} from "./schedule/due.ts";
import { slownessOf } from "./schedule/slow.ts";
import { Visits, type Attempt, type StepOf } from "./visits.ts";

/** The outcome of a run: the contents of its journals, and which records an earlier attempt had measured. */
export interface Outcome extends ReturnType<Notebook["contents"]> {
  /** The names (`nameOf`) of the records that an interrupted attempt had measured. */
  readonly earlier: ReadonlySet<string>;
  readonly seconds: number;
}

/**
 * Measures a plan. Existing journals come from the run's folder or from the store. Everything else is measured in passes
 * of one round of each due pair, so that no target's rounds all fall into the same minute (docs/findings.md). Cells
 * whose intervals are too wide get further rounds from the fourth pass on, and in the time that is left after the last whole
 * pass (judge, rules/further.ts). Each record is on the disk before the next
 * one is measured. The caller must hold the machine and must have pinned this process.
 * @throws UsageError if an interrupted attempt measured other code; Interrupted, EnvironmentError
 */
export async function run(
  plan: Plan,
  ground: Ground,
  tell: (event: RunEvent) => void,
): Promise<Outcome> {
  const now = ground.now ?? (() => performance.now());
  const startedAt = now();
  const elapsedSeconds = () => (now() - startedAt) / 1000;
  const { folder } = ground;
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
    // A journal of an interrupted attempt is completed, and never replaced by the journal of another run.
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
    const telling = watched(plan, own, tell);
    await measureAll({ plan, own, book, ground, tell: telling }, elapsedSeconds);
    for (const participant of own) book.end(participant);
    book.close();
    // An earlier attempt may have been interrupted between the end of a journal and its storing.
    const finished = plan.participants.filter(({ name }) => isOurs(book.records(name), folder.id));
    await ground.store.keep(
      finished.map((one) => ({ participant: one, path: journalPath(folder.out, one) })),
    );
    return { ...book.contents(), earlier, seconds: elapsedSeconds() };
  } finally {
    book.close();
  }
}

/** Returns whether this run measured the journal, wholly or in part, and the journal is complete and without failures. */
function isOurs(records: readonly JournalRecord[], runId: string): boolean {
  return isWhole(records) && records.some((one) => one.type === "run" && one.runId === runId);
}

/** Returns a listener that also tells once that the rounds take clearly longer than usual. */
function watched(
  { arranged, settings }: Plan,
  own: readonly Participant[],
  tell: (event: RunEvent) => void,
): (event: RunEvent) => void {
  const duets = arranged.duets.filter((duet) => own.some(({ name }) => name === duet.new));
  const rounds: RoundRecord[] = [];
  let isTold = false;
  return (event) => {
    tell(event);
    if (isTold || event.kind !== "record" || event.record.type !== "round") return;
    if (event.record.void !== null) return;
    rounds.push(event.record);
    const slowness = slownessOf(duets, rounds, settings.withinSeconds);
    if (slowness === null) return;
    isTold = true;
    tell({ kind: "slow", ...slowness });
  };
}

async function measureAll(attempt: Attempt, elapsedSeconds: () => number): Promise<void> {
  const { plan, own, book, tell } = attempt;
  const { arranged, settings, seed } = plan;
  const { precision, withinSeconds } = settings;
  const visits = new Visits(attempt);
  const clock = () => ({ withinSeconds, elapsedSeconds: elapsedSeconds() });

  for (let pass = 1; pass <= arranged.passes; pass++) {
    const rounds = visits.rounds();
    const duets = visits.open(arranged.duets);
    const due = dueInPass(duets, arranged, pass, rounds, clock());
    if (due === null) {
      tell({ kind: "shortened", passes: pass - 1 });
      break;
    }
    const woven = precision && wovenRounds(duets, arranged, pass, rounds, precision, clock());
    if (woven) tell({ kind: "extended", shares: woven.shares });
    await visits.pass([...due, ...(woven?.passes.flat() ?? [])], `pass ${pass}`, roundStep);
  }
  if (precision !== null) {
    const duets = visits.open(arranged.duets);
    const further = furtherRounds(duets, visits.rounds(), precision, clock());
    tell({ kind: "extended", shares: further.shares });
    for (const [i, due] of further.passes.entries()) {
      await visits.pass(due, `further pass ${i + 1}`, roundStep);
    }
  }
  for (let pass = 1; pass <= costPasses(arranged.costs); pass++) {
    const due = dueCosts(arranged.costs, pass, visits.costs());
    await visits.pass(due, `pass ${pass} at fixed rates`, costStep);
  }
  const alone = new Set([...arranged.sweeps, ...arranged.openLoops].map(({ target }) => target));
  for (const participant of shuffled(own, randomFor(seed, "alone"))) {
    const { name } = participant;
    if (!alone.has(name)) continue;
    const modes = { sweep: settings.sweep ?? null, latency: settings.latency ?? null };
    await visits.visit(participant, soloSteps(arranged, modes, name, seed, book.records(name)));
  }
}

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
