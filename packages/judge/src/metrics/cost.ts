import type { RoundRecord } from "@deadheat/journal";
import { atRate, positive, secondsOf, type MetricKind } from "./metric.ts";

const cost = {
  unit: "seconds",
  verdicts: ["faster", "slower"],
  margin: 0.05,
  needsWarmth: true,
  measure: "cost",
} as const;

const samples = (perSecond: number) => (round: RoundRecord) =>
  positive(
    atRate(round, "cost", ({ rate }) => rate.base === perSecond),
    secondsOf,
  );

export const costs = [
  {
    ...cost,
    name: "cost-200",
    goUnit: "at-200/s-sec/op",
    label: "CPU at 200 requests/s",
    samples: samples(200),
  },
  {
    ...cost,
    name: "cost-1000",
    goUnit: "at-1000/s-sec/op",
    label: "CPU at 1,000 req/s",
    samples: samples(1000),
  },
] as const satisfies MetricKind[];
