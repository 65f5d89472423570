import * as v from "valibot";
import { runtimes } from "./manifest.ts";
import { blockRecordSchema, differenceSchema, SCHEMA } from "./record.ts";
import { settingsSchema } from "./settings.ts";

// The document from which every report is drawn. Base units throughout: seconds, bytes, requests.

const ratio = { ratio: v.number(), lo: v.number(), hi: v.number() };
const blocks = v.array(blockRecordSchema);
const { machine, tools } = settingsSchema.entries;

/** A ratio of efficiencies with its 95 % interval, and the blocks that it rests on. */
const measuredRatio = v.object({ ...ratio, n: v.number(), blocks });

export const warningSchema = v.object({ code: v.string(), message: v.string() });
export type Warning = v.InferOutput<typeof warningSchema>;

const percentiles = {
  p50: v.number(),
  p90: v.number(),
  p99: v.number(),
  p99_9: v.nullable(v.number()),
  max: v.number(),
};

const sweepSchema = v.object({
  connections: v.number(),
  requestsPerSecond: v.object({ median: v.number(), lo: v.number(), hi: v.number() }),
  latency: v.object({ mean: v.number(), stdev: v.number(), p75: v.number(), ...percentiles }),
  bytesPerSecond: v.number(),
  errors: v.record(v.string(), v.number()),
});

const openLoopSchema = v.object({
  rate: v.number(),
  fractionOfCapacity: v.number(),
  ...percentiles,
});

export const cellSchema = v.object({
  target: v.string(),
  framework: v.string(),
  runtime: v.picklist(runtimes),
  version: v.string(),
  scenario: v.string(),
  /** `limited`: fewer blocks than planned. Only `ok` and `limited` cells are ranked. */
  status: v.picklist(["ok", "failed", "unsupported", "limited"]),
  reason: v.nullable(v.string()),
  /** When its figures come from an earlier run: which, and when it was. */
  replayedFrom: v.nullable(v.object({ run: v.string(), startedAt: v.string() })),
  verdict: v.nullable(v.picklist(["server-bound", "generator-bound", "unsaturated"])),
  efficiency: v.nullable(
    v.object({
      /** A floor is 1 to itself by definition; its own duets are the bridge's or the A/A row's. */
      toFloor: measuredRatio,
      /** Through the bridge; null where that could not be measured. */
      toNodeHttp: v.nullable(v.object(ratio)),
    }),
  ),
  /** Seconds of the server's CPU, the median over blocks, and its inverse. */
  cpuPerRequest: v.nullable(v.number()),
  requestsPerCpuSecond: v.nullable(v.number()),
  /** 1 + the number of cells of its scenario that are significantly faster. */
  rank: v.nullable(v.number()),
  /** Cells of a scenario that share a letter do not differ significantly. */
  tieGroup: v.array(v.string()),
  sweep: v.array(sweepSchema),
  openLoop: v.array(openLoopSchema),
  /** Bytes of the process tree, the medians over blocks. */
  memory: v.nullable(v.object({ idle: v.number(), peak: v.number() })),
  /** Seconds from spawn, the medians over blocks. */
  startup: v.nullable(v.object({ ready: v.number(), firstByte: v.number() })),
  response: v.nullable(
    v.object({ status: v.number(), headers: v.record(v.string(), v.string()), bytes: v.number() }),
  ),
  /** How the response differs from the floor's. */
  differences: v.array(differenceSchema),
  warnings: v.array(warningSchema),
});
export type Cell = v.InferOutput<typeof cellSchema>;

export const resultSchema = v.object({
  schema: v.literal(SCHEMA),
  run: v.object({
    id: v.string(),
    startedAt: v.string(),
    finishedAt: v.string(),
    seed: v.number(),
    profile: v.string(),
    git: v.nullable(v.object({ commit: v.string(), dirty: v.boolean() })),
    /** Of what this run itself measured: wall seconds, those under load, their share. */
    measured: v.object({
      blocks: v.number(),
      seconds: v.number(),
      underLoadSeconds: v.number(),
      underLoadShare: v.nullable(v.number()),
    }),
    load: settingsSchema.entries.load,
  }),
  machine,
  tools,
  floors: v.object({ node: v.string(), bun: v.string(), deno: v.string() }),
  bridges: v.array(v.object({ floor: v.string(), scenario: v.string(), ...measuredRatio.entries })),
  noise: v.object({
    /** node-http/node against itself, of the first scenario: the truth is 1. */
    aa: v.nullable(measuredRatio),
    /** Significant pairs are at least this far apart, as a ratio; from the A/A row, at n of a cell. */
    smallestDetectable: v.nullable(v.number()),
    /** Shares of a CPU's time, the medians over blocks. */
    steal: v.nullable(v.number()),
    foreign: v.nullable(v.number()),
    pressure: v.nullable(v.number()),
  }),
  /** Pairs of ranked cells of a scenario whose difference is significant after Holm's correction. */
  differences: v.array(
    v.object({
      scenario: v.string(),
      pairs: v.number(),
      significant: v.number(),
      ties: v.array(v.tuple([v.string(), v.string()])),
    }),
  ),
  cells: v.array(cellSchema),
  warnings: v.array(warningSchema),
});
export type Result = v.InferOutput<typeof resultSchema>;
