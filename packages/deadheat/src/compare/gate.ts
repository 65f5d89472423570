import { messageOf, type Load, environmentErrorOf, Interrupted } from "@deadheat/journal";
import {
  isOff,
  LEAST_ROUNDS,
  reasonsOf,
  worstOutcome,
  type Reasons,
  type Gated as GatedDocument,
  type Comparison,
  type TouchedRequests,
} from "@deadheat/judge";
import { offWords, touchedWords } from "@deadheat/report";
import { someOf } from "@deadheat/report/format";
import { NothingRuns, NothingTested } from "../errors.ts";
import { comparedDocument, writeCompared } from "../folder/compared.ts";
import { writing } from "../folder/not-written.ts";
import { aloneAfter } from "../learn/pilots.ts";
import { machineOf, onMachine } from "../measure/testbed.ts";
import { install } from "../measure/install.ts";
import { measure, type Rounds } from "../measure/measure.ts";
import { start, type Ready, type ReadyPair } from "../measure/start.ts";
import { inFull, type GateOptions } from "../plan/options.ts";
import { resolve, type Plan } from "../plan/plan.ts";
import { onlyDocuments } from "../provenance/documents.ts";
import { PROFILED_SECONDS } from "../profile/entrants.ts";
import { writeExplained } from "../profile/written.ts";
import { explainingSeconds, explainPair } from "./explain.ts";
import { judge, measuredOf } from "./verdict.ts";

/** The outcome of a gate: the document, and facts about this machine that are not published. */
export interface Gated extends GatedDocument {
  /** The folder of the journals; null if nothing was measured. */
  readonly out: string | null;
  /** The error that stopped the measurement, with its whole message; null if there was none. */
  readonly cause: Error | null;
}

/**
 * Checks whether the new version is slower than the base by more than its gate allows. A gate compares each server of
 * the configuration (or `app`), on each of its runtimes, for each request. All comparisons are judged together: at most
 * one in twenty gates fails without a reason. A change of nothing but documents passes without a measurement. Prints nothing.
 * @returns the document; its outcome is `unmeasured`, with the reason, if the servers could not be measured
 * @throws UsageError if the options make no sense, NotWritten with the result if its files could not be written,
 *   Interrupted if the signal aborts
 */
export async function gate(options: GateOptions): Promise<Gated> {
  const plan = await resolve(inFull("gate", options));
  // A gate that cannot go on still reports what it knows.
  const found: GateState = {
    limits: plan.limits,
    ready: null,
    rounds: [],
    explained: null,
    untouched: null,
  };
  const documents = plan.effort.aa ? null : await changedDocuments(plan);
  const cause =
    documents === null
      ? await run(plan, found).then(
          () => null,
          (error: unknown) => causeOf(error, plan.testbed.signal),
        )
      : null;
  const { ready, rounds, explained } = found;
  const judged = judge(rounds);
  const verdict = {
    ...judged,
    comparisons: judged.comparisons.map((one, i) =>
      i === explained?.at ? { ...one, explained: explained.reasons } : one,
    ),
  };
  const problem = cause === null ? controlReason(verdict.control) : reasonOf(cause);
  const outcome = problem === null ? worstOutcome(verdict.comparisons) : "unmeasured";
  const passed = found.untouched?.files ?? documents;
  const reason = problem ?? (passed && documentsReason(passed, found.untouched !== null));
  const limits = found.limits.told;
  const out = rounds.length > 0 && ready !== null ? ready.folder.out : null;
  const machine = ready && machineOf(ready.testbed);
  const touched = ready === null ? [] : touchedBy(ready);
  const measured = measuredOf(
    plan,
    verdict,
    {
      outcome,
      reason,
      ...(cause instanceof NothingTested && { untested: true }),
      ...(touched.length > 0 && { touched }),
      limits,
    },
    machine,
  );
  const document = comparedDocument(out ?? "", measured, plan.cwd);
  const gated: Gated = { ...document, out, cause };
  if (out === null) return gated;
  return writing(gated, out, () => {
    // An explanation that was asked for by itself is written already.
    const all = plan.effort.functions === null ? [] : judged.explained;
    const pairs = all.flatMap((one) => one ?? []);
    for (const [i, one] of pairs.entries()) writeExplained(one, out, i);
    return verdict.comparisons.length > 0 ? writeCompared(out, document) : null;
  });
}

interface GateState {
  limits: Plan["limits"];
  ready: Ready | null;
  readonly rounds: Rounds[];
  /** The reasons of the worst failure, and its place among the comparisons; null without an explanation. */
  explained: { readonly at: number; readonly reasons: Reasons } | null;
  /** The reason that nothing was measured; null if something was, or could not be. */
  untouched: NothingRuns | null;
}

/** Returns the changed files if the change touches nothing that a server runs or reads; null if it may. */
async function changedDocuments({ pairs }: Plan): Promise<string[] | null> {
  // All pairs compare the same two commits.
  const [base, next] = [pairs[0]?.base.revision?.commit, pairs[0]?.new.revision?.commit];
  return base && next ? onlyDocuments({ base, new: next }) : null;
}

function documentsReason(changed: readonly string[], isCode: boolean): string {
  const why = isCode
    ? `nothing that runs has changed (comments, types, tests or documents of ${someOf(changed, 3)})`
    : `the change touches only ${someOf(changed, 3)}`;
  return `nothing was measured, since ${why}. To measure it anyway, add --aa.`;
}

/** Installs, starts and measures the servers, and adds to `found` what is found. */
function run(plan: Plan, found: GateState): Promise<void> {
  return onMachine(plan.testbed, async (testbed, folder) => {
    const installed = await install(plan, testbed);
    found.limits = installed.limits;
    const ready = await start(plan, installed, testbed, folder).catch((error: unknown) => {
      if (error instanceof NothingRuns) found.untouched = error;
      else throw error;
    });
    if (ready === undefined) return;
    found.ready = ready;
    for (const one of touchedBy(ready)) testbed.note(touchedWords(one));
    for await (const one of measure(ready)) found.rounds.push(one);
    if (plan.effort.functions === null && plan.effort.explain) {
      found.explained = await explainFailure(ready, found.rounds);
    }
  });
}

/** Returns which requests run changed code, by pair. */
function touchedBy({ pairs }: Ready): TouchedRequests[] {
  return pairs.flatMap(({ touched, role, app }) =>
    touched === null || role === "control" ? [] : [{ app, ...touched }],
  );
}

/**
 * Explains the worst failure of a gate. A failure to explain changes no outcome.
 * @returns null if nothing failed, or if there is no explanation
 * @throws Interrupted
 */
async function explainFailure(
  ready: Ready,
  rounds: readonly Rounds[],
): Promise<GateState["explained"]> {
  const { testbed, folder, elapsed, limits, plan } = ready;
  const { budgetSeconds } = limits;
  const { comparisons, control } = judge(rounds);
  const failed = comparisons.filter(({ gate: own }) => own?.outcome === "failed");
  const [worst] = failed.toSorted((a, b) => a.ratio - b.ratio);
  if (worst === undefined || control.some(isOff)) return null;
  const left = budgetSeconds === null ? null : Math.max(0, budgetSeconds - elapsed());
  // An explanation has at least three rounds, and takes no time that the budget does not have.
  if (left !== null && left < LEAST_ROUNDS * worst.roundSeconds) {
    testbed.note("The budget has no time left to explain the failure. Run deadheat explain");
    return null;
  }
  const at = comparisons.indexOf(worst);
  const { pair, request } = rounds.filter((one) => one.pair.role === "comparison")[at] as Rounds;
  const { windowSeconds } = plan.testbed;
  const i = pair.requests.indexOf(request);
  const { name } = request;
  const load = { ...aloneLoad(pair, i), windowSeconds: windowSeconds ?? PROFILED_SECONDS };
  try {
    const asked = { i, name };
    const given = { budgetSeconds: explainingSeconds(left), seed: plan.effort.seed };
    const explained = await explainPair(pair, asked, given, { ...testbed, load });
    return { at, reasons: reasonsOf(writeExplained(explained, folder.out).document) };
  } catch (error) {
    if (error instanceof Interrupted || testbed.signal.aborted) throw error;
    testbed.note(`Could not profile the failure: ${messageOf(error)}`);
    return null;
  }
}

/** Returns the load of a request in processes that answer only that one. */
function aloneLoad({ load, groups, requests }: ReadyPair, i: number): Load {
  const group = groups.find((own) => own.includes(i)) ?? [];
  const names = group.slice(0, group.indexOf(i)).map((other) => requests[other]?.name ?? "");
  return aloneAfter(load, requests[i]?.name ?? "", names);
}

/** Returns the whole reason that a gate could not measure. */
export function reasonOf(cause: Error): string {
  return cause instanceof NothingTested ? cause.reason : cause.message;
}

/** Returns the error as a reason why nothing was measured. @throws the error if no server, network or machine caused it */
function causeOf(error: unknown, signal: AbortSignal): Error {
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
    "compare two servers right now.\nRun the check again."
  );
}
