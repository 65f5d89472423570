import { resolve } from "node:path";
import process from "node:process";
import {
  COMPARISON_MARGIN,
  reasonsOf,
  worstOutcome,
  type Compared as ComparedDocument,
} from "@deadheat/judge";
import { drawSeed } from "@deadheat/measure";
import { requireStarted, writeExplained, type ExplainedRequest } from "../explain/explain.ts";
import { writeCompared } from "../folder/compared.ts";
import { commandOf } from "../gate/command.ts";
import { loadedOf } from "../gate/measure.ts";
import { namedSides } from "../gate/names.ts";
import { openRun } from "../folder/run-folder.ts";
import { limitsGiven, limitsTold } from "../gate/limits.ts";
import { interruptible, machineOf, onGround, runsDirectory } from "./ground.ts";
import type { CompareOptions } from "./options.ts";
import { measuresFor } from "./further.ts";
import { prepare } from "./prepare.ts";
import { compareSides } from "./sides.ts";

/** The outcome of comparing two servers. */
export interface Compared extends ComparedDocument {
  /** The explanations, in request order; none unless the options ask for them. */
  readonly explained: readonly ExplainedRequest[];
  /** The folder of the journals. */
  readonly out: string;
  /** The path of the page, which lies in the folder. */
  readonly report: string;
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
  const prepared = await prepare(options, signal, note);
  const { sides, requests, notes } = prepared;
  if (options.explain) requireStarted(prepared);
  const { budgetSeconds = null, rounds = null, until = null } = options;
  const gate = limitsGiven(options.gate);
  const startedAt = new Date().toISOString();
  return onGround({ ...options, signal, note }, async (ground) => {
    const folder = openRun(options.out ?? null, runsDirectory());
    const compared = await compareSides(sides, requests, {
      ...ground,
      rule: { budgetSeconds, rounds, until, gate },
      family: requests.length,
      margin: options.margin ?? COMPARISON_MARGIN,
      primary: options.primary ?? "cpu",
      measure: measuresFor(options.measure, gate ?? {}, options.primary ?? "cpu"),
      seed: options.seed ?? drawSeed(),
      folder,
      journal: "compare",
      allowDifferent: options.allowDifferent ?? false,
      notes,
      aa: options.aa ?? false,
      explain: options.explain ?? false,
    });
    const explained = compared.flatMap((one, i) =>
      one.explained === null ? [] : [writeExplained(one.explained, folder.out, i)],
    );
    if (options.explain && explained.length < compared.length) {
      note("There are too few profiled rounds to explain the difference. Use a longer --budget");
    }
    const comparisons = compared.map(({ comparison, explained: own }) =>
      own === null ? comparison : { ...comparison, explained: reasonsOf(own.document) },
    );
    const named = await namedSides(prepared.specs, cwd);
    const again = [...named.base.again, ...named.new.again];
    const asked = options.requests === undefined ? [] : requests;
    const measured = {
      startedAt,
      base: named.base.told,
      new: named.new.told,
      comparisons,
      control: null,
      gate: gate && {
        outcome: worstOutcome(comparisons),
        reason: null,
        limits: limitsTold(gate, "options"),
      },
      machine: machineOf(ground),
      loaded: loadedOf(compared.map(({ loaded }) => loaded)),
      command: commandOf("compare", options, again, asked, cwd),
    };
    const { document, report } = await writeCompared(folder.out, measured, cwd);
    return { ...document, explained, out: folder.out, report };
  });
}
