import { messageOf } from "@deadheat/journal";
import { LEAST_ROUNDS, reasonsOf } from "@deadheat/judge";
import { Interrupted } from "@deadheat/measure";
import type { ReadRequest } from "../config/read-requests.ts";
import type { Ground } from "../compare/ground.ts";
import { explainingSeconds, explainOn } from "../explain/explain.ts";
import type { RunFolder } from "@deadheat/runner";
import type { Measured } from "./measure.ts";
import type { GateOptions } from "./options.ts";
import type { GatePair } from "./pairs.ts";

/**
 * Explains the worst failure of a gate, and adds the reasons to its comparison. Does nothing if nothing failed. A failure to
 * explain changes no outcome.
 * @param measured the comparisons, pair by pair in request order
 * @throws Interrupted
 */
export async function explainFailure(
  measured: Measured[],
  pairs: readonly GatePair[],
  requests: readonly ReadRequest[],
  { ground, folder, options }: { ground: Ground; folder: RunFolder; options: GateOptions },
): Promise<void> {
  const failed = measured.filter(({ comparison }) => comparison.gate?.outcome === "failed");
  const [worst] = failed.toSorted((a, b) => a.comparison.ratio - b.comparison.ratio);
  if (worst === undefined) return;
  const at = measured.indexOf(worst);
  const pair = pairs[Math.floor(at / requests.length)] as GatePair;
  const request = requests[at % requests.length] as ReadRequest;
  const prepared = { ...pair, requests: [request] };
  // An explanation has at least three rounds, and takes no time that the budget of the gate does not have.
  const { roundSeconds } = worst.comparison;
  const { budgetSeconds = null } = options;
  if (budgetSeconds !== null && budgetSeconds < LEAST_ROUNDS * roundSeconds) {
    ground.note("The budget has no time left to explain the failure. Run deadheat explain");
    return;
  }
  const own = { ...options, budgetSeconds: explainingSeconds(options) };
  try {
    const [explained] = await explainOn(ground, prepared, folder, own);
    if (explained === undefined) return;
    measured[at] = {
      ...worst,
      comparison: { ...worst.comparison, explained: reasonsOf(explained.document) },
    };
  } catch (error) {
    if (error instanceof Interrupted || ground.signal.aborted) throw error;
    ground.note(`the failure could not be explained: ${messageOf(error)}`);
  }
}
