import { COMPARISON_MARGIN, type Comparison } from "@deadheat/judge";

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
  warnings: [],
  journal: "/nowhere/compare.jsonl",
};
