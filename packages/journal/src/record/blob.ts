import * as v from "valibot";
import { runtimes } from "../runtimes.ts";

/** The version of a blob's header; raised when a reader of the old one would be wrong. */
export const BLOB_SCHEMA = 1;

/** A cell of a shard that has no journal, and why. */
const missingSchema = v.object({
  target: v.string(),
  framework: v.string(),
  runtime: v.picklist(runtimes),
  version: v.string(),
  scenario: v.string(),
  status: v.picklist(["failed", "unsupported"]),
  reason: v.string(),
});

/** The first record of a blob, which is what one shard leaves: below it are all of the shard's journals. */
export const blobRecordSchema = v.object({
  type: v.literal("blob"),
  schema: v.literal(BLOB_SCHEMA),
  /** Hash of what was to be measured, by all shards together, as far as it does not differ by machine. */
  plan: v.string(),
  shard: v.object({ index: v.number(), total: v.number() }),
  /** Of everything below this line, SHA-256. */
  sha256: v.string(),
  /** The machine's, as in settings. */
  fingerprint: v.string(),
  /** Which one of them completed it. */
  instance: v.string(),
  /** What all shards must have in common, by name: tools, runtimes, targets with their sources, the harness. */
  versions: v.record(v.string(), v.string()),
  run: v.object({
    id: v.string(),
    startedAt: v.string(),
    finishedAt: v.string(),
    profile: v.string(),
    git: v.nullable(v.object({ commit: v.string(), dirty: v.boolean() })),
    like: v.nullable(v.string()),
    seconds: v.number(),
  }),
  scenarios: v.array(v.string()),
  /** What every shard measures, and what each does besides: `express/node text`. */
  shared: v.array(v.string()),
  own: v.array(v.array(v.string())),
  missing: v.array(missingSchema),
});
export type BlobRecord = v.InferOutput<typeof blobRecordSchema>;
