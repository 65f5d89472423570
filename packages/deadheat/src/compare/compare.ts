import { resolve } from "node:path";
import process from "node:process";
import { COMPARISON_MARGIN, type Comparison } from "@deadheat/judge";
import { drawSeed } from "@deadheat/measure";
import { describePair } from "../entrants/describe.ts";
import { withApp } from "./apps.ts";
import { parsePair } from "../entrants/pair.ts";
import { openRun } from "../folder/run-folder.ts";
import { interruptible, onGround, runsDirectory } from "./ground.ts";
import type { CompareOptions } from "./options.ts";
import { commonOf, installingOf, preparePair, requestsOf, usualRequests } from "./prepare.ts";
import { compareSides } from "./sides.ts";

/** What was found of two servers. */
export interface Compared {
  /** As output calls them. */
  readonly base: string;
  readonly new: string;
  /** One a request, in the order in which they were asked for; corrected together where they are several. */
  readonly comparisons: readonly Comparison[];
  /** The folder of the journals. */
  readonly out: string;
}

/**
 * Two servers against each other: the new one over the base. They are installed or checked out where they have to be,
 * started once to see that they answer alike, and then measured in duets. Prints nothing.
 * @throws UsageError for what cannot be meant, ComparisonFailed and EnvironmentError for what could not be measured,
 *   Interrupted when the signal is raised. No process is left on any way out.
 */
export async function compare(options: CompareOptions): Promise<Compared> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const signal = interruptible(options.signal);
  const note = options.onProgress ?? (() => {});
  const named = await parsePair(options.base, options.new ?? null, cwd);
  const { specs, app } = withApp(named, options.app, cwd);
  const asked = requestsOf(options, null, cwd);
  const { notes, ...described } = await describePair(
    specs,
    commonOf({ ...options, cwd }, null, app),
  );
  for (const line of notes) note(line);
  const installing = installingOf({ ...options, cwd, signal, note });
  const sides = await preparePair(described, installing);
  const requests = asked ?? usualRequests([sides.reference, sides.target], cwd);
  const { budgetSeconds = null, blocks = null, until = null, gate = null } = options;
  return onGround({ ...options, signal, note }, async (ground) => {
    const folder = openRun(options.out ?? null, runsDirectory());
    const comparisons = await compareSides(sides, requests, {
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
    const { reference, target } = sides;
    return { base: reference.name, new: target.name, comparisons, out: folder.out };
  });
}
