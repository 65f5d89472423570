import type { Metric } from "../documents/metric.ts";
import type { GateOutcome } from "../rules/gate.ts";
import type { Limits } from "../rules/stopping.ts";
import { metricKind, metricNames, type ExactName } from "../metrics/list.ts";
import { metricVerdict } from "./metric.ts";

/** The metrics of both servers that are known without a round. */
export type ExactMetrics = {
  readonly [Name in ExactName]?: { readonly base: number; readonly new: number };
};

/**
 * Returns metrics that are known exactly. They have no part in the correction of the words. A metric of which one server
 * alone has nothing has no ratio, and is left out.
 */
export function exactOf(exact: ExactMetrics, named: string, limits: Limits): Metric[] {
  return metricNames.flatMap((metric): Metric[] => {
    const both = exact[metric as ExactName];
    if (both === undefined || !hasRatio(both)) return [];
    const { base, new: next } = both;
    const { unit, margin } = metricKind(metric);
    const ratio = base === 0 ? 1 : next / base;
    const p = base === next ? 1 : 0;
    const equivalenceP = base === next ? 0 : 1;
    const certain = { ratio, lo: ratio, hi: ratio, confidence: 1, n: 0, p, equivalenceP };
    const verdict = metricVerdict(metric, certain);
    const limit = limits[metric] ?? null;
    const outcome: GateOutcome = ratio <= 1 + (limit ?? 0) ? "passed" : "failed";
    const gate = limit === null ? null : { limit, outcome, confidence: 1, moreRounds: null };
    const judged = {
      margin,
      prior: null,
      verdict,
      named: metric === named,
      moreRounds: null,
      gate,
    };
    return [{ metric, unit, base, new: next, ...certain, ...judged }];
  });
}

/** Returns whether both servers have something, or both nothing. */
export function hasRatio({ base, new: next }: { readonly base: number; readonly new: number }) {
  return (base === 0) === (next === 0);
}
