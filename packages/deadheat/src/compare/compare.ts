import { resolve } from "node:path";
import process from "node:process";
import { COMPARISON_MARGIN, type Comparison } from "@deadheat/judge";
import { drawSeed } from "@deadheat/measure";
import { lookUpPair } from "../entrants/look-up.ts";
import { withApp, preparingOf, requestsOf, usualRequests } from "./prepare.ts";
import { parsePair } from "../entrants/spec.ts";
import { preparePair } from "../entrants/sides.ts";
import { openRun } from "../folder/run-folder.ts";
import { interruptible, onGround, runsDirectory } from "./ground.ts";
import type { CompareOptions } from "./options.ts";
import { compareSides } from "./sides.ts";

/** The outcome of comparing two servers. */
export interface Compared {
  /** The name of the base in all output. */
  readonly base: string;
  /** The name of the new server in all output. */
  readonly new: string;
  /** The comparisons, one per request, in request order. If there are several, they are corrected together. */
  readonly comparisons: readonly Comparison[];
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
  const cwd = resolve(options.cwd ?? process.cwd());
  const signal = interruptible(options.signal);
  const note = options.onProgress ?? (() => {});
  const named = await parsePair(options.base, options.new ?? null, cwd);
  const { specs, app } = withApp(named, options.app, cwd);
  const asked = requestsOf(options, null, cwd);
  const preparing = preparingOf({ ...options, cwd, signal, note }, null, app);
  const { notes, ...pair } = await lookUpPair(specs, preparing);
  for (const line of notes) note(line);
  const sides = await preparePair(pair);
  const requests = asked ?? usualRequests([sides.base, sides.new], cwd);
  const { budgetSeconds = null, blocks = null, until = null, gate = null } = options;
  return onGround({ ...options, signal, note }, async (ground) => {
    const folder = openRun(options.out ?? null, runsDirectory());
    const compared = await compareSides(sides, requests, {
      ...ground,
      rule: { budgetSeconds, blocks, until, gate },
      family: requests.length,
      margin: options.margin ?? COMPARISON_MARGIN,
      seed: options.seed ?? drawSeed(),
      folder,
      journal: "compare",
      allowDifferent: options.allowDifferent ?? false,
      notes,
      aa: options.aa ?? false,
    });
    const comparisons = compared.map(({ comparison }) => comparison);
    return { base: sides.base.name, new: sides.new.name, comparisons, out: folder.out };
  });
}
