import process from "node:process";
import * as v from "valibot";
import { settingsSchema, type Settings } from "@deadheat/journal";

/**
 * The facts that a run passes to each `measure` task, through turbo, in environment variables. The settings are part of
 * turbo's key (`env` in turbo.json), and the rest is not (`passThroughEnv`).
 */
export interface Context {
  readonly settings: Settings;
  readonly run: RunContext;
}

const runContextSchema = v.object({
  out: v.string(),
  /** True if the run's folder has finished journals, which the tasks pass to turbo. */
  finished: v.boolean(),
});
type RunContext = v.InferOutput<typeof runContextSchema>;

const SETTINGS = "DEADHEAT_SETTINGS";
const RUN = "DEADHEAT_RUN";

export function toEnvironment({ settings, run }: Context): Record<string, string> {
  return { [SETTINGS]: JSON.stringify(settings), [RUN]: JSON.stringify(run) };
}

export function fromEnvironment(env: NodeJS.ProcessEnv = process.env): Context | null {
  if (!env[RUN]) return null;
  return {
    settings: v.parse(settingsSchema, JSON.parse(env[SETTINGS] ?? "null")),
    run: v.parse(runContextSchema, JSON.parse(env[RUN])),
  };
}
