import { COMPARISON_MARGIN, type Comparison, type Figure } from "@deadheat/judge";

/** Returns a figure of 8 blocks. */
export function figure(
  name: Figure["figure"],
  values: Pick<Figure, "base" | "new" | "lo" | "hi" | "verdict"> & Partial<Figure>,
): Figure {
  return {
    figure: name,
    unit: name.startsWith("memory") ? "bytes" : "seconds",
    ratio: values.new / values.base,
    confidence: 0.95,
    n: 8,
    p: values.verdict === "undecided" || values.verdict === "dead-heat" ? 0.4 : 0.0001,
    equivalenceP: values.verdict === "dead-heat" ? 0.001 : 0.9,
    margin: 0.05,
    named: name === "cpu",
    moreBlocks: null,
    gate: null,
    ...values,
  };
}

/** The figures that every comparison has. */
export const plainFigures: Figure[] = [
  figure("cpu", { base: 12e-6, new: 13e-6, lo: 1.068, hi: 1.098, verdict: "slower", margin: 0.02 }),
  figure("start", { base: 0.096, new: 0.104, lo: 1.05, hi: 1.113, verdict: "slower" }),
  figure("memory-idle", { base: 61e6, new: 61.2e6, lo: 0.995, hi: 1.011, verdict: "dead-heat" }),
  figure("memory-peak", { base: 92e6, new: 95e6, lo: 0.99, hi: 1.074, verdict: "undecided" }),
];

/** A comparison without a gate, in which the new server is slower. */
export const plain: Comparison = {
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
  n: 8,
  blockSeconds: 6,
  confidence: 0.95,
  p: 0.00001,
  signFlipP: 0.0078,
  equivalenceP: 1,
  verdict: "slower",
  margin: COMPARISON_MARGIN,
  moreBlocks: null,
  bound: { base: "server-bound", new: "server-bound" },
  gate: null,
  until: null,
  figures: plainFigures,
  warnings: [],
  journal: "/nowhere/compare.jsonl",
};

/**
 * Returns the figure `cpu` of a comparison.
 * @param perSecond the responses per CPU-second
 */
export function cpuFigure(
  {
    ratio,
    lo,
    hi,
    n,
    p,
    equivalenceP,
    margin,
    verdict,
    moreBlocks,
    gate,
    confidence,
  }: Omit<Comparison, "figures">,
  perSecond: { readonly base: number },
): Figure {
  const base = 1 / perSecond.base;
  const seconds = { base, new: base / ratio, lo: 1 / hi, hi: 1 / lo, verdict };
  const judged = { confidence, n, p, equivalenceP, margin, moreBlocks, gate };
  return figure("cpu", { ...seconds, ...judged, ratio: 1 / ratio });
}
