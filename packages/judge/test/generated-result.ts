import { merge } from "../src/result/result.ts";
import type { MissingCell } from "../src/result/input.ts";
import {
  duetsOnly,
  floors,
  eachRuntime,
  fileRuntimes,
  type Runtime,
  type RoundRecord,
  type Retired,
} from "@deadheat/journal";
import type { PooledTarget } from "../src/gather.ts";
import {
  RUN_MARGIN,
  type OpenLoopStep,
  type Result,
  type SweepStep,
} from "../src/documents/result.ts";
import { machineUse, roundRecord, runRecord, settings, side } from "../../journal/test/records.ts";
import { pooledTarget } from "./results.ts";

export interface Size {
  /** The number of frameworks, each on three runtimes, including the floors. */
  readonly frameworks: number;
  readonly scenarios: readonly string[];
  readonly rounds: number;
}

/** 60 targets x 10 scenarios with 6 rounds a cell, as in the standard profile. */
export const large: Size = {
  frameworks: 20,
  scenarios: [
    "text",
    "json",
    "params",
    "echo",
    "ioredis",
    "better-sqlite3",
    "better-sqlite3-row",
    "pg",
    "pg-queries",
    "pg-fortunes",
  ],
  rounds: 6,
};

export const small: Size = { frameworks: 7, scenarios: ["text", "json", "pg"], rounds: 6 };

/** The relative cost of a scenario's handler: the heavier, the less a framework matters. */
const weight = (scenario: number) => 1 + scenario * 1.5;

/**
 * Returns a made-up result with everything that a run can have. It is merged like a real result, from rounds with a
 * true ratio and seeded noise. The same size gives the same result.
 */
export function generatedResult(size: Size): Result {
  const random = normals(3);
  const names = frameworkNames(size.frameworks);
  const targets = names.flatMap((framework, f) =>
    fileRuntimes.map((runtime) => generatedTarget(framework, f, runtime, size, random)),
  );
  const result = merge({
    run: {
      id: "2026-11-21-101500-abc123",
      startedAt: "2026-11-21T10:15:00.000Z",
      finishedAt: "2026-11-21T12:03:20.000Z",
      seed: 7,
      profile: "standard",
      git: { commit: "0123456789abcdef0123456789abcdef01234567", dirty: false },
      measured: { rounds: 3600, seconds: 6500, underLoadSeconds: 6100, underLoadShare: 0.94 },
      load: settings.load,
      ...duetsOnly,
    },
    settings: {
      ...settings,
      scenarios: [...size.scenarios],
      rounds: { cell: size.rounds, bridge: size.rounds, aa: size.rounds },
      services: { running: {}, missing: {}, clients: Object.fromEntries(clients) },
    },
    margin: RUN_MARGIN,
    targets,
    missing: notMeasured(size.scenarios),
    currentRunId: "run-1",
    retired: [retired],
    warnings: [],
  });
  for (const cell of result.cells) addModes(cell, random);
  const sweep = { connections: [50, 100, 250, 500], rounds: 3, stepSeconds: 4 };
  const fractions = [0.2, 0.5, 0.8];
  const seconds = { capacitySeconds: 4, stepSeconds: 10 };
  const latency = { connections: 50, fractions, commonRate: 5000, rounds: 3, ...seconds };
  return { ...result, run: { ...result.run, sweep, latency } };
}

/** The scenarios that need a store are named after it. */
const clients = ["ioredis", "better-sqlite3", "pg"].map(
  (store) => [store, { version: "1.2.3", reason: null }] as const,
);

const retired: Retired = {
  framework: "gone",
  package: "gone",
  homepage: "https://example.org/gone",
  runtimes: ["node"],
  retired: {
    reason: "the package gone is gone from npm",
    kin: "hono/node",
    published: {
      by: "its author",
      source: "https://example.org/gone/results.txt",
      method: "wrk, one run",
      metrics: [{ server: "gone", connections: 50, requestsPerSecond: { mean: 87_153.26 } }],
    },
  },
};

function frameworkNames(count: number): string[] {
  const known = ["node-http", "fetch", "hono", "elysia", "fastify", "express", "koa", "h3"];
  return Array.from({ length: count }, (_, i) => known[i] ?? `framework-${i}`);
}

const bridges = { ...eachRuntime(() => 1.2), node: 1, bun: 1.55, deno: 1.48 };

function generatedTarget(
  framework: string,
  place: number,
  runtime: Runtime,
  { scenarios, rounds }: Size,
  random: () => number,
): PooledTarget {
  const name = `${framework}/${runtime}`;
  const floor = floors[runtime];
  const reference = name === floor ? floors.node : floor;
  const role = name === floors.node ? "aa" : name === floor ? "bridge" : "cell";
  // Neighbours differ by 3 %, so that some tie. The scenario's own work dilutes the cost.
  const cost = 0.02 + place * 0.03;
  const records = scenarios.flatMap((scenario, s) => {
    const truth = role === "cell" ? 1 / (1 + cost / weight(s)) : bridges[runtime];
    const further = framework === "elysia" ? 3 : 0;
    return Array.from({ length: rounds + further }, (_, n) => ({
      ...generatedRound(name, reference, scenario, n + 1, truth, weight(s), role, random),
      ...(n < rounds ? {} : { stage: 2 as const }),
    }));
  });
  const replayed = framework === "koa";
  const run = runRecord(name, {
    version: role === "cell" ? `${place}.${(place * 7) % 10}.3` : "26.10.0",
    ...(replayed ? { runId: "earlier", startedAt: "2026-11-20T08:00:00.000Z" } : {}),
  });
  return pooledTarget(run, records);
}

function generatedRound(
  name: string,
  reference: string,
  scenario: string,
  n: number,
  truth: number,
  heavy: number,
  role: RoundRecord["role"],
  random: () => number,
): RoundRecord {
  const spread = role === "bridge" ? 0.04 : 0.015;
  const speed = Math.exp(0.05 * random()) / heavy;
  const ratio = truth * Math.exp(spread * random());
  const floor = fileRuntimes.find((runtime) => floors[runtime] === reference);
  const good = 50_000 * speed * (floor ? bridges[floor] : 1);
  return roundRecord(name, reference, n, ratio, {
    role,
    scenario,
    sides: {
      new: side(Math.round(good * ratio), 0.9912 + 0.01 * random()),
      base: side(Math.round(good), 0.9912 + 0.01 * random()),
    },
    machine: machineUse({ foreign: 0.012, steal: 0.004, pressure: 0.52 }),
  });
}

function addModes(cell: Result["cells"][number], random: () => number): void {
  if (cell.requestsPerCpuSecond === null) return;
  const capacity = cell.requestsPerCpuSecond * 0.9;
  const noisy = (value: number) => value * Math.exp(0.02 * random());
  const fast = cell.bottleneck === "generator" || cell.runtime !== "node";
  const slow = Math.exp(0.25 * random());
  const latency = (base: number, tail: number) => ({
    p50: noisy(base),
    p90: noisy(base * 1.6 * slow ** 0.5),
    p99: noisy(base * 2.4 * tail * slow),
    p99_9: noisy(base * 5 * tail * slow ** 2),
    max: noisy(base * 9 * tail * slow ** 2),
  });
  const throughput = (rate: number) => ({
    median: rate,
    lo: rate * 0.97,
    hi: rate * 1.03,
    rounds: [rate * 0.99, rate, rate * 1.01].map(noisy),
  });
  cell.sweep = [50, 100, 250, 500].map((connections): SweepStep => {
    const rate = noisy(capacity * (1 - connections / 5000));
    const lowerBound = fast && connections < 250;
    return {
      connections,
      requestsPerSecond: throughput(rate),
      lowerBound,
      bottleneck: lowerBound ? "generator" : "server",
      latency: {
        mean: connections / rate,
        stdev: (0.2 * connections) / rate,
        p75: (1.2 * connections) / rate,
        ...latency(connections / rate, 1),
      },
      bytesPerSecond: rate * 150,
      errors: { connect: 0, read: 0, write: 0, timeout: 0, status: 0, deadline: 0, other: 0 },
      reason: null,
      floor:
        cell.target === floors.node
          ? null
          : {
              target: floors[cell.runtime],
              requestsPerSecond: throughput(rate * 1.2),
              lowerBound: false,
            },
      toFloor: lowerBound ? null : { ratio: 0.83, lo: 0.8, hi: 0.86, n: 3 },
    };
  });
  const step = { connections: 50, rounds: 3, lateness: 0.0004, reason: null };
  cell.openLoop = [0.2, 0.5, 0.8, null].map((fractionOfCapacity): OpenLoopStep => {
    const rate = fractionOfCapacity === null ? 5000 : Math.round(capacity * fractionOfCapacity);
    const metrics = latency(
      0.0002 / (1 - (fractionOfCapacity ?? Math.min(0.95, 5000 / capacity))),
      2,
    );
    return {
      ...step,
      rate,
      fractionOfCapacity,
      common: fractionOfCapacity === null,
      capacity,
      capacityIsLowerBound: fast,
      requests: rate * 10,
      mean: metrics.p50 * 1.1,
      ...metrics,
      p99Rounds: [metrics.p99 * 0.9, metrics.p99, metrics.p99 * 1.2],
    };
  });
  cell.install = { bytes: 1e6 * (1 + cell.framework.length), packages: 3 * cell.framework.length };
}

function notMeasured(scenarios: readonly string[]): MissingCell[] {
  return scenarios.flatMap((scenario): MissingCell[] => [
    {
      target: "uws/node",
      framework: "uws",
      runtime: "node",
      version: "20.69.0",
      scenario,
      status: "unsupported",
      reason: "its binary needs glibc >= 2.38, this machine has 2.36",
    },
    {
      target: "broken/bun",
      framework: "broken",
      runtime: "bun",
      version: "0.0.1",
      scenario,
      status: "failed",
      reason: "it exited with code 1 before it was ready:\nTypeError: undefined is not a function",
    },
  ]);
}

/** Returns a source of standard normal numbers (mulberry32 and Box-Muller). */
function normals(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
