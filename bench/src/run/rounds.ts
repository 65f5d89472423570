import { existsSync } from "node:fs";
import { VISIT_SECONDS, randomFor, shuffled } from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import type { Target } from "../targets/manifest.ts";
import { journalPath } from "../task/journal-path.ts";
import type { Plan } from "../plan/plan.ts";
import { duetName, type Duet, type BlockRecord, type CostRecord } from "@deadheat/journal";
import type { Prepared } from "../plan/prepared.ts";
import type { Caching } from "./cache/caching.ts";
import { watchProgress, type Progress } from "./progress.ts";
import { numbered, orderVisits, plannedBlocks, type DueBlock } from "./order.ts";
import type { OpenRun } from "deadheat/parts";
import { hasTimeFor, secondsEach, shareSpare, spareBlocks } from "@deadheat/judge";
import { beginVisits, recordsOf, type Visits } from "./visits.ts";

/**
 * Measures what a run's folder lacks, or takes it from turbo's cache. All targets are visited in turn, in an
 * order drawn anew for each round, a block of each cell at a visit, so that no target's figure is that of one
 * minute: a shared machine is another one in the next (docs/findings/rounds.md). A run that has only so much time measures
 * fewer rounds, never colder blocks. Where the profile promises a width, cells that spread too far get further
 * blocks (judge, rules/further.ts), in rounds too.
 * @throws Interrupted, EnvironmentError; what is finished is journalled
 */
export async function measureTargets(
  prepared: Prepared,
  plan: Plan,
  folder: OpenRun,
  caching: Caching,
  io: Io,
): Promise<void> {
  const startedAt = performance.now();
  // What is not installed is not looked up in the cache either: its cell fails, visibly.
  const targets = prepared.targets.filter(
    (target) => target.version !== null && target.unsupported === null,
  );
  const progress = watchProgress(plan, targets, folder, io);
  try {
    const open = await unfinished(targets, folder);
    if (open.length === 0) return;
    const visits = await beginVisits(prepared, plan, open, folder, caching, io);
    // What an interrupted attempt has begun is finished: another run's journal does not replace it.
    const fresh = open.filter((target) => !existsSync(journalPath(folder.out, target)));
    const replayed = await visits.replay(fresh);
    progress.replayed(replayed);
    const own = open.filter((target) => !replayed.includes(target));
    const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
    await plannedRounds(visits, own, progress, elapsedSeconds);
    await furtherRounds(visits, own, progress, elapsedSeconds());
    await costRounds(visits, own);
    await soloVisits(visits, own);
    await visits.close(own);
  } finally {
    progress.stop();
    if (io.signal.aborted) io.note("What is finished is kept: add --resume to go on with it.");
  }
}

/** The targets whose journal needs more, or does not exist. */
async function unfinished(targets: readonly Target[], folder: OpenRun): Promise<Target[]> {
  const found: Target[] = [];
  for (const target of targets) {
    const end = (await recordsOf(target, folder)).findLast((record) => record.type === "end");
    if (end?.status !== "ok") found.push(target);
  }
  return found;
}

/** What a run has measured itself. A replayed cell has had whatever it was to have in its own run. */
async function measuredOf(
  { plan, folder, failure }: Visits,
  own: readonly Target[],
): Promise<{ blocks: BlockRecord[]; duets: Duet[] }> {
  const records = await Promise.all(own.map((target) => recordsOf(target, folder)));
  const blocks = records.flat().filter((record) => record.type === "block");
  const names = new Set(own.map(({ name }) => name));
  return {
    blocks: blocks.filter((block) => block.void === null),
    duets: plan.duets.filter((duet) => names.has(duet.target) && failure(duet) === null),
  };
}

/**
 * The planned blocks, in as many rounds as a cell has blocks, or as time allows: the clock tells nothing of a
 * ratio, so that it may decide how many there are.
 */
async function plannedRounds(
  visits: Visits,
  own: readonly Target[],
  progress: Progress,
  elapsedSeconds: () => number,
): Promise<void> {
  const { plan, prepared } = visits;
  const { withinSeconds } = prepared.settings;
  for (let round = 1; round <= plan.rounds; round++) {
    const { blocks, duets } = await measuredOf(visits, own);
    // Further blocks are numbered on from these: there can be no more of them then.
    if (blocks.some(({ stage }) => stage === 2)) return;
    const due = plannedBlocks({ duets, rounds: plan.rounds }, round).filter(
      (block) => !blocks.some((done) => done.n === block.n && isOf(done, block)),
    );
    const further = { round, blocks: due.length };
    if (!hasTimeFor(further, withinSeconds, elapsedSeconds(), eachOf(blocks))) {
      return progress.shorten(round - 1);
    }
    await visitAll(visits, own, due, `round ${round}`);
  }
}

function eachOf(blocks: readonly BlockRecord[]): number {
  return secondsEach(blocks, VISIT_SECONDS);
}

function isOf(block: BlockRecord | CostRecord, { target, scenario }: DueBlock): boolean {
  return block.target === target && block.scenario === scenario;
}

/** The further blocks of the cells that this run has measured and that spread too far. */
async function furtherRounds(
  visits: Visits,
  own: readonly Target[],
  progress: Progress,
  elapsedSeconds: number,
): Promise<void> {
  const { precision, withinSeconds } = visits.prepared.settings;
  if (precision === null) return;
  const { blocks, duets } = await measuredOf(visits, own);
  const spare = spareBlocks({ ...precision, withinSeconds }, elapsedSeconds, eachOf(blocks));
  const shares = shareSpare(duets, blocks, { ...precision, spare });
  progress.extend(shares);
  const further = duets.flatMap((duet): DueBlock[] => {
    const measured = blocks.filter((block) => duetName(block) === duetName(duet));
    const planned = measured.filter(({ stage }) => stage !== 2).length;
    const { target, scenario } = duet;
    const end = planned + (shares.get(duetName(duet)) ?? 0);
    return numbered({ target, scenario, stage: 2 }, measured.length, end);
  });
  const first = Math.min(...further.map(({ n }) => n));
  const rounds = Map.groupBy(further, ({ n }) => n - first);
  for (const [round, due] of [...rounds].toSorted(([a], [b]) => a - b)) {
    await visitAll(visits, own, due, `further round ${round + 1}`);
  }
}

/** The pairs at fixed rates, in rounds of their own. */
async function costRounds(visits: Visits, own: readonly Target[]): Promise<void> {
  const { plan, folder } = visits;
  const rounds = Math.max(0, ...plan.costs.map(({ blocks }) => blocks));
  const records = await Promise.all(own.map((target) => recordsOf(target, folder)));
  const done = records.flat().filter((record) => record.type === "cost" && record.void === null);
  for (let round = 1; round <= rounds; round++) {
    const due = plannedBlocks({ duets: plan.costs, rounds }, round).filter(
      (block) => !done.some((one) => one.type === "cost" && one.n === block.n && isOf(one, block)),
    );
    await visitAll(visits, own, due, `round ${round} at fixed rates`, "costs");
  }
}

/** @param round its name: what is drawn depends on it and the seed alone */
async function visitAll(
  visits: Visits,
  own: readonly Target[],
  due: readonly DueBlock[],
  round: string,
  as: "due" | "costs" = "due",
): Promise<void> {
  for (const { target: name, blocks } of orderVisits(due, visits.plan.seed, round, visits.last())) {
    const target = own.find((candidate) => candidate.name === name);
    const open = blocks.filter((block) => visits.failure(block) === null);
    if (!target || open.length === 0) continue;
    await visits.visit(target, {
      [as]: open.map(({ scenario, n, stage }) => ({ scenario, n, stage })),
    });
  }
}

/** What is measured without a partner, target by target in an order that is drawn. */
async function soloVisits(visits: Visits, own: readonly Target[]): Promise<void> {
  const { plan } = visits;
  const names = new Set([...plan.sweeps, ...plan.openLoops].map(({ target }) => target));
  const order = shuffled(own, randomFor(plan.seed, "alone"));
  for (const target of order.filter(({ name }) => names.has(name))) {
    await visits.visit(target, { solo: true });
  }
}
