import type { JournalRecord, RoundRecord, RunRecord, Side } from "../src/record/record.ts";
import type { CostRecord } from "../src/record/cost.ts";
import { floors } from "../src/floors.ts";
import { openJournal } from "../src/journal.ts";
import type { MachineUse } from "../src/record/machine.ts";
import { duetsOnly } from "../src/record/measures.ts";
import type { Settings } from "../src/record/settings.ts";
import { defaultWarmup, type Warmed } from "../src/record/warm-up.ts";

export const settings: Settings = {
  profile: "quick",
  scenarios: ["text"],
  rounds: { cell: 3, bridge: 3, aa: 3 },
  precision: null,
  withinSeconds: null,
  ...duetsOnly,
  load: { warmup: defaultWarmup, windowSeconds: 1.5, connections: 50, workerThreads: 1 },
  seed: null,
  machine: {
    fingerprint: "0123456789abcdef",
    cpu: "Test CPU",
    cores: 2,
    memory: 8 * 2 ** 30,
    kernel: "Linux 6.1 x64",
    os: "Test OS 1",
    pinning: { mode: "taskset", server: [1], generators: [0], reason: null },
  },
  tools: {
    oha: { version: "1.16.0", sha256: "aa" },
    node: { version: "26.10.0", sha256: "bb" },
    bun: { version: "1.4.5", sha256: "cc" },
    deno: { version: "2.9.6", sha256: "dd" },
  },
};

/** Returns the services of a run with these stores. */
export function servicesFor(...stores: string[]): NonNullable<Settings["services"]> {
  const client = { version: "1.0.0", reason: null };
  return {
    running: {},
    missing: {},
    clients: Object.fromEntries(stores.map((name) => [name, client])),
  };
}

export function runRecord(name: string, changes: Partial<RunRecord> = {}): RunRecord {
  const [framework, runtime] = name.split("/") as [string, RunRecord["runtime"]];
  const floor = floors[runtime];
  const against = floor === name ? floors.node : floor;
  return {
    type: "run",
    schema: 4,
    runId: "run-1",
    startedAt: "2026-11-21T10:00:00.000Z",
    target: name,
    framework,
    runtime,
    version: "1.2.3",
    seed: 7,
    taskHash: null,
    sources: { harness: "h1", floor: `d-${against.split("/")[0]}`, app: `d-${framework}` },
    instance: "0123456789abcdef",
    settings,
    ...changes,
  };
}

/** Appends records to the journal at `path`, and returns the path. */
export function appendTo(path: string, ...records: readonly JournalRecord[]): string {
  const journal = openJournal(path);
  for (const record of records) journal.append(record);
  journal.close();
  return path;
}

/** Returns the use of a machine that is not disturbed. */
export function machineUse(changes: Partial<MachineUse> = {}): MachineUse {
  const none = { foreign: 0, steal: 0, pressure: 0 };
  return { generatorBusy: 0.5, generatorSeconds: 0.5, ...none, ...changes };
}

const pairFields = (name: string, reference: string, n: number) =>
  ({ role: "cell", new: name, base: reference, scenario: "text", n }) as const;

/** A server as warm as its settings require. */
const warmed: Warmed = { responses: 40_000, seconds: 1.6 };

/**
 * Returns a round in which the target had `ratio` times the efficiency of its reference. Bun's floor has 2.5 times that
 * of Node's.
 */
export function roundRecord(
  name: string,
  reference: string,
  n: number,
  ratio: number,
  changes: Partial<RoundRecord> = {},
): RoundRecord {
  const good = reference === "fetch/bun" ? 125_000 : 50_000;
  return {
    type: "round",
    ...pairFields(name, reference, n),
    startedAt: `2026-11-21T10:00:${String(n).padStart(2, "0")}.000Z`,
    warmup: { responses: 40_000, new: warmed, base: warmed },
    seconds: { total: 7.7, load: 7.2 },
    void: null,
    sides: { new: side(good * ratio, 0.5), base: side(good, 0.5) },
    machine: machineUse({ foreign: 0.01, pressure: 0.5 }),
    ...changes,
  };
}

/** Returns a pair at 200 and 1,000 requests/s and 20 % of the capacity, with these ratios of efficiencies. */
export function costRecord(
  name: string,
  reference: string,
  n: number,
  ratios: readonly [number, number, number],
  changes: Partial<CostRecord> = {},
): CostRecord {
  const own = 20_000 + 1000 * n;
  const at = (
    rate: number,
    fraction: number | null,
    ratio: number,
  ): CostRecord["rates"][number] => {
    const good = 4 * rate;
    const one = (each: number) => ({
      good: good + rate,
      cpuSeconds: (good + rate) * each,
      loadSeconds: 5,
      ends: { good: rate, cpuSeconds: rate * each },
      lostThreads: 0,
    });
    return {
      fraction,
      rate: { new: rate, base: rate },
      offered: { new: good, base: good },
      void: null,
      sides: { new: one(1e-4 / ratio), base: one(1e-4) },
      machine: machineUse({
        generatorBusy: 0.2,
        generatorSeconds: 0.2,
        foreign: 0.01,
        pressure: 0.1,
      }),
    };
  };
  return {
    type: "cost",
    ...pairFields(name, reference, n),
    startedAt: `2026-11-21T11:00:${String(n).padStart(2, "0")}.000Z`,
    warmup: { responses: 40_000, new: warmed, base: warmed },
    seconds: { total: 28, load: 20 },
    void: null,
    idle: { seconds: 3, new: 3e-4 * n, base: 3e-4 },
    capacity: { new: null, base: own },
    rates: [at(0.2 * own, 0.2, ratios[2]), at(200, null, ratios[0]), at(1000, null, ratios[1])],
    startup: { ready: 0.1, firstByte: 0.11 },
    memory: { idle: 60e6, peak: 90e6 },
    ...changes,
  };
}

export function side(good: number, cpuSeconds: number): Side {
  return {
    good,
    cpuSeconds,
    servingSeconds: 1,
    loadSeconds: 1,
    ends: { good: 0, cpuSeconds: 0 },
    lostThreads: 0,
    startup: { ready: 0.1, firstByte: 0.11 },
    memory: { idle: 60e6, peak: 90e6 },
    sampled: 12,
  };
}
