import { publishableDocument, type Warning } from "@deadheat/journal";
import {
  badLineWarnings,
  gather,
  merge,
  type Gathered,
  type MergeInput,
  type MissingCell,
  type Result,
} from "@deadheat/judge";
import { concurrencyWarnings, limitWarnings, type Hold } from "@deadheat/measure";
import { amountOf, measuredIn, nameOf } from "./measured.ts";
import type { RunContext, RunPlan } from "./plan.ts";
import type { Outcome } from "./run.ts";

/** The facts of a result that the journals do not hold. */
export interface About extends Pick<MergeInput, "margin" | "retired" | "installed" | "alpha"> {
  readonly git: Result["run"]["git"];
  readonly like?: string | null;
  readonly hold: Hold;
  /** Returns the cells of the plan that have no journal. */
  readonly missing?: (gathered: Gathered) => MissingCell[];
  readonly warnings?: readonly Warning[];
}

export function resultOf(
  { seed, settings }: Pick<RunPlan, "seed" | "settings">,
  { folder, instance }: Pick<RunContext, "folder" | "instance">,
  { earlier, seconds, ...contents }: Outcome,
  { git, like, hold, missing, warnings = [], ...about }: About,
): Result {
  const gathered = gather(contents);
  const own = gathered.targets.filter((target) => target.run.runId === folder.id);
  const fresh = measuredIn({ targets: own }).filter((record) => !earlier.has(nameOf(record)));
  const { profile, load, measure, sweep, latency, cost } = settings;
  const result = merge({
    run: {
      id: folder.id,
      startedAt: folder.startedAt,
      finishedAt: new Date().toISOString(),
      seed,
      profile,
      git,
      measured: amountOf(fresh, seconds),
      load,
      ...(like === undefined ? {} : { like }),
      measure,
      sweep,
      latency,
      cost,
    },
    settings,
    targets: gathered.targets,
    missing: missing?.(gathered) ?? [],
    currentRunId: folder.id,
    currentInstance: instance,
    warnings: [
      ...warnings,
      ...concurrencyWarnings(hold),
      ...limitWarnings(),
      ...badLineWarnings(gathered.bad),
    ],
    ...about,
  });
  return publishableDocument(result);
}
