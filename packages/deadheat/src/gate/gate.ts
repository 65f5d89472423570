import { resolve } from "node:path";
import process from "node:process";
import { UsageError } from "@deadheat/journal";
import {
  COMPARED_SCHEMA,
  isOff,
  worstOutcome,
  type Comparison,
  type Gated as GatedDocument,
} from "@deadheat/judge";
import { environmentErrorOf, Interrupted } from "@deadheat/measure";
import { offWords } from "@deadheat/report";
import { readConfig } from "../config/read.ts";
import { parsePair } from "../entrants/spec.ts";
import { writeCompared } from "../folder/compared.ts";
import { deadheatVersion } from "../version.ts";
import { commandOf } from "./command.ts";
import { limitsOf } from "./limits.ts";
import { measure, type Found, loadedOf } from "./measure.ts";
import { namedSides, published } from "./names.ts";
import type { Asked, GateOptions } from "./options.ts";
import { withApp } from "../compare/prepare.ts";
import { interruptible } from "../compare/ground.ts";

export { USUAL_GATE } from "./limits.ts";

/** The outcome of a check: the document, and facts about this machine that are not published. */
export interface Gated extends GatedDocument {
  /** The folder of the journals; null if nothing was measured. */
  readonly out: string | null;
  /** The error that stopped the measurement, with its whole message; null if there was none. */
  readonly cause: Error | null;
}

/**
 * Checks whether the new version is slower than the base by more than its gate allows. A check compares each server of
 * the configuration (or `app`), on each of its runtimes, for each request. All comparisons are judged together: at most
 * one in twenty checks fails without a reason. Prints nothing.
 * @returns the document; its outcome is `unmeasured`, with the reason, if the servers could not be measured
 * @throws UsageError if the options make no sense, Interrupted if the signal aborts
 */
export async function gate(options: GateOptions): Promise<Gated> {
  const asked = await read(options);
  const { cwd } = asked;
  const startedAt = new Date().toISOString();
  const { base, new: next } = await namedSides(asked.specs, cwd);
  const limits = await limitsOf(null, [], asked);
  const found: Found = { limits, measured: [], control: [], machine: null, out: null };
  const cause = await measure(asked, found).then(
    () => null,
    (error: unknown) => causeOf(error, asked),
  );
  const comparisons = found.measured.map(({ comparison }) => comparison);
  const control = found.control.map(({ comparison }) => comparison);
  const reason = cause?.message ?? controlReason(control);
  const requests = options.requests === undefined ? [] : found.limits.requests;
  const document: GatedDocument = {
    schema: COMPARED_SCHEMA,
    deadheat: deadheatVersion(),
    startedAt,
    base: base.told,
    new: next.told,
    comparisons,
    control: options.control ? control : null,
    gate: {
      outcome: reason === null ? worstOutcome(comparisons) : "unmeasured",
      reason,
      limits: found.limits.told,
    },
    machine: found.machine,
    loaded: loadedOf(found.measured.map(({ loaded }) => loaded)),
    command: commandOf("gate", options, [...base.again, ...next.again], requests, cwd),
  };
  const { out } = found;
  if (out !== null && comparisons.length > 0) await writeCompared(out, document, cwd);
  return { ...published(document, cwd), out, cause };
}

async function read(options: GateOptions): Promise<Asked> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const own = await readConfig(cwd, options.config ?? null);
  const named = await parsePair(options.base, options.new ?? null, cwd);
  const { specs } = withApp(named, options.app, cwd);
  for (const { text, what } of [specs.base, specs.new]) {
    if (what.kind !== "running") continue;
    throw new UsageError(
      `${text} runs already, and a gate starts its servers itself. Use \`deadheat compare\` for a running server`,
    );
  }
  const signal = interruptible(options.signal);
  return { ...options, cwd, own, specs, signal, note: options.onProgress ?? (() => {}) };
}

/** Returns the error as a reason why nothing was measured. @throws the error if no server, network or machine caused it */
function causeOf(error: unknown, { signal }: Asked): Error {
  if (signal.aborted || error instanceof Interrupted) throw error;
  const environment = environmentErrorOf(error);
  if (environment === null) throw error;
  return environment;
}

function controlReason(control: readonly Comparison[]): string | null {
  const off = control.find(isOff);
  if (off === undefined) return null;
  return (
    `the control failed. ${off.base} differs from itself: ${offWords(off)} (${off.scenario}), so this machine cannot ` +
    "compare two servers right now\nRun the check again."
  );
}
