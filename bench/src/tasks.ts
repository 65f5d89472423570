import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { Interrupted } from "./errors.ts";
import type { Io } from "./io.ts";
import { readJournal } from "./journal.ts";
import type { Target } from "./manifest.ts";
import { journalPath, keptJournalPath } from "./measure/task.ts";
import type { Plan } from "./plan.ts";
import type { Prepared } from "./prepare.ts";
import { watchProgress } from "./progress.ts";
import type { OpenRun } from "./run-folder.ts";
import { runTurbo, type TaskOutcome } from "./turbo.ts";

/**
 * Measures what a run's folder lacks, one turbo task a target, or takes it from turbo's cache.
 * @param force the cache is not asked
 * @throws Interrupted, EnvironmentError; what is finished is journalled
 */
export async function measureTargets(
  { targets, settings, ohaPath, addresses }: Prepared,
  plan: Plan,
  folder: OpenRun,
  force: boolean,
  io: Io,
): Promise<void> {
  // What is not installed is not looked up in the cache either: its cell fails, visibly.
  const possible = targets.filter(
    (target) => target.version !== null && target.unsupported === null,
  );
  const todo: Target[] = [];
  for (const target of possible) {
    if (!(await isWhole(journalPath(folder.out, target)))) todo.push(target);
  }
  if (todo.length === 0) return;
  const context = {
    settings,
    run: {
      runId: folder.id,
      out: folder.out,
      seed: plan.seed,
      pid: process.pid,
      oha: ohaPath,
      addresses,
    },
  };
  // Turbo puts back what it has; whatever lies there after it has run is then its doing or ours.
  for (const target of todo) rmSync(keptJournalPath(target), { force: true });
  const log = join(folder.out, "turbo.log");
  const through = async (some: readonly Target[], forced: boolean): Promise<Target[]> => {
    if (some.length === 0) return [];
    const outcomes = await runTurbo(some, context, { force: forced, log, signal: io.signal });
    if (io.signal.aborted) throw new Interrupted();
    return refusedReplays(some, outcomes, folder.out, settings);
  };
  const progress = watchProgress(plan, todo, folder.out, io);
  try {
    // What an interrupted attempt has begun is finished: another run's journal does not replace it.
    const begun = todo.filter((target) => existsSync(journalPath(folder.out, target)));
    const refused = await through(
      todo.filter((target) => !begun.includes(target)),
      force,
    );
    await through([...begun, ...refused], true);
  } finally {
    progress.stop();
  }
}

/** Takes what turbo put back into the run's folder. @returns the targets whose journal was not fit. */
async function refusedReplays(
  targets: readonly Target[],
  outcomes: readonly TaskOutcome[],
  out: string,
  settings: Prepared["settings"],
): Promise<Target[]> {
  const refused: Target[] = [];
  for (const { target: name, replayed, hash } of outcomes) {
    const target = targets.find((candidate) => candidate.name === name);
    if (!replayed || !target) continue;
    if (!(await takeReplayed(target, hash, out, settings))) refused.push(target);
  }
  return refused;
}

/** A journal of this run that needs nothing more: its target succeeded. */
async function isWhole(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  const { records } = await readJournal(path);
  const end = records.findLast((record) => record.type === "end");
  return end?.status === "ok";
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
