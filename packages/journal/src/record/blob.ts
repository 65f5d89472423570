import * as v from "valibot";
import { runtimes } from "../runtimes/list.ts";

/** The version of a blob's header. Raise it if a reader of the old version would be wrong. */
export const BLOB_SCHEMA = 2;

/** The largest number of shards that `--shard` accepts. */
const MOST_SHARDS = 9999;

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_SHARDS));

/** The fingerprint becomes the name of a folder. */
const fingerprint = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, "16 hexadecimal digits"));

/** The name of a cell, such as `express/node text`. */
const cell = v.pipe(v.string(), v.regex(/^\S+ \S+$/, "a target and a scenario"));

/** A cell of a shard without a journal, and the reason. */
const missingSchema = v.object({
  target: v.string(),
  framework: v.string(),
  runtime: v.picklist(runtimes),
  version: v.string(),
  scenario: v.string(),
  status: v.picklist(["failed", "unsupported"]),
  reason: v.string(),
});

/** The first record of a blob, which a shard leaves. All journals of the shard follow it. */
export const blobRecordSchema = v.object({
  type: v.literal("blob"),
  schema: v.literal(BLOB_SCHEMA),
  /** The hash of the plan of all shards together, without the parts that differ by machine. */
  plan: v.string(),
  shard: v.pipe(
    v.object({ index: count, total: count }),
    v.check(({ index, total }) => index <= total, "its index is larger than its total"),
  ),
  /** The SHA-256 of everything below this line. */
  sha256: v.string(),
  /** The fingerprint of the machine, as in settings. */
  fingerprint,
  /** The instance that completed the blob. */
  instance: v.string(),
  /** The versions that all shards must share, by name: tools, runtimes, targets with their sources, the harness. */
  versions: v.record(v.string(), v.string()),
  run: v.object({
    id: v.string(),
    startedAt: v.string(),
    finishedAt: v.string(),
    profile: v.string(),
    git: v.nullable(v.object({ commit: v.string(), dirty: v.boolean() })),
    like: v.nullable(v.string()),
    seconds: v.pipe(v.number(), v.finite(), v.minValue(0)),
  }),
  scenarios: v.array(v.string()),
  /** The cells that every shard measures, and then the cells of each shard. */
  shared: v.array(cell),
  own: v.pipe(v.array(v.array(cell)), v.maxLength(MOST_SHARDS)),
  missing: v.array(missingSchema),
});
export type BlobRecord = v.InferOutput<typeof blobRecordSchema>;
