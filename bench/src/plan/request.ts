import * as v from "valibot";
import { modesRequestSchema } from "@deadheat/runner";

/**
 * The sources of replayed journals: any instance of this class of machine, only this instance, or none. With `off` no
 * journal is kept either.
 */
export const cacheModes = ["class", "instance", "off"] as const;
export type CacheMode = (typeof cacheModes)[number];

const words = v.nullish(v.pipe(v.array(v.string()), v.readonly()));

/** The options of a run, as far as they were given. plan.json keeps them for `--resume`. */
export const runRequestSchema = v.object({
  profile: v.string(),
  targets: words,
  scenarios: words,
  budgetSeconds: v.nullish(v.number()),
  /** The rounds of each cell, instead of those of the profile or the budget. */
  rounds: v.nullish(v.number()),
  /** The number of responses that warm up each server, instead of the default of each runtime. */
  warmupRequests: v.nullish(v.number()),
  windowSeconds: v.nullish(v.number()),
  seed: v.nullish(v.number()),
  /** The number of duets at once; as many as the machine has pairs of cores unless given. */
  parallel: v.nullish(v.number()),
  /** True if the servers of calibration/, whose true ratios are known, are targets too. */
  calibration: v.exactOptional(v.boolean()),
  /** The measures and their options; duets unless given. */
  modes: v.exactOptional(modesRequestSchema),
  /** The published benchmark whose matrix is measured. */
  like: v.nullish(v.string()),
  /** The shard that this machine measures, such as 2/5. */
  shard: v.nullish(v.string()),
  /** The sources of replayed journals; `class` by default if a remote cache works, else `instance`. */
  cache: v.nullish(v.picklist(cacheModes)),
  /** The relative margin of a tie. It changes words of the result, and no metric. */
  margin: v.nullish(v.number()),
});
export type RunRequest = v.InferOutput<typeof runRequestSchema>;
