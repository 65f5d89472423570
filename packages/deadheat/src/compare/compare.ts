import { COMPARISON_MARGIN, reasonsOf, type Comparison } from "@deadheat/judge";
import { drawSeed } from "@deadheat/measure";
import {
  explainingSeconds,
  explainOn,
  requireStarted,
  type ExplainedRequest,
} from "../explain/explain.ts";
import { openRun } from "../folder/run-folder.ts";
import { limitsGiven } from "../gate/limits.ts";
import { interruptible, onGround, runsDirectory } from "./ground.ts";
import type { CompareOptions } from "./options.ts";
import { prepare } from "./prepare.ts";
import { compareSides } from "./sides.ts";

/** The outcome of comparing two servers. */
export interface Compared {
  /** The name of the base in all output. */
  readonly base: string;
  /** The name of the new server in all output. */
  readonly new: string;
  /** The comparisons, one per request, in request order. If there are several, they are corrected together. */
  readonly comparisons: readonly Comparison[];
  /** The explanations, in request order; none unless the options ask for them. */
  readonly explained: readonly ExplainedRequest[];
  /** The folder of the journals. */
  readonly out: string;
}

/**
 * Compares two servers: the ratio is new over base. Installs or checks them out if necessary, starts each once to see
 * that they answer alike, and then measures them in duets. Prints nothing. No process is left, however it ends.
 * @throws UsageError if the options make no sense, ComparisonFailed or EnvironmentError if the servers could not be
 *   measured, Interrupted if the signal aborts
 */
export async function compare(options: CompareOptions): Promise<Compared> {
  const signal = interruptible(options.signal);
  const note = options.onProgress ?? (() => {});
  const prepared = await prepare(options, signal, note);
  const { sides, requests, notes } = prepared;
  if (options.explain) requireStarted(prepared);
  const { budgetSeconds = null, blocks = null, until = null } = options;
  const gate = limitsGiven(options.gate);
  return onGround({ ...options, signal, note }, async (ground) => {
    const folder = openRun(options.out ?? null, runsDirectory());
    const compared = await compareSides(sides, requests, {
      ...ground,
      rule: { budgetSeconds, blocks, until, gate },
      family: requests.length,
      margin: options.margin ?? COMPARISON_MARGIN,
      primary: options.primary ?? "cpu",
      seed: options.seed ?? drawSeed(),
      folder,
      journal: "compare",
      allowDifferent: options.allowDifferent ?? false,
      notes,
      aa: options.aa ?? false,
    });
    const comparisons = compared.map(({ comparison }) => comparison);
    const named = { base: sides.base.name, new: sides.new.name, out: folder.out };
    if (!options.explain) return { ...named, comparisons, explained: [] };
    const own = { ...options, budgetSeconds: explainingSeconds(options) };
    const explained = await explainOn(ground, prepared, folder, own);
    const withReasons = comparisons.map((one, i) => {
      const { document } = explained[i] as ExplainedRequest;
      return { ...one, explained: reasonsOf(document) };
    });
    return { ...named, comparisons: withReasons, explained };
  });
}
