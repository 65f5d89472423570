import * as v from "valibot";
import { modesRequestSchema } from "@deadheat/runner";

/**
 * The sources of replayed journals: any instance of this class of machine, only this instance, or none. With `off` no
 * journal is kept either.
 */
export const cacheModes = ["class", "instance", "off"] as const;
export type CacheMode = (typeof cacheModes)[number];

/** The options of a run; null if an option was not given. plan.json keeps them for `--resume`. */
export const runRequestSchema = v.object({
  profile: v.string(),
  targets: v.nullable(v.pipe(v.array(v.string()), v.readonly())),
  scenarios: v.nullable(v.pipe(v.array(v.string()), v.readonly())),
  budgetSeconds: v.nullable(v.number()),
  /** The blocks of each cell; null if the profile or the budget decides. */
  blocks: v.nullable(v.number()),
  /** The number of responses that warm up each server, on every runtime; null for the default of each runtime. */
  warmupAnswers: v.nullable(v.number()),
  windowSeconds: v.nullable(v.number()),
  seed: v.nullable(v.number()),
  /** True if the servers of calibration/, whose true ratios are known, are targets too. */
  calibration: v.exactOptional(v.boolean()),
  /** The measures and their options; duets unless given. */
  modes: v.exactOptional(modesRequestSchema),
  /** The published benchmark whose matrix is measured. */
  like: v.exactOptional(v.nullable(v.string())),
  /** The shard that this machine measures, such as 2/5; null or absent if the run has no shards. */
  shard: v.exactOptional(v.nullable(v.string())),
  /** The sources of replayed journals; null or absent for `class` if a remote cache works, else `instance`. */
  cache: v.exactOptional(v.nullable(v.picklist(cacheModes))),
  /** The relative margin of a dead heat. It changes words of the result, and no figure. */
  margin: v.exactOptional(v.nullable(v.number())),
});
export type RunRequest = v.InferOutput<typeof runRequestSchema>;
