import { worstOutcome, type Compared as ComparedDocument } from "@deadheat/judge";
import { comparedDocument, pageIn, writeCompared } from "../folder/compared.ts";
import { writing } from "../folder/not-written.ts";
import { machineOf, onMachine } from "../measure/testbed.ts";
import { install } from "../measure/install.ts";
import { measure, type Rounds } from "../measure/measure.ts";
import { start } from "../measure/start.ts";
import { limitsGiven, limitsTold } from "../plan/limits.ts";
import { inFull, type CompareOptions } from "../plan/options.ts";
import { resolve } from "../plan/plan.ts";
import { explainedIn, writeExplained, type ExplainedRequest } from "../profile/written.ts";
import { judge, measuredOf } from "./verdict.ts";

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
 * that they give the same response, and then measures them in duets. Prints nothing. No process is left, however it ends.
 * @throws UsageError if the options make no sense, ComparisonFailed or EnvironmentError if the servers could not be
 *   measured, NotWritten with the result if its files could not be written, Interrupted if the signal aborts
 */
export async function compare(options: CompareOptions): Promise<Compared> {
  const plan = await resolve(inFull("compare", options));
  return onMachine(plan.options, async (testbed, folder) => {
    const ready = await start(plan, await install(plan, testbed), testbed, folder);
    const rounds: Rounds[] = [];
    for await (const one of measure(ready)) rounds.push(one);
    const verdict = judge(rounds);
    const pairs = verdict.explained.flatMap((one) => one ?? []);
    const explained = pairs.map((one, i) => explainedIn(one, folder.out, i));
    const profiled = rounds.filter((one) => one.profiles !== null);
    if (explained.length < profiled.length) {
      testbed.note(
        "There are too few profiled rounds to explain the difference. Use a longer --budget",
      );
    }
    const limits = limitsGiven(options.gate);
    const gate = limits && {
      outcome: worstOutcome(verdict.comparisons),
      reason: null,
      limits: limitsTold(limits, "options"),
    };
    const measured = measuredOf(plan, verdict, gate, machineOf(testbed));
    const { out } = folder;
    const document = comparedDocument(out, measured, plan.options.cwd);
    return writing({ ...document, explained, out, report: pageIn(out) }, out, () => {
      for (const [i, one] of pairs.entries()) writeExplained(one, out, i);
      return writeCompared(out, document);
    });
  });
}
