import { mkdirSync, rmSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import {
  copyWhole,
  duetName,
  failureOf,
  isWhole,
  journalPath,
  readJournal,
  UsageError,
  type Runtime,
  EnvironmentError,
  Interrupted,
} from "@deadheat/journal";
import { alone, currentHolder, drawSeed, pinOurselves, thisInstance } from "@deadheat/measure";
import { cellName, isMeasured, run, type JournalStore, type RunEvent } from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import { buildPlan } from "../plan/build.ts";
import { runnerPlan } from "../plan/runner-plan.ts";
import { prepare, type Prepared } from "../plan/prepare.ts";
import { DEFAULT_PROFILE } from "../plan/profiles.ts";
import { discoverTargets } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { runtimeVersions } from "../targets/tools.ts";
import { fromEnvironment } from "../cache/context.ts";
import { keptJournalPath } from "../cache/kept.ts";

/**
 * Runs one of turbo's tasks. If a person has started turbo, it measures the app in this folder on one runtime against its
 * floor, and writes the journal to the path that turbo caches. It prints no metrics, because turbo prints the output again
 * on each cache hit. table.ts prints the metrics.
 * @returns 0 if the journal is complete, else 1
 */
export async function measure(runtime: Runtime, io: Io): Promise<0 | 1> {
  const target = targetHere(runtime);
  rmSync(keptJournalPath(target), { force: true });
  // A run's task never measures: a server could read the remote cache's secrets in the environment of turbo.
  const context = fromEnvironment();
  if (context !== null) return context.run.finished ? handOver(target, context.run.out) : 1;
  const prepared = await prepareByHand(target, io);
  return inTurn(io, () => measureOne(target, prepared, io));
}

/**
 * Copies a finished journal from a run's folder to the path that turbo caches.
 * @returns the exit code: 1 if the journal is incomplete, or if turbo has hashed other sources
 */
async function handOver(target: Target, out: string): Promise<0 | 1> {
  const path = journalPath(out, target);
  const { records } = await readJournal(path);
  const header = records.find((record) => record.type === "run");
  if (!isWhole(records) || header?.taskHash !== process.env.TURBO_HASH) return 1;
  copyWhole(path, keptJournalPath(target));
  return 0;
}

export function targetHere(runtime: Runtime): Target {
  const framework = basename(process.cwd());
  const found = discoverTargets(runtimeVersions()).find(
    (target) => target.framework === framework && target.runtime === runtime,
  );
  if (!found) throw new UsageError(`${framework} has no target for ${runtime}`);
  if (found.unsupported !== null) {
    throw new UsageError(`${found.name} is unsupported: ${found.unsupported}`);
  }
  return found;
}

/** The time limit for the duets of a single target, so that it takes only minutes on any machine. */
const WITHIN_SECONDS = 120;

/** Returns the settings of a task that no run has started. */
export async function prepareByHand(target: Target, io: Io): Promise<Prepared> {
  const prepared = await prepare({ profile: DEFAULT_PROFILE, targets: [target.name] }, io);
  return { ...prepared, settings: { ...prepared.settings, withinSeconds: WITHIN_SECONDS } };
}

/** Waits until no other task measures. Turbo starts several tasks at once, and a machine measures one at a time. */
async function inTurn<T>(io: Io, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await alone(false, io.note, work);
    } catch (error) {
      if (!(error instanceof EnvironmentError) || currentHolder() === null) throw error;
      await sleep(500, undefined, { signal: io.signal }).catch(() => {
        throw new Interrupted();
      });
    }
  }
}

/** Measures a plan of one target in a temporary folder, and copies the journal to the path that turbo caches. */
async function measureOne(target: Target, prepared: Prepared, io: Io): Promise<0 | 1> {
  const { settings, oha } = prepared;
  const { scenarios, rounds, load, services, machine } = settings;
  const kept = keptJournalPath(target);
  const out = `${kept}.run`;
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const store: JournalStore = {
    hashOf: () => process.env.TURBO_HASH ?? null,
    find: () => Promise.resolve(new Map()),
    keep: ([finished]) => {
      if (finished) copyWhole(finished.path, kept);
      return Promise.resolve();
    },
  };
  const plan = buildPlan([target], scenarios, rounds, load, drawSeed(), settings, services);
  const id = `${target.framework}-${target.runtime}`;
  const folder = { id, out, startedAt: new Date().toISOString() };
  const { pinning } = machine;
  const context = { folder, oha, pinning, instance: thisInstance(), store, signal: io.signal };
  const unpin = pinOurselves(pinning);
  try {
    const { journals } = await run(runnerPlan(plan, prepared), context, (event) => {
      const line = lineOf(event);
      if (line !== null) io.note(line);
    });
    return journals.every(({ end }) => end?.status === "ok") ? 0 : 1;
  } finally {
    unpin();
    rmSync(out, { recursive: true, force: true });
  }
}

/** Returns a line about a record, without metrics; null if there is nothing to say. */
function lineOf(event: RunEvent): string | null {
  if (event.kind !== "record") return null;
  const { record } = event;
  const fault = failureOf(record);
  if (record.type === "verify") return fault && `${cellName(record)} failed: ${fault}`;
  if (!isMeasured(record)) return null;
  const what =
    "base" in record
      ? `${duetName(record)}, round ${record.n}`
      : `${cellName(record)}, round ${record.round}`;
  return `${what}: ${fault ?? "measured"}`;
}
