import process from "node:process";
import * as v from "valibot";
import { UsageError, settingsSchema, type Settings } from "@deadheat/journal";

/** One visit to a target, of the many that a run pays to each in turn: what is due of it. */
export const visitSchema = v.object({
  /** Turbo's hash of the target's task when the run began: what is kept is kept under this one alone. */
  taskHash: v.nullable(v.string()),
  /** Blocks of its duets; stage 2: beyond the planned ones. */
  due: v.array(
    v.object({ scenario: v.string(), n: v.number(), stage: v.picklist([1, 2] as const) }),
  ),
  /** Blocks at fixed rates. */
  costs: v.array(v.object({ scenario: v.string(), n: v.number() })),
  /** The first of this attempt: the target is verified. */
  first: v.boolean(),
  /** What is measured of it alone is due too. */
  solo: v.boolean(),
  /** Its journal is whole then, and left where turbo keeps it. */
  last: v.boolean(),
  /** Scenarios of which nothing more is measured, with what was wrong. */
  failed: v.array(v.object({ scenario: v.string(), reason: v.string() })),
});
export type Visit = v.InferOutput<typeof visitSchema>;

/**
 * What `run` hands down, through turbo, to each `deadheat measure`. The settings are in turbo's
 * cache key (`env` in turbo.json); where to write and the drawn seed are not (`passThroughEnv`).
 */
export interface Context {
  readonly settings: Settings;
  readonly run: RunContext;
}

const runContextSchema = v.object({
  runId: v.string(),
  /** Of the machine that measures now: on the record of the run, and not in the settings, which are turbo's key. */
  instance: v.string(),
  /** The run's folder. */
  out: v.string(),
  seed: v.number(),
  /** The process of the run: a task does not outlive it. */
  pid: v.number(),
  /** The path of the generator: its hash is in the settings, where it lies is not. */
  oha: v.string(),
  /** Where the services are, with their passwords: by service. */
  addresses: v.record(v.string(), v.string()),
  visit: visitSchema,
});
export type RunContext = v.InferOutput<typeof runContextSchema>;

const SETTINGS = "DEADHEAT_SETTINGS";
const RUN = "DEADHEAT_RUN";

/** The environment that carries a context. */
export function toEnvironment({ settings, run }: Context): Record<string, string> {
  return { [SETTINGS]: JSON.stringify(settings), [RUN]: JSON.stringify(run) };
}

/** @throws UsageError when `measure` was not started by a run. */
export function fromEnvironment(env: NodeJS.ProcessEnv = process.env): Context {
  const read = (name: string): unknown => JSON.parse(env[name] ?? "null");
  try {
    return {
      settings: v.parse(settingsSchema, read(SETTINGS)),
      run: v.parse(runContextSchema, read(RUN)),
    };
  } catch {
    throw new UsageError(
      "`deadheat measure` is started by a run, through turbo: use `pnpm bench --targets ...`",
    );
  }
}
