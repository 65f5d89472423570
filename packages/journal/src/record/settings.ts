import * as v from "valibot";
import { servicesSchema } from "./services.ts";
import { warmupSchema } from "./warm-up.ts";
import {
  blocksSchema,
  costSettingsSchema,
  duetsOnly,
  latencySettingsSchema,
  measures,
  sweepSettingsSchema,
  type Modes,
} from "./measures.ts";

const loadEntries = {
  windowSeconds: v.number(),
  /** Per server. */
  connections: v.number(),
  /** Per generator. */
  workerThreads: v.number(),
};

/**
 * Everything that decides what a block is. The same settings reach every duet of a run, and they
 * are, word for word, part of turbo's cache key (turbo.json): what is not in here cannot change a
 * figure, or must be a file that turbo hashes.
 */
export const settingsSchema = v.object({
  profile: v.string(),
  scenarios: v.array(v.string()),
  /** Of duets; fewer where time is short. */
  blocks: blocksSchema,
  /** Further blocks for duets whose first ones spread too far, by Stein's two-stage rule; null: none. */
  precision: v.nullable(
    v.object({
      /** Of the 95 % interval, relative: 0.04 is 4 % on either side. */
      halfWidth: v.number(),
      /** All duets of a run have together at most so many beyond the planned ones. */
      spare: v.number(),
    }),
  ),
  /** Duets are measured for no longer, but for at least `MINIMUM_BLOCKS` of each; null: as long as they take. */
  withinSeconds: v.nullable(v.number()),
  /** Processes that only spin beside the servers, on their CPU: what a slow machine does to figures. */
  ballast: v.optional(v.number()),
  load: v.object({ warmup: warmupSchema, ...loadEntries }),
  /** Missing in runs from before there was anything but duets. */
  measure: v.optional(v.array(v.picklist(measures))),
  /** Null where it is not measured. */
  sweep: v.optional(v.nullable(sweepSettingsSchema)),
  latency: v.optional(v.nullable(latencySettingsSchema)),
  cost: v.optional(v.nullable(costSettingsSchema)),
  /** Missing where no scenario needs one. */
  services: v.optional(servicesSchema),
  /** Of what every shard of a split run measures, which shard this is: 2/5. Missing everywhere else. */
  shard: v.optional(v.string()),
  /** Only a seed that the user asked for: a drawn one must not defeat the cache. */
  seed: v.nullable(v.number()),
  machine: v.object({
    fingerprint: v.string(),
    cpu: v.string(),
    cores: v.number(),
    memory: v.number(),
    kernel: v.string(),
    os: v.string(),
    libc: v.optional(v.nullable(v.string())),
    pinning: v.object({
      mode: v.picklist(["taskset", "none"]),
      server: v.array(v.number()),
      generators: v.array(v.number()),
      batch: v.optional(v.boolean()),
      reason: v.nullable(v.string()),
    }),
  }),
  tools: v.object({
    oha: v.object({ version: v.string(), sha256: v.string() }),
    node: v.object({ version: v.string(), sha256: v.string() }),
    bun: v.object({ version: v.string(), sha256: v.string() }),
    deno: v.object({ version: v.string(), sha256: v.string() }),
  }),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

/** As journals and results hold them: those of before 2026-11-23 were warmed by the clock, for so many seconds. */
export const recordedSettingsSchema = v.object({
  ...settingsSchema.entries,
  load: v.object({
    warmup: v.optional(warmupSchema),
    warmupSeconds: v.optional(v.number()),
    ...loadEntries,
  }),
  withinSeconds: v.optional(v.nullable(v.number())),
});
export type RecordedSettings = v.InferOutput<typeof recordedSettingsSchema>;
export type Load = Settings["load"];
export type Precision = Settings["precision"];

/** Which measures these settings are for. */
export function modesOf({ measure, sweep, latency, cost }: RecordedSettings): Modes {
  return {
    measure: measure ?? duetsOnly.measure,
    sweep: sweep ?? null,
    latency: latency ?? null,
    cost: cost ?? null,
  };
}
