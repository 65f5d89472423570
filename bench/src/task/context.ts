import process from "node:process";
import * as v from "valibot";
import { settingsSchema, type Settings } from "@deadheat/journal";

/**
 * The environment variables that a run hands down, through turbo, to each `measure` task. The settings are in turbo's key
 * (`env` in turbo.json); the rest is not (`passThroughEnv`).
 */
export interface Context {
  readonly settings: Settings;
  readonly run: RunContext;
}

const runContextSchema = v.object({
  runId: v.string(),
  /** The machine that measures, since it booted. It is in no key: the store decides whose journals it takes. */
  instance: v.string(),
  /** The run's folder. */
  out: v.string(),
  seed: v.number(),
  /** The run's process: no task outlives it. */
  pid: v.number(),
  /** The path of oha. Its hash is in the settings, its place is not. */
  oha: v.string(),
  /** The addresses of the services, with their passwords, by service. */
  addresses: v.record(v.string(), v.string()),
  /** True if the run's folder holds finished journals, which the tasks hand to turbo instead of measuring. */
  finished: v.boolean(),
});
export type RunContext = v.InferOutput<typeof runContextSchema>;

const SETTINGS = "DEADHEAT_SETTINGS";
const RUN = "DEADHEAT_RUN";

/** Returns the environment that carries a context. */
export function toEnvironment({ settings, run }: Context): Record<string, string> {
  return { [SETTINGS]: JSON.stringify(settings), [RUN]: JSON.stringify(run) };
}

/** Returns the context that a run handed down; null if no run has started this task. */
export function fromEnvironment(env: NodeJS.ProcessEnv = process.env): Context | null {
  if (!env[RUN]) return null;
  return {
    settings: v.parse(settingsSchema, JSON.parse(env[SETTINGS] ?? "null")),
    run: v.parse(runContextSchema, JSON.parse(env[RUN])),
  };
}
