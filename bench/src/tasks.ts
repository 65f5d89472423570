import { existsSync } from "node:fs";
import type { Io } from "./io.ts";
import type { Target } from "./manifest.ts";
import { journalPath } from "./measure/task.ts";
import { duetName, type Plan, type Role } from "./plan.ts";
import type { Prepared } from "./prepare.ts";
import { watchProgress, type Progress } from "./progress.ts";
import type { BlockRecord, JournalRecord } from "./record.ts";
import type { OpenRun } from "./run-folder.ts";
import { shareAgain, shareSpare, spareBlocks } from "./second-stage.ts";
import type { Precision } from "./settings.ts";
import { beginTour, has, recordsOf, type Tour } from "./tour.ts";

/** In so many visits the second stage is paid: enough to spread it, few enough to cost little. */
const SECOND_STAGE_ROUNDS = 4;

/** A replacement may be disturbed as well; the second one of the same block is the last. */
const AGAIN_PASSES = 2;

/**
 * Measures what a run's folder lacks, or takes it from turbo's cache. One turbo task is a visit to one
 * target; all targets are visited in turn, a block of each cell at a time, so that no target's figure
 * is that of one minute: a shared machine is another one in the next (docs/method.md). Where the
 * profile promises a width, cells that spread too far are visited again (second-stage.ts): first for what
 * was measured while a core was disturbed, then for what still lacks. Bridges, to which no width is
 * promised, get what is left.
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
  // What is not installed is not looked up in the cache either: its cell fails, visibly.
  const targets = prepared.targets.filter(
    (target) => target.version !== null && target.unsupported === null,
  );
  const startedAt = performance.now();
  const progress = watchProgress(plan, targets, folder, io);
  try {
    const tour = await beginTour(prepared, plan, targets, folder, io);
    await firstStage(tour, force);
    const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
    await measureAgain(tour, "cell", progress, elapsedSeconds);
    await secondStage(tour, progress, elapsedSeconds());
    await measureAgain(tour, "bridge", progress, elapsedSeconds);
  } finally {
    progress.stop();
  }
}

/** The planned blocks, in as many rounds as a cell has blocks, and whatever is measured alone. */
async function firstStage({ plan, targets, folder, visit }: Tour, force: boolean): Promise<void> {
  const open = await unfinished(targets, folder);
  const rounds = open.length > 1 ? plan.rounds : 1;
  const only = rounds === 1;
  // What an interrupted attempt has begun is finished: another run's journal does not replace it.
  const begun = open.filter((target) => existsSync(journalPath(folder.out, target)));
  const fresh = open.filter((target) => !begun.includes(target));
  const first = { round: 1, rounds, further: null, again: {} };
  const refused = await visit(fresh, first, { read: !force, write: only });
  await visit([...begun, ...refused], first, { read: false, write: only });
  const measured = await unfinished(open, folder);
  for (let round = 2; round <= rounds; round++) {
    await visit(measured, { ...first, round }, { read: false, write: round === rounds });
  }
}

/** What a run has measured itself. A replayed cell has had whatever it was to have in its own run. */
interface Own {
  readonly journals: ReadonlyMap<Target, readonly JournalRecord[]>;
  readonly records: readonly JournalRecord[];
  /** Of cells that have not failed. */
  readonly duets: Plan["duets"];
}

async function ownOf({ plan, targets, folder, failures }: Tour): Promise<Own> {
  const failed = await failures();
  const journals = new Map<Target, readonly JournalRecord[]>();
  for (const target of targets) {
    const journal = await recordsOf(target, folder);
    const ours = journal.some((record) => record.type === "run" && record.runId === folder.id);
    if (ours) journals.set(target, journal);
  }
  const names = new Set([...journals.keys()].map(({ name }) => name));
  const duets = plan.duets.filter((duet) => names.has(duet.target) && !has(failed, duet));
  return { journals, records: [...journals.values()].flat(), duets };
}

/** What a run still has beyond the planned blocks and those that `isUsed` tells. */
function spareOf(
  { prepared }: Tour,
  { records }: Own,
  isUsed: (block: BlockRecord) => boolean,
  elapsedSeconds: number,
): Precision {
  const { precision } = prepared.settings;
  if (precision === null) return null;
  const blocks = records.filter((record) => record.type === "block");
  const most = Math.max(0, precision.spare - blocks.filter(isUsed).length);
  const good = blocks.filter((block) => block.void === null);
  return { ...precision, spare: spareBlocks({ ...precision, spare: most }, elapsedSeconds, good) };
}

/** How many blocks in place of disturbed ones duets have, by name. */
function measuredAgain(records: readonly JournalRecord[]): Record<string, number> {
  const blocks = records.filter((record) => record.type === "block");
  const again = blocks.filter((block) => isAgain(block) && block.void === null);
  const byDuet = Map.groupBy(again, duetName);
  return Object.fromEntries([...byDuet].map(([name, some]) => [name, some.length]));
}

const isAgain = ({ again }: BlockRecord): boolean => again === true;

/** The blocks of cells or of bridges in place of those in which a core was disturbed (disturbed.ts). */
async function measureAgain(
  tour: Tour,
  role: Role,
  progress: Progress,
  elapsedSeconds: () => number,
): Promise<void> {
  for (let pass = 1; pass <= AGAIN_PASSES; pass++) {
    const own = await ownOf(tour);
    const { journals, records } = own;
    const duets = own.duets.filter((duet) => duet.role === role);
    const isUsed = (block: BlockRecord) => isAgain(block) || block.stage === 2;
    const spare = spareOf(tour, own, isUsed, elapsedSeconds());
    // The blocks of the second stage are numbered on from these: there can be no more of these then.
    const tooLate = records.some((r) => r.type === "block" && r.stage === 2 && r.role === role);
    if (spare === null || tooLate) return;
    const shares = shareAgain(duets, records, spare);
    // An interrupted pass may have measured the last one, and not have completed the journal.
    const open = [...journals].filter(([, journal]) => journal.at(-1)?.type !== "end");
    if (shares.size === 0 && open.length === 0) return;
    progress.extend(shares);
    const before = measuredAgain(records);
    const rounds = Math.max(1, ...shares.values());
    for (let round = 1; round <= rounds; round++) {
      // Whoever has fewer begins later: the last round completes every journal, for turbo to keep.
      const due = new Map(
        [...shares].map(([name, share]) => [name, Math.max(0, share - (rounds - round))]),
      );
      const again = { ...before };
      for (const [name, some] of due) again[name] = (before[name] ?? 0) + some;
      const isDue = (name: string) =>
        duets.some((d) => d.target === name && (due.get(duetName(d)) ?? 0) > 0) ||
        (round === rounds && open.some(([target]) => target.name === name));
      const of = [...journals.keys()].filter(({ name }) => isDue(name));
      const visit = { round, rounds, further: {}, again };
      await tour.visit(of, visit, { read: false, write: round === rounds });
    }
  }
}

/** The further blocks of the cells that this run has measured and that spread too far. */
async function secondStage(tour: Tour, progress: Progress, elapsedSeconds: number): Promise<void> {
  const own = await ownOf(tour);
  const { journals, records, duets } = own;
  const spare = spareOf(tour, own, isAgain, elapsedSeconds);
  if (spare === null) return;
  const shares = shareSpare(duets, records, spare);
  progress.extend(shares);
  const open = [...journals].flatMap(([target, journal]) => {
    const wanted = duets
      .filter((duet) => duet.target === target.name)
      .reduce((sum, duet) => sum + (shares.get(duetName(duet)) ?? 0), 0);
    const taken = journal.filter((r) => r.type === "block" && r.stage === 2 && r.void === null);
    const complete = taken.length >= wanted && journal.at(-1)?.type === "end";
    return wanted === 0 || complete ? [] : [target];
  });
  const further = Object.fromEntries(shares);
  const again = measuredAgain(records);
  const rounds = Math.min(SECOND_STAGE_ROUNDS, Math.max(0, ...shares.values()));
  for (let round = 1; round <= rounds; round++) {
    const write = round === rounds;
    await tour.visit(open, { round, rounds, further, again }, { read: false, write });
  }
}

/** The targets whose journal needs more of the first stage, or does not exist. */
async function unfinished(targets: readonly Target[], folder: OpenRun): Promise<Target[]> {
  const found: Target[] = [];
  for (const target of targets) {
    const end = (await recordsOf(target, folder)).findLast((record) => record.type === "end");
    if (end?.status !== "ok") found.push(target);
  }
  return found;
}
