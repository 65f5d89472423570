import * as v from "valibot";
import { runtimes } from "./manifest.ts";
import { settingsSchema } from "./settings.ts";

/** The version of every document below; raised when a reader of the old one would be wrong. */
export const SCHEMA = 1;

const seconds = v.number();

/** What one server of a duet did in the measured window. */
export const sideSchema = v.object({
  /** Answers with the expected status and length. */
  good: v.number(),
  /** Of the server's whole process tree. */
  cpuSeconds: seconds,
  /** Ready to run but waiting for the CPU; null where the system does not tell. */
  delaySeconds: v.nullable(seconds),
  /** Under load, by the generator's clock. */
  loadSeconds: seconds,
  /** The same window in two halves, to see a server that is still warming. */
  halves: v.array(v.object({ good: v.number(), cpuSeconds: seconds })),
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
  settings: settingsSchema,
});
export type RunRecord = v.InferOutput<typeof runRecordSchema>;

/** What else went on while something was measured. Shares are of one CPU's time. */
export const machineUseSchema = v.object({
  /** The busiest generator CPU. */
  generatorBusy: v.nullable(v.number()),
  /** On the server CPU, by processes that are none of the measured servers. */
  foreign: v.nullable(v.number()),
  steal: v.nullable(v.number()),
  pressure: v.nullable(v.number()),
});
export type MachineUse = v.InferOutput<typeof machineUseSchema>;

/** One duet from spawn to exit: the unit of sampling. */
export const blockRecordSchema = v.object({
  type: v.literal("block"),
  role: v.picklist(["cell", "bridge", "aa"]),
  target: v.string(),
  reference: v.string(),
  scenario: v.string(),
  n: v.number(),
  startedAt: v.string(),
  /** Wall time of the whole block, and of its part under load, warm-up included. */
  seconds: v.object({ total: seconds, load: seconds }),
  /** Why this block may not be used; null when it may. */
  void: v.nullable(v.string()),
  sides: v.nullable(v.object({ target: sideSchema, reference: sideSchema })),
  machine: v.nullable(machineUseSchema),
});
export type BlockRecord = v.InferOutput<typeof blockRecordSchema>;

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
    v.object({ status: v.number(), headers: v.record(v.string(), v.string()), bytes: v.number() }),
  ),
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
  runRecordSchema,
  blockRecordSchema,
  verifyRecordSchema,
  endRecordSchema,
]);
export type JournalRecord = v.InferOutput<typeof recordSchema>;
