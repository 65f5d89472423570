import type { TestContext } from "node:test";
import type { JournalRecord, OpenLoopRecord, Settings, SweepRecord } from "@deadheat/journal";
import type { Result } from "../src/index.ts";
import { roundRecord, runRecord, settings } from "../../journal/test/records.ts";
import { endRecord, resultOf, runSummary } from "./results.ts";

// Records of express/node and its floor, each alone: sweeps, open loops and duets.

export const all: Settings = {
  ...settings,
  measure: ["duets", "sweep", "latency"],
  sweep: { connections: [50, 500], rounds: 3, stepSeconds: 2 },
  latency: {
    connections: 50,
    fractions: [0.2, 0.8],
    commonRate: 2000,
    rounds: 2,
    capacitySeconds: 2,
    stepSeconds: 5,
  },
};
export const alone: Settings = { ...all, measure: ["sweep", "latency"] };

export const errors = {
  connect: 0,
  read: 0,
  write: 0,
  timeout: 0,
  status: 0,
  deadline: 0,
  other: 0,
};
const machine = { generatorBusy: 0.6, generatorSeconds: 0.5, foreign: 0, steal: 0, pressure: 0 };

function soloEntries(target: string, round: number, rate: number, connections: number) {
  const mean = connections / rate;
  return {
    target,
    scenario: "text",
    round,
    connections,
    startedAt: `2026-11-21T10:0${round}:00.000Z`,
    seconds: { total: 2.5, load: 2 },
    void: null,
    load: {
      good: 2 * rate,
      seconds: 2,
      bytes: 24 * rate,
      latency: {
        mean,
        stdev: mean / 2,
        p50: mean,
        p75: 1.2 * mean,
        p90: 1.5 * mean,
        p99: 3 * mean,
        p99_9: 5 * mean,
        max: round * 10 * mean,
      },
    },
    errors,
    cpu: { run: 1.92, serving: 1.98, lostThreads: 0 },
    startup: { ready: 0.05, firstByte: 0.06 },
    memory: { idle: 50e6, peak: 80e6 + round * 1e6 },
    machine,
  };
}

export function swept(
  target: string,
  server: string,
  round: number,
  connections: number,
  rate: number,
  changes: Partial<SweepRecord> = {},
): SweepRecord {
  return { type: "sweep", server, ...soloEntries(target, round, rate, connections), ...changes };
}

function opened(
  target: string,
  round: number,
  fraction: number | null,
  changes: Partial<OpenLoopRecord> = {},
): OpenLoopRecord {
  const capacity = { requestsPerSecond: 20_000, serverBusy: 0.99, generatorBusy: 0.5 };
  const rate = fraction === null ? 2000 : fraction * 20_000;
  return {
    type: "openLoop",
    ...soloEntries(target, round, rate, 1),
    connections: 50,
    rate,
    fraction,
    capacity,
    requests: 5 * rate,
    lateness: 0.002,
    notOffered: null,
    ...changes,
  };
}

export const [express, floor] = ["express/node", "node-http/node"];
const rounds = [1, 2, 3];
export const expressSweeps = rounds.flatMap((round) =>
  [50, 500].flatMap((connections) => [
    swept(express, express, round, connections, 20_000 + 500 * round),
    swept(express, floor, round, connections, 2 * (20_000 + 500 * round)),
  ]),
);
export const floorSweeps = rounds.flatMap((round) =>
  [50, 500].map((connections) =>
    swept(floor, floor, round, connections, 41_000, {
      // At 500 connections the generator is full first.
      cpu: { run: 1.6, serving: connections === 50 ? 1.96 : 1.51, lostThreads: 0 },
      machine: { ...machine, generatorBusy: 0.99 },
    }),
  ),
);
export const openLoops = (target: string) =>
  [1, 2].flatMap((round) => [0.2, 0.8, null].map((fraction) => opened(target, round, fraction)));
export const duets = (target: string, ratios: number[]) =>
  ratios.map((ratio, i) =>
    roundRecord(target, floor, i + 1, ratio, { role: target === floor ? "aa" : "cell" }),
  );
/** Merges journals of sweeps and open loops under these settings. */
export function soloResult(
  t: TestContext,
  used: Settings,
  journals: readonly (readonly JournalRecord[])[],
  like: string | null = null,
): Promise<Result> {
  const { measure, sweep, latency } = used;
  const measured = { ...runSummary.measured, rounds: 6, steps: 30 };
  return resultOf(t, journals, {
    run: { ...runSummary, measured, like, measure, sweep, latency },
    settings: used,
    installed: new Map([["express", { bytes: 2_336_056, packages: 68 }]]),
  });
}

export const journalOf = (name: string, used: Settings, ...records: JournalRecord[][]) => [
  runRecord(name, { settings: used }),
  ...records.flat(),
  endRecord,
];
export const whole = (used: Settings, sweeps = expressSweeps, loops = openLoops(express)) => [
  journalOf(floor, used, duets(floor, [1, 0.99, 1.01]), floorSweeps, openLoops(floor)),
  journalOf(express, used, duets(express, [0.4, 0.41, 0.39]), sweeps, loops),
];
