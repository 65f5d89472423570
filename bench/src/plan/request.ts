import * as v from "valibot";
import { modesRequestSchema } from "@deadheat/runner";

/**
 * Whose journals a run replays: those of any instance of this class of machine, of this instance alone, or nobody's. With
 * `off` no journal is kept either.
 */
export const cacheModes = ["class", "instance", "off"] as const;
export type CacheMode = (typeof cacheModes)[number];

/** The options of a run; null if an option is left open. plan.json keeps them for `--resume`. */
export const runRequestSchema = v.object({
  profile: v.string(),
  targets: v.nullable(v.pipe(v.array(v.string()), v.readonly())),
  scenarios: v.nullable(v.pipe(v.array(v.string()), v.readonly())),
  budgetSeconds: v.nullable(v.number()),
  /** The blocks of each cell; null if the profile or the budget decides. */
  blocks: v.nullable(v.number()),
  /** Answers that warm each server, on whichever runtime. */
  warmupAnswers: v.nullable(v.number()),
  windowSeconds: v.nullable(v.number()),
  seed: v.nullable(v.number()),
  /** Also the servers of calibration/, of which the truth is known; missing: only apps. */
  calibration: v.exactOptional(v.boolean()),
  /** Which measures, and how; missing: duets. */
  modes: v.exactOptional(modesRequestSchema),
  /** The published benchmark whose matrix is to be taken. */
  like: v.exactOptional(v.nullable(v.string())),
  /** Which part of the run is measured here: 2/5; null or missing: all of it. */
  shard: v.exactOptional(v.nullable(v.string())),
  /** Whose journals are replayed; null or missing: as there is a remote cache or not. */
  cache: v.exactOptional(v.nullable(v.picklist(cacheModes))),
  /** How close to each other a dead heat is, relative. It changes words of the result, and nothing that is measured. */
  margin: v.exactOptional(v.nullable(v.number())),
});
export type RunRequest = v.InferOutput<typeof runRequestSchema>;
