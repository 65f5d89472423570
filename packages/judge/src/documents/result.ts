import {
  amount,
  byRuntime,
  ratio,
  share,
  warningSchema,
  runtimes,
  roundRecordSchema,
  differenceSchema,
  errorCountsSchema,
  instanceSchema,
  responseSchema,
  retiredSchema,
  servicesSchema,
  settingsSchema,
  modesEntries,
} from "@deadheat/journal";
import * as v from "valibot";
import { costSchema } from "./cost.ts";
import { growthSchema } from "./growth.ts";
import { historySchema } from "./history.ts";
import { kindsSchema } from "./kinds.ts";
import { orderSchema } from "./order.ts";
import { priorSchema } from "./prior.ts";

// The document from which every report is drawn. Base units throughout: seconds, bytes, requests.

/** The version of the schema; raised when a reader of the old version would misread a result. */
export const RESULT_SCHEMA = 5;

/** The relative margin of a tie in a run: ratios proven to lie within a factor of 1.05. */
export const RUN_MARGIN = 0.05;

/** The letters of its instances (`instances` of the result). Absent if one instance measured everything. */
const instances = v.optional(v.array(v.string()));

const pair = v.tuple([v.string(), v.string()]);
const bottleneck = v.picklist(["server", "generator", "neither"]);
const interval = { ratio, lo: ratio, hi: ratio };
const rounds = v.array(roundRecordSchema);
const { machine, tools } = settingsSchema.entries;

/** A ratio of efficiencies with its 95 % interval and its rounds. */
const measuredRatio = v.object({ ...interval, n: amount, rounds });

/** Each percentile is the median over the rounds. */
const percentiles = {
  p50: v.nullable(amount),
  p90: v.nullable(amount),
  p99: v.nullable(amount),
  p99_9: v.nullable(amount),
  /** The largest value of all rounds. */
  max: v.nullable(amount),
};

const throughput = v.object({
  median: amount,
  /** The 95 % interval by Student's t on the logarithms of the rounds. */
  lo: ratio,
  hi: ratio,
  /** The rounds in the order of measurement. */
  rounds: v.array(amount),
});

/** A target alone at a number of connections: its highest throughput, and the latency at that load. */
const sweepSchema = v.object({
  connections: amount,
  /** The throughput; null if any round failed. */
  requestsPerSecond: v.nullable(throughput),
  /** true if the generator was full before the server, which could do this or more. Never ranked. */
  lowerBound: v.boolean(),
  bottleneck: v.nullable(bottleneck),
  /** The latency under saturation. By Little's law it is connections / throughput, whatever the server. */
  latency: v.nullable(
    v.object({
      mean: amount,
      /** The standard deviation over the requests of all rounds. */
      stdev: v.nullable(amount),
      p75: amount,
      ...percentiles,
    }),
  ),
  bytesPerSecond: v.nullable(amount),
  errors: errorCountsSchema,
  /** The reason that the step is incomplete; null if it is complete. */
  reason: v.nullable(v.string()),
  /** The floor's metric from the same rounds; null for node-http/node itself. */
  floor: v.nullable(
    v.object({
      target: v.string(),
      requestsPerSecond: v.nullable(throughput),
      lowerBound: v.boolean(),
    }),
  ),
  /** The ratio to the floor, round by round; null if one of the two is a lower bound. */
  toFloor: v.nullable(v.object({ ...interval, n: amount })),
});
export type SweepStep = v.InferOutput<typeof sweepSchema>;

/** A target alone at a rate. Latency counts from the time when a request was due. */
const openLoopSchema = v.object({
  /** Requests per second: the median over the rounds. */
  rate: amount,
  /** The fraction of the capacity that the same processes reached just before in a closed loop. */
  fractionOfCapacity: v.nullable(amount),
  /** true for the rate that all targets get. */
  common: v.boolean(),
  /** Requests per second: the median over the rounds. */
  capacity: v.nullable(amount),
  /** true if the generator was full first in that closed loop: the real fraction is then at most this. */
  capacityIsLowerBound: v.boolean(),
  connections: amount,
  rounds: amount,
  requests: amount,
  mean: v.nullable(amount),
  ...percentiles,
  /** The 99th percentile of each round. */
  p99Rounds: v.array(amount),
  /** The largest lateness of the generator in seconds, at least, over all rounds. */
  lateness: v.nullable(amount),
  /** The reason that there is no metric, otherwise null. */
  reason: v.nullable(v.string()),
});
export type OpenLoopStep = v.InferOutput<typeof openLoopSchema>;

const cellFields = v.object({
  target: v.string(),
  framework: v.string(),
  runtime: v.picklist(runtimes),
  version: v.string(),
  /** The target that the cell was measured against, if that is not the floor of its runtime. */
  against: v.optional(v.string()),
  scenario: v.string(),
  /** The status. `limited` means fewer rounds than planned. Only `ok` and `limited` cells are ranked. */
  status: v.picklist(["ok", "failed", "unsupported", "limited"]),
  reason: v.nullable(v.string()),
  /** The earlier run that the metrics come from; null if this run measured them. */
  replayedFrom: v.nullable(
    v.object({
      run: v.string(),
      startedAt: v.string(),
      /** The instance that measured them, if it is not the one that replayed them. */
      instance: v.optional(instanceSchema),
    }),
  ),
  instances,
  /** The part that limited the server's throughput in its duets. */
  bottleneck: v.nullable(bottleneck),
  kinds: kindsSchema,
  /** The same for its reference: the floor, or node-http/node for a floor. */
  floorBottleneck: v.nullable(bottleneck),
  efficiency: v.nullable(
    v.object({
      /** The ratio to the floor. A floor has 1 by definition; its own duets are in the bridge or the A/A row. */
      toFloor: measuredRatio,
      /** The ratio through the bridge; null if the bridge could not be measured. */
      toNodeHttp: v.nullable(v.object(interval)),
    }),
  ),
  /** Seconds of the server's CPU: the median over rounds. The next field is its inverse. */
  cpuPerRequest: v.nullable(amount),
  requestsPerCpuSecond: v.nullable(amount),
  /** The ranks of N in the scenario: 1 + the number of significantly faster cells, to N - that of slower ones. */
  rank: v.nullable(v.tuple([amount, amount])),
  /** The letters of its ties. Two cells of a scenario share a letter exactly if they are a tie. */
  tieGroup: v.array(v.string()),
  /** The smallest difference to the floor, as a ratio above 1, that the rounds would probably have shown. */
  smallestDetectable: v.nullable(ratio),
  sweep: v.array(sweepSchema),
  openLoop: v.array(openLoopSchema),
  /** The cost at fixed rates; null if not measured. */
  cost: v.nullable(costSchema),
  /** Bytes of the process tree: medians over rounds. */
  memory: v.nullable(v.object({ idle: amount, peak: amount })),
  /** The memory that responses of the target (`new`) and of its reference leave behind. Absent if not measured. */
  growth: v.optional(growthSchema),
  /** Seconds from spawn: medians over rounds. */
  startup: v.nullable(v.object({ ready: amount, firstByte: amount })),
  /** The size on disk and the number of the app's dependencies, for all runtimes together; and its build, timed once. */
  install: v.optional(
    v.nullable(v.object({ bytes: amount, packages: amount, buildSeconds: v.optional(amount) })),
  ),
  response: responseSchema,
  /** The packages besides the framework that serve the scenario. Absent if there are none. */
  libraries: v.optional(v.array(v.object({ name: v.string(), version: v.string() }))),
  /** The differences between the response and that of the floor. */
  differences: v.array(differenceSchema),
  warnings: v.array(warningSchema),
});
/** As `v.InferOutput`, whose check that this is a schema is too deep for TypeScript in the published types. */
export type Cell = NonNullable<(typeof cellFields)["~types"]>["output"];

/** Its type is named, because the types of a whole result are too deep for TypeScript. */
const cellSchema: v.GenericSchema<unknown, Cell> = cellFields;

export const resultSchema = v.object({
  schema: v.literal(RESULT_SCHEMA),
  run: v.object({
    id: v.string(),
    startedAt: v.string(),
    finishedAt: v.string(),
    seed: amount,
    profile: v.string(),
    git: v.nullable(v.object({ commit: v.string(), dirty: v.boolean() })),
    /** The amount that this run itself measured: wall seconds, seconds under load, and their share. */
    measured: v.object({
      /** The number of rounds, in duets and at fixed rates. */
      rounds: amount,
      /** The number of steps in sweeps and open loops. */
      steps: v.optional(amount),
      seconds: amount,
      underLoadSeconds: amount,
      underLoadShare: v.nullable(amount),
    }),
    load: settingsSchema.entries.load,
    /** The published benchmark whose matrix this is (`--like`). */
    like: v.optional(v.nullable(v.string())),
    /** The kinds of measurement and their settings. */
    ...modesEntries,
  }),
  machine,
  tools,
  /** The services; null if no scenario needed one. */
  services: v.nullable(servicesSchema),
  /**
   * The instances that measured it, in the order in which they began. An instance is a salted hash of the ids of
   * machine and boot, or of a label after `override:`.
   */
  instances: v.array(
    v.object({
      letter: v.string(),
      instance: instanceSchema,
      /** Its kernel, if instances have different builds of one version; `machine` has that of one of them. */
      kernel: v.optional(v.string()),
    }),
  ),
  /** The variation between instances, from duets that at least three measured. Absent with one instance. */
  between: v.optional(
    v.object({
      /** The standard deviation of a duet's ln(ratio) between instances. null if no three measured the same duet. */
      tau: v.nullable(amount),
      /** The degrees of freedom of tau squared. */
      df: v.nullable(amount),
      duets: v.array(
        v.object({
          new: v.string(),
          base: v.string(),
          scenario: v.string(),
          instances: amount,
          /** Cochran's Q: about `df` if the instances agree as well as their rounds allow. */
          q: amount,
          df: amount,
          /** The p value of Q, Holm-corrected over these duets. */
          p: share,
          tau: amount,
        }),
      ),
    }),
  ),
  /** The shards of a split run, in order. */
  shards: v.optional(
    v.array(
      v.object({
        /** The number of the shard, from 1. */
        index: amount,
        total: amount,
        /** The status. The cells of a `missing` shard have no metrics. */
        status: v.picklist(["ok", "missing"]),
        /** The id of the run; null if the shard is missing. */
        run: v.nullable(v.string()),
        /** The hash of the instance that completed the shard. */
        instance: v.nullable(v.string()),
        startedAt: v.nullable(v.string()),
        finishedAt: v.nullable(v.string()),
        /** The number of its cells, without those that every shard measures. */
        cells: amount,
      }),
    ),
  ),
  /** The floor of each runtime, by its name. */
  floors: byRuntime(v.string()),
  bridges: v.array(
    v.object({
      floor: v.string(),
      scenario: v.string(),
      instances,
      ...measuredRatio.entries,
      kinds: kindsSchema,
      /**
       * The ratio of the two floors beside the targets of their own runtimes, and the variance of the log ratio that
       * this bridge carries for it beyond that of every bridge. Absent if none is proven.
       */
      ownCells: v.optional(v.object({ ratio: v.number(), variance: amount })),
      warnings: v.array(warningSchema),
    }),
  ),
  noise: v.object({
    /** node-http/node against itself in the first scenario. The true ratio is 1. */
    aa: v.nullable(measuredRatio),
    /** Shares of a CPU's time: medians over rounds. */
    steal: v.nullable(amount),
    foreign: v.nullable(amount),
    pressure: v.nullable(amount),
  }),
  /** The relative margin of a tie: 0.05 means a ratio between 1 / 1.05 and 1.05. */
  margin: amount,
  /** The pairs of ranked cells in each scenario, by outcome. */
  differences: v.array(
    v.object({
      scenario: v.string(),
      pairs: amount,
      /** The number of pairs in which one cell is faster: significant after Holm's correction for all pairs. */
      decided: amount,
      /** The spread of a round that all cells and bridges of the scenario show together, and of which each has a part. */
      prior: priorSchema,
      /** The pairs proven to lie within the margin, by two one-sided tests at 5 %. */
      ties: v.array(pair),
      undecided: v.array(
        v.object({
          targets: pair,
          /** The number of further rounds per cell that would probably decide it; null if no number would. */
          rounds: v.nullable(amount),
        }),
      ),
    }),
  ),
  /**
   * The comparison of orders, or `versions` if the targets are versions in their order, which have no ranks. Absent if no
   * two scenarios rank two targets in common.
   */
  order: v.optional(v.union([v.literal("versions"), orderSchema])),
  /** The versions, and the steps between neighbours. Present exactly if `order` is `versions`. */
  history: v.optional(historySchema),
  cells: v.array(
    v.pipe(
      cellSchema,
      v.check(
        ({ rank, efficiency }) => rank === null || efficiency !== null,
        "a rank without an efficiency",
      ),
    ),
  ),
  /** Published metrics of frameworks that no longer run, shown if their nearest living kin is a cell. */
  retired: v.optional(v.array(retiredSchema)),
  warnings: v.array(warningSchema),
});
/** As `Cell`. */
export type Result = NonNullable<(typeof resultSchema)["~types"]>["output"];

/** Returns the prior with which a result judged a scenario; null if it has none of that name. */
export function priorIn({ differences }: Pick<Result, "differences">, scenario: string) {
  return differences.find((one) => one.scenario === scenario)?.prior ?? null;
}
