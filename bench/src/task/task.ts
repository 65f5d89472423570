import { mkdirSync, rmSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { copyWhole, duetName, modesOf, UsageError, type Runtime } from "@deadheat/journal";
import {
  alone,
  currentHolder,
  drawSeed,
  EnvironmentError,
  Interrupted,
  pinOurselves,
  thisInstance,
} from "@deadheat/measure";
import { run, type JournalStore, type RunEvent } from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import { buildPlan } from "../plan/build.ts";
import { prepare } from "../plan/prepare.ts";
import type { Prepared } from "../plan/prepared.ts";
import { DEFAULT_PROFILE } from "../plan/profiles.ts";
import { runnerPlan } from "../plan/runner-plan.ts";
import { discoverTargets } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { runtimeVersions } from "../targets/tools.ts";
import { keptJournalPath } from "./kept.ts";

/**
 * Runs a task of turbo's that a person has started: measures the app in this folder on one runtime against its floor, and
 * writes the journal to the path that turbo caches. It prints no figures, because turbo prints the output again on each cache
 * hit. table.ts prints the figures.
 * @returns 0 if the journal is complete, else 1
 */
export async function measure(runtime: Runtime, io: Io): Promise<0 | 1> {
  const target = targetHere(runtime);
  rmSync(keptJournalPath(target), { force: true });
  const prepared = await prepareByHand(target, io);
  return inTurn(io, () => measureOne(target, prepared, io));
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

/** The time limit for the duets of a single target, so that it takes only minutes on any machine. */
const WITHIN_SECONDS = 120;

/** Returns the settings of a task that no run has started. */
export async function prepareByHand(target: Target, io: Io): Promise<Prepared> {
  const request = {
    profile: DEFAULT_PROFILE,
    targets: [target.name],
    scenarios: null,
    budgetSeconds: null,
    blocks: null,
    warmupAnswers: null,
    windowSeconds: null,
    seed: null,
  };
  const prepared = await prepare(request, io);
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
  const { settings, ohaPath } = prepared;
  const { scenarios, blocks, load, services, machine, tools } = settings;
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
  const plan = buildPlan(
    [target],
    scenarios,
    blocks,
    load,
    drawSeed(),
    modesOf(settings),
    services,
  );
  const folder = {
    id: `${target.framework}-${target.runtime}`,
    out,
    startedAt: new Date().toISOString(),
  };
  const oha = { path: ohaPath, version: tools.oha.version };
  const { pinning } = machine;
  const ground = { folder, oha, pinning, instance: thisInstance(), store, signal: io.signal };
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
  switch (record.type) {
    case "verify":
      return record.status === "failed"
        ? `${record.target} ${record.scenario} failed: ${record.reason}`
        : null;
    case "block":
    case "cost":
      return `${duetName(record)}, block ${record.n}: ${record.void ?? "measured"}`;
    case "sweep":
    case "openLoop":
      return `${record.target} ${record.scenario}, round ${record.round}: ${record.void ?? "measured"}`;
    default:
      return null;
  }
}
