import {
  warningSchema,
  runtimes,
  blockRecordSchema,
  differenceSchema,
  errorCountsSchema,
  instanceSchema,
  retiredSchema,
  servicesSchema,
  recordedSettingsSchema,
  settingsSchema,
} from "@deadheat/journal";
import * as v from "valibot";
import { costSchema } from "./cost.ts";
import { orderSchema } from "./order.ts";

// The document from which every report is drawn. Base units throughout: seconds, bytes, requests.

/** Its version; raised when a reader of the old one would be wrong. Journals have their own. */
export const RESULT_SCHEMA = 2;

/** Of a dead heat, relative: two ratios that are proven to lie within a factor of 1.05 are one. */
export const RUN_MARGIN = 0.05;

/** Those that measured it, by their letters (`instances` of the result); missing where one measured everything. */
const instances = v.optional(v.array(v.string()));

const pair = v.tuple([v.string(), v.string()]);
const verdict = v.picklist(["server-bound", "generator-bound", "unsaturated"]);
const ratio = { ratio: v.number(), lo: v.number(), hi: v.number() };
const blocks = v.array(blockRecordSchema);
const { machine, tools } = settingsSchema.entries;

/** A ratio of efficiencies with its 95 % interval, and the blocks that it rests on. */
const measuredRatio = v.object({ ...ratio, n: v.number(), blocks });

/** A percentile is the median over the rounds of each round's own. */
const percentiles = {
  p50: v.nullable(v.number()),
  p90: v.nullable(v.number()),
  p99: v.nullable(v.number()),
  p99_9: v.nullable(v.number()),
  /** The largest of all rounds. */
  max: v.nullable(v.number()),
};

const throughput = v.object({
  median: v.number(),
  /** 95 %, Student's t on the logarithms of the rounds. */
  lo: v.number(),
  hi: v.number(),
  /** Of each round, in the order in which they were measured. */
  rounds: v.array(v.number()),
});

/** A target alone at a number of connections: what it answers at most, and how late it is then. */
const sweepSchema = v.object({
  connections: v.number(),
  /** Null where not every round went well. */
  requestsPerSecond: v.nullable(throughput),
  /** The generator was full before the server: it can do this much or more. Never ranked. */
  lowerBound: v.boolean(),
  verdict: v.nullable(verdict),
  /** Under saturation: by Little's law it is connections / throughput, whatever the server. */
  latency: v.nullable(
    v.object({
      mean: v.number(),
      /** Over the requests of all rounds. */
      stdev: v.nullable(v.number()),
      p75: v.number(),
      ...percentiles,
    }),
  ),
  /** Of the bodies. */
  bytesPerSecond: v.nullable(v.number()),
  /** Of all rounds. */
  errors: errorCountsSchema,
  /** What was wrong; null when nothing was. */
  reason: v.nullable(v.string()),
  /** The floor's figure from the same rounds; null for node-http/node itself. */
  floor: v.nullable(
    v.object({
      target: v.string(),
      requestsPerSecond: v.nullable(throughput),
      lowerBound: v.boolean(),
    }),
  ),
  /** Target to floor, round by round; null where one of the two is a lower bound. */
  toFloor: v.nullable(v.object({ ...ratio, n: v.number() })),
});
export type SweepStep = v.InferOutput<typeof sweepSchema>;

/** A target alone at a rate: latency from when a request was due. */
const openLoopSchema = v.object({
  /** Requests per second, the median over the rounds. */
  rate: v.number(),
  /** Of the capacity that the same processes showed just before in a closed loop. */
  fractionOfCapacity: v.nullable(v.number()),
  /** The rate is the one that all targets get. */
  common: v.boolean(),
  /** Requests per second, the median over the rounds. */
  capacity: v.nullable(v.number()),
  /** That closed loop filled the generator first: the fraction is at most this. */
  capacityIsLowerBound: v.boolean(),
  connections: v.number(),
  rounds: v.number(),
  /** Of each round. */
  requests: v.number(),
  mean: v.nullable(v.number()),
  ...percentiles,
  /** Of each round. */
  p99Rounds: v.array(v.number()),
  /** By how many seconds, at least, the generator itself once was late; the worst round. */
  lateness: v.nullable(v.number()),
  /** Why there is no figure; null when there is. */
  reason: v.nullable(v.string()),
});
export type OpenLoopStep = v.InferOutput<typeof openLoopSchema>;

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
  replayedFrom: v.nullable(
    v.object({
      run: v.string(),
      startedAt: v.string(),
      /** Whose figure it is, where another instance than the one that took it measured it. */
      instance: v.optional(instanceSchema),
    }),
  ),
  instances,
  /** What kept it from answering more in its duets. */
  verdict: v.nullable(verdict),
  /** What kept the server beside it: its floor, of a floor node-http/node. Older results lack it. */
  floorVerdict: v.optional(v.nullable(verdict)),
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
  /**
   * Of the N ranked cells of its scenario: from 1 + those that are significantly faster to N - those that
   * are significantly slower.
   */
  rank: v.nullable(v.tuple([v.number(), v.number()])),
  /** Two cells of a scenario share a letter exactly where they are a dead heat; none: it is in none. */
  tieGroup: v.array(v.string()),
  /** The smallest difference to its floor, as a ratio above 1, that its blocks would probably have shown. */
  smallestDetectable: v.nullable(v.number()),
  sweep: v.array(sweepSchema),
  openLoop: v.array(openLoopSchema),
  /** Null where it was not measured; older results lack it. */
  cost: v.optional(v.nullable(costSchema)),
  /** Bytes of the process tree, the medians over blocks. */
  memory: v.nullable(v.object({ idle: v.number(), peak: v.number() })),
  /** Seconds from spawn, the medians over blocks. */
  startup: v.nullable(v.object({ ready: v.number(), firstByte: v.number() })),
  /** What the app's dependencies take on disk, and how many packages they are (all runtimes). */
  install: v.optional(v.nullable(v.object({ bytes: v.number(), packages: v.number() }))),
  response: v.nullable(
    v.object({
      status: v.number(),
      headers: v.record(v.string(), v.string()),
      bytes: v.number(),
      /** Over TLS: its version and cipher. */
      tls: v.optional(v.string()),
    }),
  ),
  /** Libraries of record: packages besides the framework that serve it. Missing where there are none. */
  libraries: v.optional(v.array(v.object({ name: v.string(), version: v.string() }))),
  /** How the response differs from the floor's. */
  differences: v.array(differenceSchema),
  warnings: v.array(warningSchema),
});
export type Cell = v.InferOutput<typeof cellSchema>;

/** How far the fastest and the slowest framework of a runtime lie apart in a scenario. */
const frameworkSpreadSchema = v.object({
  runtime: v.picklist(runtimes),
  scenario: v.string(),
  /** How many were measured, the floor not among them. */
  frameworks: v.number(),
  fastest: v.string(),
  slowest: v.string(),
  /** Of the fastest's efficiency to the slowest's, with its 95 % interval. */
  ...ratio,
});
export type FrameworkSpread = v.InferOutput<typeof frameworkSpreadSchema>;

export const resultSchema = v.object({
  schema: v.literal(RESULT_SCHEMA),
  run: v.object({
    id: v.string(),
    startedAt: v.string(),
    finishedAt: v.string(),
    seed: v.number(),
    profile: v.string(),
    git: v.nullable(v.object({ commit: v.string(), dirty: v.boolean() })),
    /** Of what this run itself measured: wall seconds, those under load, their share. */
    measured: v.object({
      /** Of duets, and of pairs at fixed rates. */
      blocks: v.number(),
      /** Of sweeps and open loops. */
      steps: v.optional(v.number()),
      seconds: v.number(),
      underLoadSeconds: v.number(),
      underLoadShare: v.nullable(v.number()),
    }),
    load: recordedSettingsSchema.entries.load,
    /** The published benchmark whose matrix this is (`--like`). */
    like: v.optional(v.nullable(v.string())),
    /** Which measures were taken, and how; missing in runs from before there was a choice. */
    measure: settingsSchema.entries.measure,
    sweep: settingsSchema.entries.sweep,
    latency: settingsSchema.entries.latency,
    cost: settingsSchema.entries.cost,
  }),
  machine,
  tools,
  /** Null where no scenario needed one; missing in results from before there were any. */
  services: v.optional(v.nullable(servicesSchema)),
  /**
   * Which machines of this class measured it, in the order in which they began: a salted hash of the machine's and
   * the boot's ids, of a label instead after `override:`. Missing in results from before it was told.
   */
  instances: v.optional(
    v.array(
      v.object({
        letter: v.string(),
        instance: instanceSchema,
        /** Its kernel, where instances have different builds of one version; `machine` has that of one of them. */
        kernel: v.optional(v.string()),
      }),
    ),
  ),
  /** What these differ by, as the duets show that at least three of them measured; missing where there was one. */
  between: v.optional(
    v.object({
      /** Sd of ln(ratio) of a duet from one instance to the next; null: three have not measured the same one. */
      tau: v.nullable(v.number()),
      /** Degrees of freedom of its square. */
      df: v.nullable(v.number()),
      duets: v.array(
        v.object({
          target: v.string(),
          reference: v.string(),
          scenario: v.string(),
          /** How many measured it. */
          instances: v.number(),
          /** Cochran's, about `df` where they agree as well as their blocks allow. */
          q: v.number(),
          df: v.number(),
          /** Of so large a q where they do, Holm-corrected over these duets. */
          p: v.number(),
          /** Of this duet alone. */
          tau: v.number(),
        }),
      ),
    }),
  ),
  /** Where a run was split: what each shard was, in their order. */
  shards: v.optional(
    v.array(
      v.object({
        /** From 1. */
        index: v.number(),
        total: v.number(),
        /** `missing`: its cells have no figures. */
        status: v.picklist(["ok", "missing"]),
        /** Null where it is missing. */
        run: v.nullable(v.string()),
        /** Which machine of the class completed it: a hash. */
        instance: v.nullable(v.string()),
        startedAt: v.nullable(v.string()),
        finishedAt: v.nullable(v.string()),
        /** Its cells, besides those that every shard measures. */
        cells: v.number(),
      }),
    ),
  ),
  floors: v.object({ node: v.string(), bun: v.string(), deno: v.string() }),
  bridges: v.array(
    v.object({ floor: v.string(), scenario: v.string(), instances, ...measuredRatio.entries }),
  ),
  noise: v.object({
    /** node-http/node against itself, of the first scenario: the truth is 1. */
    aa: v.nullable(measuredRatio),
    /** Shares of a CPU's time, the medians over blocks. */
    steal: v.nullable(v.number()),
    foreign: v.nullable(v.number()),
    pressure: v.nullable(v.number()),
  }),
  /** Of a dead heat, relative: 0.05 means a ratio between 1 / 1.05 and 1.05. */
  margin: v.number(),
  /** The pairs of ranked cells of a scenario, by what is known of them. */
  differences: v.array(
    v.object({
      scenario: v.string(),
      /** Those decided, dead heats and undecided ones together. */
      pairs: v.number(),
      /** One of the two is faster: significant after Holm's correction for all pairs. */
      decided: v.number(),
      /** Proven, by two one-sided tests at 5 %, to lie within the margin. */
      deadHeats: v.array(pair),
      undecided: v.array(
        v.object({
          targets: pair,
          /** About how many more of each would probably decide it; null: no number of blocks would. */
          blocks: v.nullable(v.number()),
        }),
      ),
    }),
  ),
  /** Missing where no two scenarios rank two targets in common, and in results from before it was told. */
  order: v.optional(orderSchema),
  cells: v.array(cellSchema),
  /** Missing in results from before it was told. */
  spreads: v.optional(v.array(frameworkSpreadSchema)),
  /** What others published of frameworks that cannot be run any more, where their kin is a cell. */
  retired: v.optional(v.array(retiredSchema)),
  warnings: v.array(warningSchema),
});
export type Result = v.InferOutput<typeof resultSchema>;
