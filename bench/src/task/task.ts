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
  modesOf,
  readJournal,
  UsageError,
  type Runtime,
} from "@deadheat/journal";
import {
  alone,
  currentHolder,
  drawSeed,
  EnvironmentError,
  identify,
  Interrupted,
  mayBeRunning,
  pinOurselves,
  remember,
  TASK,
  thisInstance,
} from "@deadheat/measure";
import { cellName, isMeasured, run, type JournalStore, type RunEvent } from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import { buildPlan, runnerPlan } from "../plan/build.ts";
import { prepare, type Prepared } from "../plan/prepare.ts";
import { DEFAULT_PROFILE } from "../plan/profiles.ts";
import { discoverTargets } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { runtimeVersions } from "../targets/tools.ts";
import { fromEnvironment, type Context, type RunContext } from "./context.ts";
import { keptJournalPath } from "./kept.ts";

/**
 * Runs one of turbo's tasks: measures the app in this folder on one runtime against its floor, and writes the journal to
 * the path that turbo caches. It prints no figures, because turbo prints the output again on each cache hit. table.ts
 * prints the figures.
 * @returns 0 if the journal is complete, else 1
 */
export async function measure(runtime: Runtime, io: Io): Promise<0 | 1> {
  const context = fromEnvironment();
  const target = targetHere(runtime);
  rmSync(keptJournalPath(target), { force: true });
  if (context?.run.finished) return handOver(target, context.run);
  if (context)
    return withParent(context.run, io, (signal) => measureFor(target, context, io, signal));
  return measureByHand(target, io);
}

/**
 * Copies a finished journal from a run's folder to the path that turbo caches.
 * @returns the exit code: 1 if the journal is incomplete, or if turbo has hashed other sources
 */
async function handOver(target: Target, { out }: RunContext): Promise<0 | 1> {
  const path = journalPath(out, target);
  const { records } = await readJournal(path);
  const header = records.find((record) => record.type === "run");
  if (!isWhole(records) || header?.taskHash !== process.env.TURBO_HASH) return 1;
  copyWhole(path, keptJournalPath(target));
  return 0;
}

/** Returns the target of the app in this folder. */
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

/** Measures a target for a run. Turbo starts this if its cache misses after it had reported a hit. */
function measureFor(
  target: Target,
  { settings, run: { oha, addresses, ...folder } }: Context,
  io: Io,
  signal: AbortSignal,
): Promise<0 | 1> {
  const all = discoverTargets(runtimeVersions());
  const { version } = settings.tools.oha;
  const prepared = { all, targets: [], settings, oha: { path: oha, version }, addresses };
  return measureOne(target, prepared, folder, { ...io, signal });
}

/** The time limit for the duets of a single target, so that it takes only minutes on any machine. */
const WITHIN_SECONDS = 120;

/** Returns the settings of a task that no run has started. */
export async function prepareByHand(target: Target, io: Io): Promise<Prepared> {
  const prepared = await prepare({ profile: DEFAULT_PROFILE, targets: [target.name] }, io);
  return { ...prepared, settings: { ...prepared.settings, withinSeconds: WITHIN_SECONDS } };
}

async function measureByHand(target: Target, io: Io): Promise<0 | 1> {
  const prepared = await prepareByHand(target, io);
  const runId = `${target.framework}-${target.runtime}`;
  return inTurn(io, () =>
    measureOne(target, prepared, { runId, seed: drawSeed(), instance: thisInstance() }, io),
  );
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
async function measureOne(
  target: Target,
  prepared: Prepared,
  { runId: id, seed, instance }: Pick<RunContext, "runId" | "seed" | "instance">,
  io: Io,
): Promise<0 | 1> {
  const { settings, oha } = prepared;
  const { scenarios, blocks, load, services, machine } = settings;
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
  const plan = buildPlan([target], scenarios, blocks, load, seed, modesOf(settings), services);
  const folder = { id, out, startedAt: new Date().toISOString() };
  const { pinning } = machine;
  const ground = { folder, oha, pinning, instance, store, signal: io.signal };
  const unpin = pinOurselves(pinning);
  try {
    const { journals } = await run(runnerPlan(plan, prepared), ground, (event) => {
      const line = lineOf(event);
      if (line !== null) io.note(line);
    });
    return journals.every(({ end }) => end?.status === "ok") ? 0 : 1;
  } finally {
    unpin();
    rmSync(out, { recursive: true, force: true });
  }
}

/** Returns a line about a record, without figures; null if there is nothing to say. */
function lineOf(event: RunEvent): string | null {
  if (event.kind !== "record") return null;
  const { record } = event;
  const fault = failureOf(record);
  if (record.type === "verify") return fault && `${cellName(record)} failed: ${fault}`;
  if (!isMeasured(record)) return null;
  const what =
    "base" in record
      ? `${duetName(record)}, block ${record.n}`
      : `${cellName(record)}, round ${record.round}`;
  return `${what}: ${fault ?? "measured"}`;
}

/** Ends the task if its run is gone: a killed run cannot stop its tasks. */
async function withParent<T>(
  { pid }: RunContext,
  io: Io,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const parent = identify(pid);
  const gone = new AbortController();
  const timer = setInterval(() => {
    if (!mayBeRunning(parent)) gone.abort(new Interrupted());
  }, 1000);
  // If turbo ends before the run, the run itself ends the task.
  const forget = remember(process.pid, TASK, { owner: parent });
  try {
    return await work(AbortSignal.any([io.signal, gone.signal]));
  } finally {
    clearInterval(timer);
    forget();
  }
}
