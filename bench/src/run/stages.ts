import { existsSync } from "node:fs";
import { withBallast, VISIT_SECONDS, randomFor, shuffled } from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import type { Target } from "../targets/manifest.ts";
import { journalPath } from "../task/journal-path.ts";
import { type Plan } from "../plan/plan.ts";
import { duetName, type Duet, type BlockRecord, type JournalRecord } from "@deadheat/journal";
import type { Prepared } from "../plan/prepared.ts";
import { watchProgress, type Progress } from "./progress.ts";
import { numbered, orderVisits, plannedBlocks, type DueBlock } from "./rounds.ts";
import type { OpenRun } from "deadheat";
import { hasTimeFor, secondsEach, shareSpare, spareBlocks } from "@deadheat/judge";
import { beginTour, recordsOf, type Tour } from "./visits.ts";

/**
 * Measures what a run's folder lacks, or takes it from turbo's cache. All targets are visited in turn, in an
 * order drawn anew for each round, a block of each cell at a visit, so that no target's figure is that of one
 * minute: a shared machine is another one in the next (docs/method.md). A run that has only so much time measures
 * fewer rounds, never colder blocks. Where the profile promises a width, cells that spread too far get further
 * blocks (second-stage.ts).
 * @param force the cache is not asked
 * @throws Interrupted, EnvironmentError; what is finished is journalled
 */
export async function measureTargets(
  prepared: Prepared,
  plan: Plan,
  folder: OpenRun,
  force: boolean,
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
    const tour = await beginTour(prepared, plan, open, folder, io);
    // What an interrupted attempt has begun is finished: another run's journal does not replace it.
    const fresh = open.filter((target) => !existsSync(journalPath(folder.out, target)));
    const replayed = force ? [] : await tour.replay(fresh);
    const own = open.filter((target) => !replayed.includes(target));
    const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
    const { pinning } = prepared.settings.machine;
    await withBallast(pinning, prepared.settings.ballast ?? 0, async () => {
      const last = await firstStage(tour, own, progress, elapsedSeconds);
      await secondStage(tour, own, progress, elapsedSeconds(), last);
      await alone(tour, own);
    });
    await tour.close(own);
  } finally {
    progress.stop();
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
  { plan, folder, failure }: Tour,
  own: readonly Target[],
): Promise<{ records: JournalRecord[]; blocks: BlockRecord[]; duets: Duet[] }> {
  const records: JournalRecord[] = [];
  for (const target of own) records.push(...(await recordsOf(target, folder)));
  const blocks = records.filter((record) => record.type === "block" && record.void === null);
  const names = new Set(own.map(({ name }) => name));
  const duets = plan.duets.filter((duet) => names.has(duet.target) && failure(duet) === null);
  return { records, blocks: blocks as BlockRecord[], duets };
}

/**
 * The planned blocks, in as many rounds as a cell has blocks, or as time allows: the clock tells nothing of a
 * ratio, so that it may decide how many there are.
 * @returns the target that was visited last
 */
async function firstStage(
  tour: Tour,
  own: readonly Target[],
  progress: Progress,
  elapsedSeconds: () => number,
): Promise<string | null> {
  const { plan, prepared } = tour;
  const { withinSeconds } = prepared.settings;
  let last: string | null = null;
  for (let round = 1; round <= plan.rounds; round++) {
    const { blocks, duets } = await measuredOf(tour, own);
    // A second stage is numbered on from these: there can be no more of them then.
    if (blocks.some(({ stage }) => stage === 2)) return last;
    const due = plannedBlocks({ duets, rounds: plan.rounds }, round).filter(
      (block) => !blocks.some((done) => done.n === block.n && isOf(done, block)),
    );
    const further = { round, blocks: due.length };
    if (!hasTimeFor(further, withinSeconds, elapsedSeconds(), eachOf(blocks))) {
      progress.shorten(round - 1);
      return last;
    }
    last = await visitAll(tour, own, due, `round ${round}`, last);
  }
  return last;
}

function eachOf(blocks: readonly BlockRecord[]): number {
  return secondsEach(blocks, VISIT_SECONDS);
}

function isOf(block: BlockRecord, { target, scenario }: DueBlock): boolean {
  return block.target === target && block.scenario === scenario;
}

/** The further blocks of the cells that this run has measured and that spread too far. */
async function secondStage(
  tour: Tour,
  own: readonly Target[],
  progress: Progress,
  elapsedSeconds: number,
  before: string | null,
): Promise<void> {
  const { precision, withinSeconds } = tour.prepared.settings;
  if (precision === null) return;
  const { blocks, duets } = await measuredOf(tour, own);
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
  let last = before;
  for (const [round, due] of [...rounds].toSorted(([a], [b]) => a - b)) {
    last = await visitAll(tour, own, due, `further round ${round + 1}`, last);
  }
}

/** @returns the target that was visited last */
async function visitAll(
  tour: Tour,
  own: readonly Target[],
  due: readonly DueBlock[],
  name: string,
  before: string | null,
): Promise<string | null> {
  let last = before;
  for (const { target: wanted, blocks } of orderVisits(due, tour.plan.seed, name, before)) {
    const target = own.find((candidate) => candidate.name === wanted);
    const open = blocks.filter((block) => tour.failure(block) === null);
    if (!target || open.length === 0) continue;
    await tour.visit(target, {
      due: open.map(({ scenario, n, stage }) => ({ scenario, n, stage })),
    });
    last = wanted;
  }
  return last;
}

/** What is measured without a partner, target by target in an order that is drawn. */
async function alone(tour: Tour, own: readonly Target[]): Promise<void> {
  const { plan } = tour;
  const names = new Set([...plan.sweeps, ...plan.openLoops].map(({ target }) => target));
  const order = shuffled(own, randomFor(plan.seed, "alone"));
  for (const target of order.filter(({ name }) => names.has(name))) {
    await tour.visit(target, { solo: true });
  }
}
