import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { Interrupted } from "./errors.ts";
import type { Io } from "./io.ts";
import { readJournal } from "./journal.ts";
import type { Target } from "./manifest.ts";
import { journalPath, keptJournalPath } from "./measure/task.ts";
import { isLast, type Visit } from "./measure/visit.ts";
import type { Plan } from "./plan.ts";
import type { Prepared } from "./prepare.ts";
import { failureOf, type JournalRecord } from "./record.ts";
import type { OpenRun } from "./run-folder.ts";
import { runTurbo, type CacheUse } from "./turbo.ts";

/** What all visits of a run share. */
export interface Tour {
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

export async function beginTour(
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
  const visit: Tour["visit"] = async (asked, { round, rounds, further, again }, cache) => {
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
      run: { ...run, oha: ohaPath, addresses, visit: { round, rounds, further, again, failed } },
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

/** What a target has journalled in this run so far. */
export async function recordsOf(
  target: Target,
  folder: OpenRun,
): Promise<readonly JournalRecord[]> {
  const path = journalPath(folder.out, target);
  return existsSync(path) ? (await readJournal(path)).records : [];
}

export function has(failed: Failures, cell: { target: string; scenario: string }): boolean {
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
