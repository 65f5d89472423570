import type { RoundRecord, Side } from "@deadheat/journal";
import { gatesOf, metricNames, type Limits, type MetricName } from "../src/index.ts";
import { around, judged } from "./around.ts";

/** Returns rounds in which a response of each server has this many counts of every metric. */
export function roundsWithCounts(base: number, next: number): RoundRecord[] {
  return around(1, 0.004).map((record): RoundRecord => {
    const sides = record.sides as NonNullable<RoundRecord["sides"]>;
    return { ...record, sides: { base: counted(sides.base, base), new: counted(sides.new, next) } };
  });
}

/** Returns a side with a count of every metric. The load before the window has more of them, as connections have. */
export function counted(side: Side, each: number): Side {
  const of = (count: number) => Object.fromEntries(metricNames.map((name) => [name, count]));
  const before = { good: side.good / 10, cpuSeconds: side.cpuSeconds / 10 };
  const opening = 1000 + each * before.good;
  const counts = of(opening + each * (side.good - before.good));
  return { ...side, counts, ends: { ...before, counts: of(opening) } };
}

/** Returns a metric as it is judged, and the outcome of its limit. */
export function metricOf(name: MetricName, records: readonly RoundRecord[], limits: Limits = {}) {
  const one = judged(records, { kind: "gate", limits, budgetSeconds: 1000 });
  const gate = gatesOf(one).find(({ metric }) => metric === name);
  return { metric: one.metrics.find(({ metric }) => metric === name), outcome: gate?.outcome };
}
