import { addonRecord } from "@deadheat/addon";
import { SCHEMA, type JournalRecord } from "@deadheat/journal";
import type { Target } from "../targets/manifest.ts";
import type { Context, RunContext } from "./context.ts";
import { digestSources } from "./sources.ts";

/** What stands above a target's records; `reference` is what it is measured against. */
export function runRecord(
  target: Target,
  reference: Target,
  {
    settings,
    run,
  }: Pick<Context, "settings"> & {
    run: Pick<RunContext, "runId" | "instance" | "seed"> & Partial<Pick<RunContext, "visit">>;
  },
): JournalRecord {
  return {
    type: "run",
    schema: SCHEMA,
    runId: run.runId,
    startedAt: new Date().toISOString(),
    target: target.name,
    framework: target.framework,
    runtime: target.runtime,
    version: target.version ?? "not installed",
    seed: run.seed,
    taskHash: run.visit?.taskHash ?? null,
    sources: digestSources(target, reference),
    addon: addonRecord(target.addon),
    instance: run.instance,
    settings,
  };
}
