import * as v from "valibot";
import { runtimes } from "../runtimes/list.ts";
import { amount, positive, share, worked, workEntries } from "./amounts.ts";
import { blobRecordSchema } from "./blob.ts";
import { costRecordSchema } from "./cost.ts";
import { furtherSchema } from "./further.ts";
import { loadedPairSchema, revisionPairSchema, servedPairSchema } from "./loaded.ts";
import { instanceSchema, machineUseSchema } from "./machine.ts";
import { memorySchema, pairEntries, startupSchema } from "./pair.ts";
import { settingsSchema } from "./settings.ts";

/** The version of every record below. Raise it if a reader of the old version would be wrong. */
export const SCHEMA = 4;

/** The work of a server in the window of a service's other exchange. */
const besideSchema = v.pipe(v.object({ share, ...workEntries }), worked());

/** The work of one server of a duet in the measured window. */
const sideSchema = v.pipe(
  v.object({
    ...workEntries,
    /** The time in which the serving thread ran, or was ready and waited for the CPU. null if the system cannot report it. */
    servingSeconds: v.nullable(amount),
    /** The time under load, by the generator's clock. */
    loadSeconds: positive,
    /**
     * The other exchange of a service, in a window of its own, with its share of all requests (`Traffic.beside`). The CPU
     * time of a request of the service is the sum of both by their shares. Missing if the scenario has one exchange.
     */
    beside: v.optional(besideSchema),
    /** The number of threads that ended within the window. Their time is known to 10 ms only. */
    lostThreads: amount,
    startup: startupSchema,
    memory: v.nullable(memorySchema),
    /** The number of responses whose bodies were compared under load. */
    sampled: amount,
  }),
  worked(),
);
export type Side = v.InferOutput<typeof sideSchema>;

/** The first record of a journal: the conditions of all measurements below it. */
const runRecordSchema = v.object({
  type: v.literal("run"),
  schema: v.literal(SCHEMA),
  runId: v.string(),
  startedAt: v.string(),
  target: v.string(),
  framework: v.string(),
  runtime: v.picklist(runtimes),
  version: v.string(),
  seed: amount,
  /** Turbo's hash of the task; null if turbo did not start it. */
  taskHash: v.nullable(v.string()),
  /** The server that the target was measured against, if that is not the floor of its runtime. A reference meets itself. */
  against: v.optional(v.string()),
  /** The digests of the sources that the records depend on. */
  sources: v.object({ harness: v.string(), floor: v.string(), app: v.string() }),
  /** The target's native addon, and the private copy that ran if the host could not load the original. */
  addon: v.optional(
    v.nullable(
      v.object({
        package: v.string(),
        sha256: v.string(),
        copy: v.nullable(v.object({ sha256: v.string(), reason: v.string() })),
      }),
    ),
  ),
  /** The code that the servers loaded. Absent for fixed targets. */
  loaded: v.optional(loadedPairSchema),
  /** The servers that serve both apps. Absent for fixed targets. */
  servedBy: v.optional(servedPairSchema),
  /** The commits behind the names of revisions. Absent for fixed targets. */
  revisions: v.optional(revisionPairSchema),
  /**
   * The machine that measured the records up to the next run record, because another instance of the class may complete
   * an interrupted journal. The instance is not part of the settings, and so not of turbo's key: the cache decides what
   * it may replay where.
   */
  instance: instanceSchema,
  settings: settingsSchema,
});
export type RunRecord = v.InferOutput<typeof runRecordSchema>;

/** A round: one duet from spawn to exit, the unit of sampling. */
export const roundRecordSchema = v.object({
  type: v.literal("round"),
  ...pairEntries,
  /** 2 if the round was added because the planned rounds spread too far; missing if planned. */
  stage: v.optional(v.picklist([1, 2])),
  sides: v.nullable(v.object({ new: sideSchema, base: sideSchema })),
  machine: v.nullable(machineUseSchema),
  /** Latency and cost; missing unless they were asked for. */
  further: v.optional(furtherSchema),
});
export type RoundRecord = v.InferOutput<typeof roundRecordSchema>;

/** The number of failed requests, by kind. */
export const errorCountsSchema = v.object({
  /** No connection: refused, reset while connecting, or no more file descriptors. */
  connect: amount,
  /** The connection broke, or sent something other than HTTP, before the response was complete. */
  read: amount,
  write: amount,
  /** No complete response within the request's time-out. */
  timeout: amount,
  /** Complete responses with an unexpected status. */
  status: amount,
  /** Requests that oha gave up because the time of the load was over. */
  deadline: amount,
  other: amount,
});
export type ErrorCounts = v.InferOutput<typeof errorCountsSchema>;

/** The latencies of all responses of a step, in seconds. */
const latencySchema = v.object({
  mean: amount,
  /** The standard deviation; null if single requests were not recorded. */
  stdev: v.nullable(amount),
  p50: amount,
  p75: amount,
  p90: amount,
  p99: amount,
  /** null below 100,000 responses in an open loop. */
  p99_9: v.nullable(amount),
  max: amount,
});

/** The fields of one load on one server that is alone on its CPU. */
const soloEntries = {
  /** The target that the journal belongs to. */
  target: v.string(),
  scenario: v.string(),
  /** The number of the round, from 1. Each round has fresh processes. */
  round: amount,
  connections: amount,
  startedAt: v.string(),
  /** The wall time of the step, and of its part under load. The first step of a process includes its start. */
  seconds: v.object({ total: amount, load: amount }),
  /** The fault of the server or its responses; null if there was none. */
  void: v.nullable(v.string()),
  /** The responses, if there was no fault. */
  load: v.nullable(
    v.object({
      good: positive,
      /** The seconds by the generator's clock. */
      seconds: positive,
      /** The bytes of the bodies. */
      bytes: amount,
      latency: latencySchema,
    }),
  ),
  errors: v.nullable(errorCountsSchema),
  /** The CPU time of the server's process tree, as in a round. */
  cpu: v.nullable(
    v.object({
      run: amount,
      serving: v.optional(v.nullable(amount)),
      lostThreads: amount,
    }),
  ),
  /** The start of its process, as in a round. The memory peak counts until the end of this step. */
  startup: v.nullable(startupSchema),
  memory: v.nullable(memorySchema),
  machine: v.nullable(machineUseSchema),
};

/** One closed loop of a sweep, against the target or, in turn with it, against its floor. */
const sweepRecordSchema = v.object({
  type: v.literal("sweep"),
  /** The loaded server: the target or its floor. */
  server: v.string(),
  ...soloEntries,
});
export type SweepRecord = v.InferOutput<typeof sweepRecordSchema>;

/** One open loop, whose latencies count from when a request was due. */
const openLoopRecordSchema = v.object({
  type: v.literal("openLoop"),
  ...soloEntries,
  /** The requests per second. */
  rate: amount,
  /** The share of the capacity; null for the rate that is common to all targets. */
  fraction: v.nullable(amount),
  /** The capacity that this process has just shown in a closed loop. Shares are of the time. */
  capacity: v.nullable(
    v.object({
      requestsPerSecond: amount,
      /** The share in which the serving thread ran or waited for its CPU. */
      serverBusy: v.nullable(amount),
      generatorBusy: v.nullable(amount),
    }),
  ),
  requests: amount,
  /** The seconds by which, at least, the generator was once behind its own schedule. */
  lateness: v.nullable(amount),
  /** The reason why the generator could not offer this rate, which is not the server's fault; null if it could. */
  notOffered: v.nullable(v.string()),
});
export type OpenLoopRecord = v.InferOutput<typeof openLoopRecordSchema>;

export const differenceSchema = v.object({
  kind: v.picklist(["header", "bytes"]),
  name: v.nullable(v.string()),
  target: v.nullable(v.union([v.string(), amount])),
  floor: v.nullable(v.union([v.string(), amount])),
});

/** The response that was verified; null if there was none. */
export const responseSchema = v.nullable(
  v.object({
    status: amount,
    headers: v.record(v.string(), v.string()),
    bytes: amount,
    /** The TLS version and cipher, if the response came over TLS. */
    tls: v.optional(v.string()),
  }),
);

/** The result of `verify` for one cell, before anything is measured. */
const verifyRecordSchema = v.object({
  type: v.literal("verify"),
  target: v.string(),
  scenario: v.string(),
  status: v.picklist(["ok", "failed", "unsupported"]),
  reason: v.nullable(v.string()),
  differences: v.array(differenceSchema),
  response: responseSchema,
  /** The packages besides the framework that serve the cell, as its documentation recommends; missing if none. */
  libraries: v.optional(v.array(v.object({ name: v.string(), version: v.string() }))),
});
export type VerifyRecord = v.InferOutput<typeof verifyRecordSchema>;

/** The last record, which marks a complete journal. */
const endRecordSchema = v.object({
  type: v.literal("end"),
  finishedAt: v.string(),
  status: v.picklist(["ok", "failed"]),
  /** The fault of the whole target, not of a single cell; null if there was none. */
  reason: v.nullable(v.string()),
});
export type EndRecord = v.InferOutput<typeof endRecordSchema>;

export const recordSchema = v.variant("type", [
  blobRecordSchema,
  runRecordSchema,
  roundRecordSchema,
  sweepRecordSchema,
  openLoopRecordSchema,
  costRecordSchema,
  verifyRecordSchema,
  endRecordSchema,
]);
export type JournalRecord = v.InferOutput<typeof recordSchema>;

/**
 * Returns whether a server was measured before it had given the responses that make it warm. Its ratio is then biased.
 */
export function isCold({ warmup }: Pick<RoundRecord, "warmup">): boolean {
  if (warmup === undefined) return false;
  const { responses, cpuSeconds = Infinity } = warmup;
  return [warmup.new, warmup.base].some(
    (own) => own.responses < responses && (own.cpuSeconds ?? 0) < cpuSeconds,
  );
}

/** Returns the fault that a record reports for its cell; null if there was none, or the record is about no cell. */
export function failureOf(record: JournalRecord): string | null {
  if (record.type === "verify") return record.status === "failed" ? (record.reason ?? "") : null;
  return "void" in record ? record.void : null;
}
