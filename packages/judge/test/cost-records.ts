import type { TestContext } from "node:test";
import type { CostRecord, JournalRecord, Role, Settings } from "@deadheat/journal";
import type { Result } from "../src/index.ts";
import { costRecord, runRecord, settings } from "../../journal/test/records.ts";
import { endRecord, resultOf, runSummary } from "./results.ts";

// Records of pairs at fixed rates: two targets, a bridge and the A/A row.

export const alone: Settings = {
  ...settings,
  measure: ["cost"],
  cost: {
    rounds: settings.rounds,
    rates: [200, 1000],
    fractions: [0.2],
    idleSeconds: 3,
    capacitySeconds: 1,
    stepSeconds: 4,
  },
};
export const [express, floor, hono, bun] = [
  "express/node",
  "node-http/node",
  "hono/bun",
  "fetch/bun",
];

/** Returns three rounds, with a small factor around these ratios. */
export function pairs(
  name: string,
  reference: string,
  role: Role,
  ratios: readonly [number, number, number],
  changes: (n: number) => Partial<CostRecord> = () => ({}),
): CostRecord[] {
  return [0.99, 1, 1.01].map((factor, i) => {
    const [a, b, c] = ratios.map((ratio) => ratio * factor) as [number, number, number];
    return costRecord(name, reference, i + 1, [a, b, c], { role, ...changes(i + 1) });
  });
}

export const journalOf = (name: string, records: readonly JournalRecord[], used = alone) => [
  runRecord(name, { settings: used }),
  ...records,
  endRecord,
];
export const whole = (records = pairs(express, floor, "cell", [0.5, 0.45, 0.4])) => [
  journalOf(floor, pairs(floor, floor, "aa", [1, 1, 1])),
  journalOf(express, records),
  journalOf(bun, pairs(bun, floor, "bridge", [1.5, 2, 2.5])),
  journalOf(hono, pairs(hono, bun, "cell", [0.9, 0.8, 0.7])),
];

/** Merges journals of pairs at fixed rates under these settings. */
export function costResult(
  t: TestContext,
  journals: readonly (readonly JournalRecord[])[],
  used = alone,
): Promise<Result> {
  const run = { ...runSummary, measure: used.measure, cost: used.cost };
  return resultOf(t, journals, { run, settings: used });
}
