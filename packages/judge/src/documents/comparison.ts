import {
  amount,
  revisionSchema,
  runtimes,
  servedBySchema,
  share,
  warningSchema,
} from "@deadheat/journal";
import * as v from "valibot";
import { dearerInSchema } from "./dearer.ts";
import { reasonsSchema } from "./explained.ts";
import { metricSchema, testedEntries } from "./metric.ts";
import { timeRatioSchema } from "./ranking.ts";
import { growthSchema } from "./growth.ts";
import { kindsSchema } from "./kinds.ts";

// One comparison of a document: one request on both servers. Base units throughout: seconds, bytes, shares of 1.

const bottleneck = v.picklist(["server", "generator", "neither"]);

const versionsSchema = v.object({
  /** The version of the framework. null for a runtime's own server and for the user's own server. */
  framework: v.nullable(v.string()),
  /** The runtime. null for a program of which only the responses are known. */
  runtimeName: v.nullable(v.picklist(runtimes)),
  /** The version of the runtime; null likewise. */
  runtime: v.nullable(v.string()),
  /** The server of an app that its file exports; null for a server that listens by itself. Absent if not known. */
  servedBy: v.optional(v.nullable(servedBySchema)),
  /** The revision; null for a side that is none. Absent if not known. */
  revision: v.optional(v.nullable(revisionSchema)),
});
export type Versions = v.InferOutput<typeof versionsSchema>;

/**
 * The judgement on a comparison. Every metric and verdict is about the new server. The ratio and its verdict are those of
 * the metric `cpu`, inverted: responses per CPU-second instead of CPU-seconds per response, so below 1 the new server is slower.
 */
const judgementSchema = v.object({
  ...testedEntries,
  /** The CPU time per request, new over base: above 1 the new server is slower, as in every document. It is 1 / ratio. */
  timeRatio: timeRatioSchema,
  /** The average seconds of a round, including everything around it. */
  roundSeconds: amount,
  /** The seconds before the first round, in which each server was started once and its warm-up was found. */
  preparedSeconds: v.optional(amount),
  /** The verdict on the new server: `faster` or `slower` if p < 0.05, otherwise `same` if equivalenceP < 0.05. */
  verdict: v.picklist(["faster", "slower", "same", "undecided"]),
  kinds: kindsSchema,
  /**
   * The share of starts below which a mode may not have been seen in these rounds, with a chance of 5 %.
   */
  unseenShare: v.optional(share),
  /** The part that limited each server's throughput. The ratio compares efficiencies, so it is valid either way. */
  bottleneck: v.object({ base: bottleneck, new: bottleneck }),
  /** The width of the interval; null without --until. */
  until: v.nullable(
    v.object({
      halfWidth: amount,
      /** false if the budget ended the comparison first. The interval is then wider, and still valid. */
      reached: v.boolean(),
      /** The number of rounds that the width requires. */
      needed: amount,
    }),
  ),
  /** The metrics, `cpu` first. */
  metrics: v.array(metricSchema),
  /** The memory that responses leave behind; absent unless it was measured. */
  growth: v.optional(growthSchema),
});
export type Judgement = v.InferOutput<typeof judgementSchema>;

const serviceUseSchema = v.object({
  name: v.string(),
  /** The version; empty if it is not known. */
  version: v.string(),
  /** The origin of the service: a package, a program, or the variable that named it. */
  source: v.string(),
  /** The CPUs that it used on average under load, beside those of the servers; null if its process is not known. */
  cpus: v.nullable(amount),
});
/** A service of both servers, such as a database. It does not run on the CPU of the servers. */
export type ServiceUse = v.InferOutput<typeof serviceUseSchema>;

export const comparisonSchema = v.object({
  /** The server's name in the configuration; null if there is only one. */
  app: v.nullable(v.string()),
  base: v.string(),
  new: v.string(),
  versions: v.object({ base: versionsSchema, new: versionsSchema }),
  /** The packages that two revisions load in different versions. Absent for other servers. */
  packages: v.optional(v.array(v.object({ name: v.string(), base: v.string(), new: v.string() }))),
  /** The name of the scenario or request. */
  scenario: v.string(),
  /** The requests of one load that draws from several, none of which was tested alone. Absent for a single request. */
  together: v.optional(v.array(v.string())),
  ...judgementSchema.entries,
  /** The load of every round. Missing in documents of fixed targets, and for a mix. */
  load: v.optional(
    v.object({
      /** The responses that warmed each server, and the CPU seconds that were enough too; null if none were. */
      warmupRequests: amount,
      warmupCpuSeconds: v.nullable(amount),
      connections: amount,
      windowSeconds: amount,
      /** The requests per second at which the latency was measured; absent for the default of 2,000. */
      rate: v.optional(amount),
    }),
  ),
  /** The services of the servers. Absent without services. */
  services: v.optional(v.array(serviceUseSchema)),
  warnings: v.array(warningSchema),
  /** The path of the file that holds every round. */
  journal: v.string(),
  /** The reasons of the difference; absent without --explain. */
  explained: v.optional(reasonsSchema),
  /** The code that became more expensive by more than a small share of a request. Absent unless asked for. */
  functions: v.optional(dearerInSchema),
});
export type Comparison = v.InferOutput<typeof comparisonSchema>;
