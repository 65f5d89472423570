import * as v from "valibot";
import { cacheModes } from "./cache-mode.ts";
import { modesRequestSchema } from "@deadheat/runner";

/** What the user asked of a run; null: left open. Kept in plan.json, for `--resume`. */
export const runRequestSchema = v.object({
  profile: v.string(),
  targets: v.nullable(v.pipe(v.array(v.string()), v.readonly())),
  scenarios: v.nullable(v.pipe(v.array(v.string()), v.readonly())),
  budgetSeconds: v.nullable(v.number()),
  /** Of each cell; null: as the profile or the budget says. */
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
  /** Of a dead heat, relative: a matter of the result's words, not of what is measured. */
  margin: v.exactOptional(v.nullable(v.number())),
});
export type RunRequest = v.InferOutput<typeof runRequestSchema>;
