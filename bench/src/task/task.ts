import { floorOf, named } from "../targets/floor.ts";
import { journalPath, keptJournalPath } from "./journal-path.ts";
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { fromEnvironment, type Context } from "./context.ts";
import {
  UsageError,
  openJournal,
  readJournal,
  type Journal,
  floors,
  type Runtime,
  failureOf,
  type JournalRecord,
  modesOf,
} from "@deadheat/journal";
import {
  Interrupted,
  identify,
  mayBeRunning,
  type Identity,
  remember,
  TASK,
} from "@deadheat/measure";
import { type Target } from "../targets/manifest.ts";
import { discoverTargets } from "../targets/discover.ts";
import { buildPlan } from "../plan/build.ts";
import { runRecord } from "./run-record.ts";
import { runtimeVersions } from "../targets/tools.ts";
import { costSteps, duetSteps, soloSteps } from "./steps.ts";
import { verifyScenarios } from "../verify/verify-scenarios.ts";
import { verifyTarget } from "../verify/verify.ts";
import { dueBlocks, dueCosts } from "./due.ts";

/**
 * One visit to one target. The first one verifies it; each measures what is due of its cells, and
 * journals every record as soon as it exists. What the journal has already is not measured again. The
 * last one is a task of turbo's: only a whole journal in which everything went well, of the very
 * sources that turbo hashes, is left where turbo caches it.
 * @returns the exit code: 0, or 1 when a cell failed.
 */
export async function measure(runtime: Runtime, interrupt: AbortSignal): Promise<number> {
  const context = fromEnvironment();
  const run = identify(context.run.pid);
  const orphaned = watchRun(run);
  // Its parent is a child of turbo's: the run itself ends it if turbo is gone before it.
  const forget = remember(process.pid, TASK, run);
  try {
    return await measureHere(runtime, context, AbortSignal.any([interrupt, orphaned.signal]));
  } finally {
    orphaned.stop();
    forget();
  }
}

async function measureHere(
  runtime: Runtime,
  context: Context,
  signal: AbortSignal,
): Promise<number> {
  const targets = discoverTargets(runtimeVersions());
  const directory = process.cwd();
  const target = targets.find((t) => t.framework === basename(directory) && t.runtime === runtime);
  if (!target) throw new UsageError(`${basename(directory)} has no target for ${runtime}`);
  rmSync(keptJournalPath(target), { force: true });

  const path = journalPath(context.run.out, target);
  const done = existsSync(path) ? (await readJournal(path)).records : [];
  const journal = openJournal(path);
  try {
    const latest = done.findLast((record) => record.type === "run");
    // What another instance began is completed under a record of this one; ending it measures nothing.
    const own = context.run.visit.last || latest?.instance === context.run.instance;
    if (latest === undefined || !own) {
      journal.append(runRecord(target, floorOf(target, targets), context));
    }
    if (context.run.visit.last) return end(target, journal, done) ? 0 : 1;
    return (await measureTarget(target, targets, context, journal, done, signal)) === null ? 0 : 1;
  } finally {
    journal.close();
  }
}

/**
 * Ends a journal, and keeps it when all went well.
 * @returns whether it is kept
 */
function end(target: Target, journal: Journal, records: readonly JournalRecord[]): boolean {
  const reason = lastingFailure(records);
  journal.append({
    type: "end",
    finishedAt: now(),
    status: reason === null ? "ok" : "failed",
    reason,
  });
  const header = records.find((record) => record.type === "run");
  // Sources that have changed since would be kept under a key that is not theirs.
  if (reason !== null || header?.taskHash !== process.env.TURBO_HASH) return false;
  keep(journal.path, keptJournalPath(target));
  return true;
}

/** What went wrong and was not measured again since; null when nothing did. */
function lastingFailure(records: readonly JournalRecord[]): string | null {
  const outcomes = new Map<string, string | null>();
  for (const record of records) {
    if (!("scenario" in record)) continue;
    const { type, scenario } = record;
    const which =
      record.type === "block" || record.type === "cost"
        ? [record.reference, record.n]
        : record.type === "sweep"
          ? [record.server, record.round, record.connections]
          : record.type === "openLoop"
            ? [record.round, record.fraction]
            : [];
    outcomes.set(JSON.stringify([type, scenario, ...which]), failureOf(record));
  }
  return [...outcomes.values()].find((reason) => reason !== null) ?? null;
}

/** Raised when the run's process is gone: killed, it could not tell its tasks. */
function watchRun(run: Identity): { signal: AbortSignal; stop: () => void } {
  const gone = new AbortController();
  const timer = setInterval(() => {
    if (!mayBeRunning(run)) gone.abort(new Interrupted());
  }, 1000);
  return { signal: gone.signal, stop: () => clearInterval(timer) };
}

/** @returns why a cell of the target failed, null when none did. */
async function measureTarget(
  target: Target,
  targets: readonly Target[],
  { settings, run }: Context,
  journal: Journal,
  done: readonly JournalRecord[],
  signal: AbortSignal,
): Promise<string | null> {
  const { load, scenarios, blocks, services } = settings;
  const { pinning } = settings.machine;
  const { addresses, visit } = run;
  const floor = named(floors[target.runtime], targets);
  const failed = new Map(visit.failed.map(({ scenario, reason }) => [scenario, reason]));
  if (visit.first) {
    const apart = { scenarios, services, addresses, pinning, signal };
    const verdicts = [
      ...(await verifyTarget(target, floor, pinning, signal)),
      ...(await verifyScenarios(target, floor, apart)),
    ];
    for (const verdict of verdicts) {
      journal.append({ type: "verify", ...verdict, differences: [...verdict.differences] });
      if (verdict.status === "failed") failed.set(verdict.scenario, verdict.reason ?? "");
    }
  }

  const oha = { path: run.oha, version: settings.tools.oha.version };
  const { warmup, workerThreads } = load;
  const bench = { oha, pinning, load, warmup, workerThreads, signal, addresses };
  const modes = modesOf(settings);
  const plan = buildPlan([target], scenarios, blocks, load, run.seed, modes, services);
  const byName = (name: string): Target => named(name, targets);
  const steps = duetSteps(dueBlocks(plan.duets, visit, run.seed), byName, bench, done);
  if (modes.cost) {
    const due = dueCosts(plan.costs, visit, modes.cost, run.seed);
    steps.push(...costSteps(due, modes.cost, byName, bench, done));
  }
  if (visit.solo) steps.push(...soloSteps(plan, settings, byName, bench, done));
  let [failure = null] = failed.values();
  for (const step of steps) {
    if (failed.has(step.scenario)) continue;
    for await (const taken of step.take()) {
      journal.append(taken.record);
      if (taken.failure === null) continue;
      failure ??= taken.failure;
      // More of the same would only take time.
      if (step.endsCell) failed.set(step.scenario, taken.failure);
    }
  }
  return failure;
}

/** A copy under another name first: who finds the kept journal finds it whole. */
function keep(path: string, kept: string): void {
  mkdirSync(join(kept, ".."), { recursive: true });
  copyFileSync(path, `${kept}.partial`);
  renameSync(`${kept}.partial`, kept);
}

function now(): string {
  return new Date().toISOString();
}
