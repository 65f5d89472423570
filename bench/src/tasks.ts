import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { Interrupted } from "./errors.ts";
import type { Io } from "./io.ts";
import { readJournal } from "./journal.ts";
import type { Target } from "./manifest.ts";
import { journalPath, keptJournalPath } from "./measure/task.ts";
import { isLast, type Visit } from "./measure/visit.ts";
import { duetName, type Plan } from "./plan.ts";
import type { Prepared } from "./prepare.ts";
import { watchProgress, type Progress } from "./progress.ts";
import { failureOf, type JournalRecord } from "./record.ts";
import type { OpenRun } from "./run-folder.ts";
import { shareSpare, spareBlocks } from "./second-stage.ts";
import { runTurbo, type CacheUse } from "./turbo.ts";

/** In so many visits the second stage is paid: enough to spread it, few enough to cost little. */
const SECOND_STAGE_ROUNDS = 4;

/**
 * Measures what a run's folder lacks, or takes it from turbo's cache. One turbo task is a visit to one
 * target; all targets are visited in turn, a block of each cell at a time, so that no target's figure
 * is that of one minute: a shared machine is another one in the next (docs/method.md). Where the
 * profile promises a width, those that spread too far are visited again (second-stage.ts).
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
  const progress = watchProgress(plan, targets, folder.out, io);
  try {
    const tour = await beginTour(prepared, plan, targets, folder, io);
    await firstStage(tour, force);
    await secondStage(tour, progress, (performance.now() - startedAt) / 1000);
  } finally {
    progress.stop();
  }
}

/** What all visits of a run share. */
interface Tour {
  readonly prepared: Prepared;
  readonly plan: Plan;
  readonly targets: readonly Target[];
  readonly folder: OpenRun;
  /** One visit to each of these. @returns the targets that turbo's cache answered for unfitly. */
  readonly visit: (
    targets: readonly Target[],
    visit: Omit<Visit, "failed">,
    cache: CacheUse,
  ) => Promise<Target[]>;
  /** Which cells have failed since the run began or was taken up again. */
  readonly failures: () => Promise<Failures>;
}

type Failures = Visit["failed"];

async function beginTour(
  prepared: Prepared,
  plan: Plan,
  targets: readonly Target[],
  folder: OpenRun,
  io: Io,
): Promise<Tour> {
  const { settings, ohaPath, addresses } = prepared;
  const run = { runId: folder.id, out: folder.out, seed: plan.seed, pid: process.pid };
  // A cell that failed in an interrupted attempt is tried again in this one.
  const old = new Map<string, number>();
  for (const target of targets) old.set(target.name, (await recordsOf(target, folder)).length);
  const failures = async () => {
    const found: Failures = [];
    for (const target of targets) {
      const { name } = target;
      for (const record of (await recordsOf(target, folder)).slice(old.get(name))) {
        const reason = failureOf(record);
        if (reason === null || !("scenario" in record)) continue;
        const { scenario } = record;
        if (!has(found, { target: name, scenario })) found.push({ target: name, scenario, reason });
      }
    }
    return found;
  };
  const visit: Tour["visit"] = async (asked, { round, rounds, further }, cache) => {
    const failed = await failures();
    // One without a cell left is visited once more, for its journal's end.
    const some = asked.filter(
      (target) => isLast({ round, rounds }) || !hasFailed(target, plan, failed),
    );
    if (some.length === 0) return [];
    // Turbo puts back what it has; whatever lies there after it has run is then its doing or ours.
    for (const target of some) rmSync(keptJournalPath(target), { force: true });
    const context = {
      settings,
      run: { ...run, oha: ohaPath, addresses, visit: { round, rounds, further, failed } },
    };
    const log = join(folder.out, "turbo.log");
    const outcomes = await runTurbo(some, context, { cache, log, signal: io.signal });
    if (io.signal.aborted) throw new Interrupted();
    const refused: Target[] = [];
    for (const { target: name, replayed, hash } of outcomes) {
      const target = some.find((candidate) => candidate.name === name);
      if (!replayed || !target) continue;
      if (!(await takeReplayed(target, hash, folder.out, settings))) refused.push(target);
    }
    return refused;
  };
  return { prepared, plan, targets, folder, visit, failures };
}

/** The planned blocks, in as many rounds as a cell has blocks, and whatever is measured alone. */
async function firstStage({ plan, targets, folder, visit }: Tour, force: boolean): Promise<void> {
  const open = await unfinished(targets, folder);
  const rounds = open.length > 1 ? plan.rounds : 1;
  const only = rounds === 1;
  // What an interrupted attempt has begun is finished: another run's journal does not replace it.
  const begun = open.filter((target) => existsSync(journalPath(folder.out, target)));
  const fresh = open.filter((target) => !begun.includes(target));
  const first = { round: 1, rounds, further: null };
  const refused = await visit(fresh, first, { read: !force, write: only });
  await visit([...begun, ...refused], first, { read: false, write: only });
  const measured = await unfinished(open, folder);
  for (let round = 2; round <= rounds; round++) {
    await visit(measured, { ...first, round }, { read: false, write: round === rounds });
  }
}

/**
 * The further blocks of the cells that this run has measured and that spread too far. A replayed cell
 * has had its own: a run of which nothing has changed measures nothing.
 */
async function secondStage(tour: Tour, progress: Progress, elapsedSeconds: number): Promise<void> {
  const { plan, targets, folder, prepared } = tour;
  const { precision, load } = prepared.settings;
  if (precision === null) return;
  const failed = await tour.failures();
  const own = new Map<Target, readonly JournalRecord[]>();
  for (const target of targets) {
    const journal = await recordsOf(target, folder);
    const ours = journal.some((record) => record.type === "run" && record.runId === folder.id);
    if (ours) own.set(target, journal);
  }
  const names = new Set([...own.keys()].map(({ name }) => name));
  const duets = plan.duets.filter((duet) => names.has(duet.target) && !has(failed, duet));
  const spare = spareBlocks(precision, load, elapsedSeconds);
  const shares = shareSpare(duets, [...own.values()].flat(), { ...precision, spare });
  progress.extend(shares);
  const open = [...own].flatMap(([target, journal]) => {
    const wanted = duets
      .filter((duet) => duet.target === target.name)
      .reduce((sum, duet) => sum + (shares.get(duetName(duet)) ?? 0), 0);
    const taken = journal.filter((r) => r.type === "block" && r.stage === 2 && r.void === null);
    const complete = taken.length >= wanted && journal.at(-1)?.type === "end";
    return wanted === 0 || complete ? [] : [target];
  });
  const further = Object.fromEntries(shares);
  const rounds = Math.min(SECOND_STAGE_ROUNDS, Math.max(0, ...shares.values()));
  for (let round = 1; round <= rounds; round++) {
    const write = round === rounds;
    await tour.visit(open, { round, rounds, further }, { read: false, write });
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

async function recordsOf(target: Target, folder: OpenRun): Promise<readonly JournalRecord[]> {
  const path = journalPath(folder.out, target);
  return existsSync(path) ? (await readJournal(path)).records : [];
}

function has(failed: Failures, cell: { target: string; scenario: string }): boolean {
  return failed.some((f) => f.target === cell.target && f.scenario === cell.scenario);
}

/** Whether nothing more of a target is measured. */
function hasFailed({ name }: Target, plan: Plan, failed: Failures): boolean {
  const cells = plan.cells.filter(({ target }) => target === name);
  return cells.length > 0 && cells.every((cell) => has(failed, cell));
}

/**
 * Copies a journal that turbo put back into the run's folder, if it is the one that belongs to the
 * task's key, this machine and this oha: turbo's key holds all three, this is the second lock.
 */
async function takeReplayed(
  target: Target,
  hash: string,
  out: string,
  settings: Prepared["settings"],
): Promise<boolean> {
  const kept = keptJournalPath(target);
  if (!existsSync(kept)) return false;
  const { records } = await readJournal(kept);
  const header = records.find((record) => record.type === "run");
  const theirs = header?.settings;
  if (
    header?.taskHash !== hash ||
    theirs?.machine.fingerprint !== settings.machine.fingerprint ||
    theirs.tools.oha.sha256 !== settings.tools.oha.sha256
  ) {
    return false;
  }
  const path = journalPath(out, target);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(kept, path);
  return true;
}
