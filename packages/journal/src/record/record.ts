import * as v from "valibot";
import { runtimes } from "../runtimes.ts";
import { blobRecordSchema } from "./blob.ts";
import { costRecordSchema } from "./cost.ts";
import { loadedPairSchema, servedPairSchema } from "./loaded.ts";
import { revisionPairSchema } from "./revision.ts";
import { instanceSchema, machineUseSchema } from "./machine.ts";
import { recordedSettingsSchema } from "./settings.ts";
import { warmedPairSchema } from "./warm-up.ts";

/** The version of every record below; raised when a reader of the old one would be wrong. */
export const SCHEMA = 1;

const seconds = v.number();

/** What one server of a duet did in the measured window. */
export const sideSchema = v.object({
  /** Answers with the expected status and length. */
  good: v.number(),
  /** Of the server's whole process tree, with the processes and threads of it that ended in the window. */
  cpuSeconds: seconds,
  /**
   * Of the thread that serves: running, or ready to and waiting for the CPU. Null where the system does not
   * tell; journals of before 2026-11-23 lack it (they have the waiting of all threads, added up).
   */
  servingSeconds: v.optional(v.nullable(seconds)),
  /** Under load, by the generator's clock. */
  loadSeconds: seconds,
  /**
   * The same of a short load before it. What it costs to open and close a load's connections is in both, so
   * the window's efficiency is that of the difference; journals of before this was measured lack it.
   */
  ends: v.optional(v.object({ good: v.number(), cpuSeconds: seconds })),
  /** Threads that ended within the window: their time is known to 10 ms only. */
  lostThreads: v.number(),
  /** From spawn to the readiness line, and to the first byte of the first answer. */
  startup: v.object({ ready: seconds, firstByte: seconds }),
  /** Bytes, of the process tree: after its first answer, and at most. */
  memory: v.nullable(v.object({ idle: v.number(), peak: v.number() })),
  /** Answers whose bodies were compared under load; journals of before 2026-11-21 lack it. */
  sampled: v.optional(v.number()),
});
export type Side = v.InferOutput<typeof sideSchema>;

/** The first record of a journal: under which conditions everything below it was measured. */
export const runRecordSchema = v.object({
  type: v.literal("run"),
  schema: v.literal(SCHEMA),
  runId: v.string(),
  startedAt: v.string(),
  target: v.string(),
  framework: v.string(),
  runtime: v.picklist(runtimes),
  version: v.string(),
  seed: v.number(),
  /** Turbo's hash of the task; null when it was not turbo that started it. */
  taskHash: v.nullable(v.string()),
  /** Digests of the sources that the figures depend on. */
  sources: v.object({ harness: v.string(), floor: v.string(), app: v.string() }),
  /** Its native part, and the private copy of it that ran where the host could not load it itself. */
  addon: v.optional(
    v.nullable(
      v.object({
        package: v.string(),
        sha256: v.string(),
        copy: v.nullable(v.object({ sha256: v.string(), reason: v.string() })),
      }),
    ),
  ),
  /** Which code the servers loaded; journals of before 2026-11-24 and of fixed targets lack it. */
  loaded: v.optional(loadedPairSchema),
  /** What serves both; journals of before 2026-11-24 and of fixed targets lack it. */
  servedBy: v.optional(servedPairSchema),
  /** What the names of revisions stand for; journals of before 2026-11-24 and of fixed targets lack it. */
  revisions: v.optional(revisionPairSchema),
  /**
   * Which machine measured what comes below, until the next record of a run: an interrupted journal may have been
   * completed by another one of the class. Not in the settings, and so not in turbo's key: what may be replayed
   * where is the cache's business. Journals of before 2026-11-24 lack it.
   */
  instance: v.optional(instanceSchema),
  settings: recordedSettingsSchema,
});
export type RunRecord = v.InferOutput<typeof runRecordSchema>;

/** One duet from spawn to exit: the unit of sampling. */
export const blockRecordSchema = v.object({
  type: v.literal("block"),
  role: v.picklist(["cell", "bridge", "aa"]),
  target: v.string(),
  reference: v.string(),
  scenario: v.string(),
  n: v.number(),
  /** 2: added since the planned blocks spread too far. Absent: planned. */
  stage: v.optional(v.picklist([1, 2])),
  startedAt: v.string(),
  /** Whose it is, of several runs that were put together; only results have it. */
  run: v.optional(v.string()),
  /** Who measured it, where several instances did; only results have it. */
  instance: v.optional(instanceSchema),
  /** What came before the window; journals of before 2026-11-23 were warmed by the clock and lack it. */
  warmup: v.optional(warmedPairSchema),
  /** Wall time of the whole block, and of its part under load, warm-up included. */
  seconds: v.object({ total: seconds, load: seconds }),
  /** Why this block may not be used; null when it may. */
  void: v.nullable(v.string()),
  sides: v.nullable(v.object({ target: sideSchema, reference: sideSchema })),
  machine: v.nullable(machineUseSchema),
});
export type BlockRecord = v.InferOutput<typeof blockRecordSchema>;

/** How many requests of a step ended badly, by kind. */
export const errorCountsSchema = v.object({
  connect: v.number(),
  read: v.number(),
  write: v.number(),
  timeout: v.number(),
  status: v.number(),
  deadline: v.number(),
  other: v.number(),
});
export type ErrorCounts = v.InferOutput<typeof errorCountsSchema>;

/** Of all answers of a step, in seconds. */
const latencySchema = v.object({
  mean: seconds,
  /** Null where single requests were not recorded. */
  stdev: v.nullable(seconds),
  p50: seconds,
  p75: seconds,
  p90: seconds,
  p99: seconds,
  /** Null below 100,000 answers in an open loop. */
  p99_9: v.nullable(seconds),
  max: seconds,
});
export type StepLatency = v.InferOutput<typeof latencySchema>;

/** One load on one server that is alone on its CPU. */
const soloEntries = {
  /** Whose journal this is. */
  target: v.string(),
  scenario: v.string(),
  /** From 1; each has fresh processes. */
  round: v.number(),
  connections: v.number(),
  startedAt: v.string(),
  /** Wall time of the step, and of its part under load; the first of a process has its start, too. */
  seconds: v.object({ total: seconds, load: seconds }),
  /** What was wrong with the server or its answers; null when nothing was. */
  void: v.nullable(v.string()),
  /** What was answered, when nothing was wrong. */
  load: v.nullable(
    v.object({
      good: v.number(),
      /** By the generator's clock. */
      seconds,
      /** Of the bodies. */
      bytes: v.number(),
      latency: latencySchema,
    }),
  ),
  errors: v.nullable(errorCountsSchema),
  /** Of the server's process tree, as in a block. */
  cpu: v.nullable(
    v.object({
      run: seconds,
      serving: v.optional(v.nullable(seconds)),
      lostThreads: v.number(),
    }),
  ),
  /** Of its process: as in a block, the peak until this step's end. */
  startup: v.nullable(v.object({ ready: seconds, firstByte: seconds })),
  memory: v.nullable(v.object({ idle: v.number(), peak: v.number() })),
  machine: v.nullable(machineUseSchema),
};

/** One closed loop of a sweep, against the target or, in turn with it, against its floor. */
export const sweepRecordSchema = v.object({
  type: v.literal("sweep"),
  /** Who was loaded: the target or its floor. */
  server: v.string(),
  ...soloEntries,
});
export type SweepRecord = v.InferOutput<typeof sweepRecordSchema>;

/** One open loop; its latencies count from when a request was due. */
export const openLoopRecordSchema = v.object({
  type: v.literal("openLoop"),
  ...soloEntries,
  /** Requests per second. */
  rate: v.number(),
  /** Of the capacity; null: the rate that is common to all targets. */
  fraction: v.nullable(v.number()),
  /** What this process answered just before in a closed loop; shares are of the time. */
  capacity: v.nullable(
    v.object({
      requestsPerSecond: v.number(),
      /** The thread that serves was running or waiting for its CPU. */
      serverBusy: v.nullable(v.number()),
      generatorBusy: v.nullable(v.number()),
    }),
  ),
  requests: v.number(),
  /** By how much, at least, the generator was once behind its own schedule. */
  lateness: v.nullable(seconds),
  /** Why this rate could not be offered at all, which is not the server's fault; null: it was. */
  notOffered: v.nullable(v.string()),
});
export type OpenLoopRecord = v.InferOutput<typeof openLoopRecordSchema>;

export const differenceSchema = v.object({
  kind: v.picklist(["header", "bytes"]),
  name: v.nullable(v.string()),
  target: v.nullable(v.union([v.string(), v.number()])),
  floor: v.nullable(v.union([v.string(), v.number()])),
});

/** What `verify` found before anything was measured. */
export const verifyRecordSchema = v.object({
  type: v.literal("verify"),
  target: v.string(),
  scenario: v.string(),
  status: v.picklist(["ok", "failed", "unsupported"]),
  reason: v.nullable(v.string()),
  differences: v.array(differenceSchema),
  response: v.nullable(
    v.object({
      status: v.number(),
      headers: v.record(v.string(), v.string()),
      bytes: v.number(),
      /** Over TLS: its version and cipher. */
      tls: v.optional(v.string()),
    }),
  ),
  /** Packages besides the framework that serve it, which its documentation recommends; missing where there are none. */
  libraries: v.optional(v.array(v.object({ name: v.string(), version: v.string() }))),
});
export type VerifyRecord = v.InferOutput<typeof verifyRecordSchema>;

/** The last record: the journal is whole. */
export const endRecordSchema = v.object({
  type: v.literal("end"),
  finishedAt: v.string(),
  status: v.picklist(["ok", "failed"]),
  /** Of the whole target as far as it is not about one cell; null when it went well. */
  reason: v.nullable(v.string()),
});
export type EndRecord = v.InferOutput<typeof endRecordSchema>;

export const recordSchema = v.variant("type", [
  blobRecordSchema,
  runRecordSchema,
  blockRecordSchema,
  sweepRecordSchema,
  openLoopRecordSchema,
  costRecordSchema,
  verifyRecordSchema,
  endRecordSchema,
]);
export type JournalRecord = v.InferOutput<typeof recordSchema>;

/** A server was measured before it had given the answers that make it warm: its ratio is biased. */
export function isCold({ warmup }: Pick<BlockRecord, "warmup">): boolean {
  return (
    warmup !== undefined &&
    Math.min(warmup.target.answers, warmup.reference.answers) < warmup.answers
  );
}

/** What a record says was wrong with its cell; null when nothing was, or it is about none. */
export function failureOf(record: JournalRecord): string | null {
  switch (record.type) {
    case "verify":
      return record.status === "failed" ? (record.reason ?? "") : null;
    case "block":
    case "sweep":
    case "openLoop":
    case "cost":
      return record.void;
    default:
      return null;
  }
}
