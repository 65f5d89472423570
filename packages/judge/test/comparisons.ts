import { COMPARISON_MARGIN, type Comparison, type Metric } from "@deadheat/judge";

/** Returns a metric of 8 rounds. */
export function metric(
  name: Metric["metric"],
  values: Pick<Metric, "base" | "new" | "lo" | "hi" | "verdict"> & Partial<Metric>,
): Metric {
  return {
    metric: name,
    unit: name.startsWith("memory") ? "bytes" : "seconds",
    ratio: values.new / values.base,
    confidence: 0.95,
    n: 8,
    p: values.verdict === "undecided" || values.verdict === "same" ? 0.4 : 0.0001,
    equivalenceP: values.verdict === "same" ? 0.001 : 0.9,
    margin: 0.05,
    prior: null,
    named: name === "cpu",
    moreRounds: null,
    gate: null,
    ...values,
  };
}

/** The metrics that every comparison has. */
export const plainMetrics: Metric[] = [
  metric("cpu", { base: 12e-6, new: 13e-6, lo: 1.068, hi: 1.098, verdict: "slower", margin: 0.02 }),
  metric("start", { base: 0.096, new: 0.104, lo: 1.05, hi: 1.113, verdict: "slower" }),
  metric("memory-idle", { base: 61e6, new: 61.2e6, lo: 0.995, hi: 1.011, verdict: "same" }),
  metric("memory-peak", { base: 92e6, new: 95e6, lo: 0.99, hi: 1.074, verdict: "undecided" }),
];

/** A comparison without a gate, in which the new server is slower. */
export const plain: Comparison = {
  app: null,
  base: "node-http/node",
  new: "express/node",
  versions: {
    base: { framework: null, runtimeName: "node", runtime: "26.10.0" },
    new: { framework: "5.3.0", runtimeName: "node", runtime: "26.10.0" },
  },
  scenario: "text",
  ratio: 0.923,
  lo: 0.911,
  hi: 0.936,
  timeRatio: { ratio: 1 / 0.923, lo: 1 / 0.936, hi: 1 / 0.911 },
  n: 8,
  roundSeconds: 6,
  confidence: 0.95,
  p: 0.00001,
  equivalenceP: 1,
  verdict: "slower",
  margin: COMPARISON_MARGIN,
  prior: null,
  moreRounds: null,
  bottleneck: { base: "server", new: "server" },
  gate: null,
  until: null,
  metrics: plainMetrics,
  warnings: [],
  journal: "/nowhere/compare.jsonl",
};

/**
 * Returns the metric `cpu` of a comparison.
 * @param perSecond the responses per CPU-second
 */
export function cpuMetric(
  {
    ratio,
    lo,
    hi,
    n,
    p,
    equivalenceP,
    margin,
    verdict,
    moreRounds,
    gate,
    confidence,
  }: Omit<Comparison, "metrics">,
  perSecond: { readonly base: number },
): Metric {
  const base = 1 / perSecond.base;
  const seconds = { base, new: base / ratio, lo: 1 / hi, hi: 1 / lo, verdict };
  const judged = { confidence, n, p, equivalenceP, margin, moreRounds, gate };
  return metric("cpu", { ...seconds, ...judged, ratio: 1 / ratio });
}
