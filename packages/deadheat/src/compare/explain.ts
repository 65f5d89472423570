import type { Trial } from "../provenance/trial.ts";
import { fileRuntimes, runtimeFacts, UsageError, type Warning } from "@deadheat/journal";
import {
  concurrencyWarnings,
  drawSeed,
  limitWarnings,
  type Exchange,
  type Pair,
} from "@deadheat/measure";
import type { ExplainedMetric } from "@deadheat/judge";
import { suffixOf } from "../config/runtime.ts";
import { writing } from "../folder/not-written.ts";
import { onMachine, type Testbed } from "../measure/testbed.ts";
import { install } from "../measure/install.ts";
import { start, type ReadyPair } from "../measure/start.ts";
import { inFull, type ExplainOptions } from "../plan/options.ts";
import { resolve } from "../plan/plan.ts";
import { prove } from "../descend/prove-pair.ts";
import type { PlannedPair } from "../plan/pairs.ts";
import { entrantOf, requireUnchanged } from "../ready/installed.ts";
import { profiledAs, type ExplainedPair } from "../profile/collected.ts";
import { explainEntrants, PROFILED_SECONDS } from "../profile/entrants.ts";
import { explainedIn, writeExplained, type ExplainedRequest } from "../profile/written.ts";

export const USUAL_BUDGET_SECONDS = 60;

/**
 * Explains which functions make the new server slower or faster than the base. Installs or checks them out if necessary,
 * and profiles both in duets. Prints nothing. No process is left, however it ends.
 * @returns one explanation per request, in request order
 * @throws UsageError, ComparisonFailed, EnvironmentError, NotWritten, Interrupted as `compare` does
 */
export async function explain(options: ExplainOptions): Promise<ExplainedRequest[]> {
  const plan = await resolve(inFull("explain", options));
  if (plan.pairs.length > 1) {
    const names = plan.pairs.map(
      ({ app, new: { spec } }) => `${app ?? ""}${suffixOf(spec.runtime)}`,
    );
    throw new UsageError(
      `explain follows one server, and there are several: ${names.join(", ")}. Choose one with --target or --runtime`,
    );
  }
  const { metric = "cpu" } = options;
  return onMachine(plan.options, async (usual, folder) => {
    const windowSeconds = options.windowSeconds ?? PROFILED_SECONDS;
    // Starts and idle memory need no load, and no warm-up that a pilot finds.
    const pilots = metric === "startup" || metric === "memory" ? null : usual.pilots;
    const testbed = { ...usual, pilots, load: { ...usual.load, windowSeconds } };
    requireProvable(metric, options);
    const ready = await start(plan, await install(plan, testbed), testbed, folder);
    const { pairs, limits } = ready;
    const { requests } = limits;
    requireExplicable(metric, pairs);
    const budgetSeconds = (options.budgetSeconds ?? USUAL_BUDGET_SECONDS) / requests.length;
    const explained: ExplainedRequest[] = [];
    for (const [i, { name }] of requests.entries()) {
      const [pair] = pairs as readonly [ReadyPair];
      const given = { budgetSeconds, seed: options.seed ?? null, metric };
      const one = await explainPair(pair, { i, name }, given, { ...testbed, load: pair.load });
      explained.push(explainedIn(one, folder.out, i));
      await writing(explained, folder.out, () => writeExplained(one, folder.out, i), false);
      if (!options.prove || i > 0) continue;
      const { preparing } = (plan.pairs[0] as PlannedPair).new;
      const { descended, failure } = await prove(ready, usual, preparing, options.seed ?? null);
      const proven = { ...one, document: { ...one.document, descended } };
      explained[i] = explainedIn(proven, folder.out, i);
      await writing(explained, folder.out, () => writeExplained(proven, folder.out, i), false);
      if (failure !== null) throw failure;
    }
    const sides = pairs.flatMap(({ base, new: next }) => [base.side, next.side]);
    await requireUnchanged(sides, folder.out);
    return explained;
  });
}

/** @throws UsageError if the difference cannot be proven */
function requireProvable(metric: ExplainedMetric, { prove: asked }: ExplainOptions): void {
  if (!asked || metric === "cpu") return;
  throw new UsageError(
    `--prove measures CPU time per request, so it cannot prove a difference in ${metric}. Leave out --metric or --prove`,
  );
}

/** @throws UsageError if a runtime cannot say what holds its memory */
function requireExplicable(metric: ExplainedMetric, pairs: readonly ReadyPair[]): void {
  const blind = pairs
    .flatMap((pair) => [pair.base.side, pair.new.side])
    .find(({ runtime }) => !runtimeFacts[runtime].samplesAllocations);
  if (!metric.startsWith("memory") || blind === undefined) return;
  const others = fileRuntimes.filter((runtime) => runtimeFacts[runtime].samplesAllocations);
  throw new UsageError(
    `${runtimeFacts[blind.runtime].label} cannot sample allocations, so --metric ${metric} cannot explain ${blind.name}. ` +
      `Run the server on ${others.map((runtime) => runtimeFacts[runtime].label).join(" or ")}: add /node to both servers`,
  );
}

/**
 * Profiles two servers that were started once.
 * @param request the name and the place of the request among those that the servers have learned
 * @throws ComparisonFailed, Interrupted
 */
export function explainPair(
  { notes = [], ...pair }: Pair<Trial> & { readonly notes?: readonly Warning[] },
  { i, name }: { readonly i: number; readonly name: string },
  {
    budgetSeconds,
    seed,
    metric,
  }: {
    readonly budgetSeconds: number;
    readonly seed: number | null;
    readonly metric?: ExplainedMetric;
  },
  { oha, machine, load, hold, signal, note }: Testbed,
): Promise<ExplainedPair> {
  const serverOf = ({ side, exchanges }: Trial) => ({
    entrant: entrantOf(side, exchanges[i] as Exchange),
    ...profiledAs(side),
  });
  return explainEntrants(
    {
      servers: { base: serverOf(pair.base), new: serverOf(pair.new) },
      metric,
      scenario: name,
      exchange: pair.base.exchanges[i] as Exchange,
      budgetSeconds,
      seed: seed ?? drawSeed(),
      warnings: [
        ...notes,
        ...concurrencyWarnings(hold),
        ...limitWarnings(),
        ...(pair.new.remarks[i] ?? []),
      ],
    },
    { oha, pinning: machine.pinning, load, signal },
    note,
  );
}

/** Returns the time of an explanation that follows a gate or a search: a minute, or the time that is left. */
export function explainingSeconds(left: number | null): number {
  return Math.min(USUAL_BUDGET_SECONDS, left ?? Infinity);
}
