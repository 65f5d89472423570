import {
  COMPARED_SCHEMA,
  type Comparison,
  type Gate,
  type Gated,
  type Metric,
} from "@deadheat/judge";
import { cpuMetric, metric, plainMetrics } from "../../judge/test/comparisons.ts";

const revision = (commit: string) => ({ commit: commit.padEnd(40, "0"), uncommitted: false });
const main = revision("1a2b3c4");
const head = revision("5d6e7f8");
const node = { framework: null, runtimeName: "node", runtime: "26.10.0" } as const;

/** Returns the comparison of one server for one request, a tie unless `own` says otherwise. */
export function comparison(own: Partial<Comparison> = {}): Comparison {
  const { ratio, lo, hi } = { ratio: 0.998, lo: 0.985, hi: 1.011, ...own };
  const whole: Omit<Comparison, "metrics"> = {
    base: "main/node",
    new: "HEAD/node",
    versions: { base: { ...node, revision: main }, new: { ...node, revision: head } },
    scenario: "GET /",
    ratio,
    lo,
    hi,
    timeRatio: { ratio: 1 / ratio, lo: 1 / hi, hi: 1 / lo },
    n: 12,
    roundSeconds: 7.4,
    confidence: 0.99,
    p: 0.71,
    equivalenceP: 0.003,
    verdict: "same",
    margin: 0.02,
    prior: null,
    moreRounds: null,
    bottleneck: { base: "server", new: "server" },
    gate: { limit: 0.05, outcome: "passed", confidence: 0.99, moreRounds: null },
    until: null,
    warnings: [],
    journal: "journal/gate.jsonl",
    app: null,
    ...own,
  };
  // A metric cpu alone is that of the ratio.
  const { metrics = [] } = own;
  return { ...whole, metrics: metrics.length > 1 ? metrics : [cpuMetric(whole, { base: 61234 })] };
}

/** Returns the ratio of efficiencies that belongs to the metric `cpu`. */
function like({ ratio, lo, hi, p, equivalenceP }: Metric) {
  return { ratio: 1 / ratio, lo: 1 / hi, hi: 1 / lo, p, equivalenceP, verdict: "slower" } as const;
}

/** Returns the metric with a gate. */
function onGate(
  of: Metric | undefined,
  limit: number,
  outcome: NonNullable<Metric["gate"]>["outcome"],
): Metric {
  const moreRounds = outcome === "undecided" ? 12 : null;
  return { ...(of as Metric), gate: { limit, outcome, confidence: 0.99, moreRounds } };
}

export const itself = comparison({
  new: "main/node",
  versions: { base: { ...node, revision: main }, new: { ...node, revision: main } },
  ratio: 1.001,
  lo: 0.99,
  hi: 1.012,
  journal: "journal/control.jsonl",
});

export const slower = comparison({
  ratio: 0.921,
  lo: 0.915,
  hi: 0.926,
  p: 0.00001,
  equivalenceP: 1,
  verdict: "slower",
  packages: [{ name: "fastify", base: "5.6.0", new: "5.6.1" }],
  gate: { limit: 0.05, outcome: "failed", confidence: 0.99, moreRounds: null },
});

/** Returns the check of a change that does not touch the server. */
export function gated(own: Partial<Omit<Gated, "gate"> & Gate> = {}): Gated {
  const {
    outcome = "passed",
    reason = null,
    limits = { gate: 0.05, from: "base", changes: [], unread: null },
    ...changes
  } = own;
  return {
    schema: COMPARED_SCHEMA,
    deadheat: "0.1.0",
    startedAt: "2026-11-23T20:15:00.000Z",
    base: { name: "main", commit: main.commit },
    new: { name: "HEAD", commit: head.commit },
    comparisons: [comparison()],
    control: [itself],
    gate: { outcome, reason, limits },
    machine: {
      cpu: "AMD EPYC 7763 64-Core Processor",
      cores: 2,
      kernel: "Linux 6.8.0",
      os: "Ubuntu 24.04",
      oha: "1.11.0",
      isolation: "namespaces",
    },
    loaded: { packages: 14, changed: [] },
    command: "npx deadheat@0.1.0 gate 1a2b3c400000 5d6e7f800000 --app bench/server.ts",
    ...changes,
  };
}

const bun = { framework: null, runtimeName: "bun", runtime: "1.4.5" } as const;
const onBun = { base: { ...bun, revision: main }, new: { ...bun, revision: head } };
/** As a check names the server where it has several. */
const called = (app: string, on = "node") => ({
  app,
  base: `${app} main/${on}`,
  new: `${app} HEAD/${on}`,
  ...(on === "bun" && { versions: onBun }),
});

/** A check for each outcome, by the name of its golden file. */
export const outcomes: Readonly<Record<string, Gated>> = {
  same: gated(),
  slower: gated({
    outcome: "failed",
    comparisons: [slower],
    loaded: {
      packages: 14,
      changed: [
        { name: ".", base: null, new: null },
        { name: "fastify", base: "5.6.0", new: "5.6.1" },
        { name: "avvio", base: "9.1.0", new: "9.1.0" },
        { name: "pino", base: "10.0.0", new: null },
      ],
    },
  }),
  "slower-allowed": gated({
    comparisons: [comparison({ ratio: 0.971, lo: 0.96, hi: 0.982, verdict: "slower" })],
    control: null,
    loaded: null,
  }),
  faster: gated({
    comparisons: [
      comparison({ ratio: 1.062, lo: 1.051, hi: 1.073, verdict: "faster" }),
      comparison({ scenario: "POST /echo", journal: "journal/gate-2.jsonl" }),
    ],
    loaded: { packages: 14, changed: [{ name: "hono", base: "4.12.0", new: "4.13.0" }] },
  }),
  undecided: gated({
    outcome: "undecided",
    comparisons: [
      comparison({
        ratio: 0.962,
        lo: 0.931,
        hi: 0.994,
        verdict: "slower",
        gate: { limit: 0.05, outcome: "undecided", confidence: 0.99, moreRounds: 20 },
      }),
    ],
  }),
  "not-known": gated({
    comparisons: [
      comparison({ ratio: 0.99, lo: 0.962, hi: 1.018, verdict: "undecided", moreRounds: 60 }),
    ],
    limits: {
      gate: 0.05,
      from: "new",
      changes: [],
      unread: "deadheat.config.ts needs a Node that runs TypeScript",
    },
  }),
  metrics: gated({
    outcome: "failed",
    comparisons: [
      comparison({
        ...like(plainMetrics[0] as Metric),
        metrics: [
          onGate(plainMetrics[0], 0.15, "passed"),
          onGate(plainMetrics[1], 0.2, "passed"),
          plainMetrics[2]!,
          onGate(
            metric("memory-peak", { base: 92e6, new: 106e6, lo: 1.12, hi: 1.184, verdict: "more" }),
            0.1,
            "failed",
          ),
        ],
      }),
      comparison({
        scenario: "POST /echo",
        journal: "journal/gate-2.jsonl",
        ...like(plainMetrics[0] as Metric),
        metrics: [
          onGate(plainMetrics[0], 0.15, "passed"),
          onGate(plainMetrics[1], 0.08, "undecided"),
          plainMetrics[2]!,
          onGate(plainMetrics[3], 0.1, "passed"),
        ],
      }),
    ],
    limits: {
      gate: 0.15,
      metrics: [
        { metric: "start", limit: 0.2 },
        { metric: "memory-peak", limit: 0.1 },
      ],
      from: "base",
      changes: [{ request: "POST /echo", metric: "start", base: 0.08, new: null }],
      unread: null,
    },
  }),
  unmeasured: gated({
    outcome: "unmeasured",
    reason: "one.mjs/node ended before it was ready (exit code 3)",
    comparisons: [],
    control: [],
    machine: null,
    loaded: null,
  }),
  "control-off": gated({
    outcome: "unmeasured",
    reason:
      "the control failed. main differs from itself: CPU per request -3.0 % [-4.9, -1.2] (GET /), so this machine cannot compare two servers right now.\nRun the check again.",
    comparisons: [slower],
    control: [comparison({ ...itself, ratio: 1.031, lo: 1.012, hi: 1.051 })],
  }),
  several: gated({
    outcome: "failed",
    comparisons: [
      comparison(called("api")),
      { ...slower, ...called("api"), scenario: "POST /echo" },
      comparison({ ...slower, ...called("web", "bun"), ratio: 0.9, lo: 0.89, hi: 0.91 }),
      comparison({
        ...called("web", "bun"),
        scenario: "POST /echo",
        bottleneck: { base: "server", new: "generator" },
        warnings: [{ code: "foreign", facts: { share: 0.08 } }],
      }),
    ],
    control: [
      itself,
      comparison({
        ...itself,
        base: "main/bun",
        new: "main/bun",
        versions: { base: onBun.base, new: onBun.base },
        ratio: 0.997,
        lo: 0.98,
        hi: 1.014,
      }),
    ],
    loaded: { packages: 9, changed: [{ name: ".", base: null, new: null }] },
    limits: {
      gate: 0.05,
      from: "base",
      changes: [
        { request: null, base: 0.05, new: 0.2 },
        { request: "POST /echo", base: null, new: 0.5 },
      ],
      settings: ["budget", "requests", "targets"],
      unread: null,
    },
  }),
};
