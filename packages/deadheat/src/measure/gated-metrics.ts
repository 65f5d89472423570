import type { RoundRecord, Warning } from "@deadheat/journal";
import {
  hasRatio,
  limitsOf,
  samplesOf,
  type ExactMetrics,
  type MetricName,
  type Stopping,
} from "@deadheat/judge";
import type { Bench } from "@deadheat/measure";
import { ComparisonFailed } from "../errors.ts";

export function growthUnknown(records: readonly RoundRecord[]): string | null {
  for (const { further } of records) {
    const { growth } = further ?? {};
    if (growth === undefined) return "it was not measured";
    if (growth.sides === null) return growth.void ?? "it was not measured";
  }
  return null;
}

export function growthWarnings(records: readonly RoundRecord[]): Warning[] {
  const reason = records.some(({ further }) => further?.growth) ? growthUnknown(records) : null;
  if (reason === null) return [];
  return [{ code: "no-memory-growth", facts: { reason } }];
}

/** Returns a warning for each counter that was asked for and not read in every round. */
export function uncountedWarnings(
  records: readonly RoundRecord[],
  counters: Bench["counters"] = {},
): Warning[] {
  const samples = samplesOf(records);
  return (Object.keys(counters) as MetricName[]).flatMap((metric) =>
    samples.has(metric) ? [] : [{ code: "not-counted", facts: { metric } } as const],
  );
}

/**
 * Requires that every metric with a gate was measured: a gate never passes what it has not tested.
 * @param whyUnknown the reason that the growth of memory is unknown; null if it is known
 * @throws ComparisonFailed
 */
export function requireGated(
  rule: Stopping,
  samples: ReadonlyMap<MetricName, unknown>,
  exact: ExactMetrics = {},
  whyUnknown: string | null = "it was not measured",
): void {
  if (rule.kind !== "gate") return;
  for (const [metric] of limitsOf(rule.limits)) {
    const known = exact[metric as keyof ExactMetrics];
    if (known !== undefined && !hasRatio(known)) {
      throw new ComparisonFailed(
        `Cannot gate ${metric}: the base has ${known.base} and the new server ${known.new}, so a limit in percent has no meaning. Remove ${metric} from --gate`,
      );
    }
    if (metric === "memory-growth") {
      if (whyUnknown === null) continue;
      throw new ComparisonFailed(
        `Cannot gate memory-growth: ${whyUnknown}. Remove memory-growth from --gate`,
      );
    }
    if (known !== undefined || samples.has(metric)) continue;
    throw new ComparisonFailed(
      `Cannot gate ${metric}: it could not be measured on one of the servers. Remove ${metric} from --gate`,
    );
  }
}
