import * as v from "valibot";
import { comparisonSchema } from "./comparison.ts";

// The document that `gate` prints with --json, and from which the comment of a pull request is drawn. Base units throughout.

/** Its version; raised when a reader of the old one would be wrong. */
export const GATED_SCHEMA = 1;

/** One of the two that were compared. */
const sideSchema = v.object({
  /** As output calls it: `main`, `v5.0.0`, `tree` for the working tree. */
  name: v.string(),
  /** In full; null for what is no revision, and for the working tree. */
  commit: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/, "a commit's id"))),
});

const measuredSchema = v.object({
  ...comparisonSchema.entries,
  /** Of the configuration's servers, where there are several. */
  app: v.nullable(v.string()),
  /** Of each server, the median over the blocks. */
  requestsPerCpuSecond: v.object({ a: v.number(), b: v.number() }),
});
/** A comparison of a gate. Its journal is relative to the run's folder. */
export type MeasuredComparison = v.InferOutput<typeof measuredSchema>;

const version = v.nullable(v.string());

export const gatedSchema = v.object({
  schema: v.literal(GATED_SCHEMA),
  /** The version of deadheat that measured it. */
  deadheat: v.string(),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  base: sideSchema,
  new: sideSchema,
  /**
   * `failed` where one is certainly slower than its gate allows, else `undecided` where one is; `unmeasured` where nothing
   * is known of the new one: it could not be measured, or the control is off.
   */
  outcome: v.picklist(["passed", "failed", "undecided", "unmeasured"]),
  /** Why it is unmeasured; null: it is not. */
  reason: v.nullable(v.string()),
  /** Of each server, on each runtime, for each request; judged together. */
  comparisons: v.array(measuredSchema),
  /** The base against itself, once a runtime and request, judged together; null: not asked for. */
  control: v.nullable(v.array(measuredSchema)),
  limits: v.object({
    /** By how much the new one may be slower where its request says nothing else, as a share. */
    gate: v.number(),
    /** Who says so: the command's options, one of the two configurations, or nobody. */
    from: v.picklist(["options", "base", "new", "default"]),
    /** What the new one's configuration would change, which counts only once it is merged. */
    changes: v.array(
      v.object({
        /** By its name; null: where a request says nothing else. */
        request: v.nullable(v.string()),
        /** Null: nothing is said. */
        base: v.nullable(v.number()),
        new: v.nullable(v.number()),
      }),
    ),
    /** Why the base's configuration could not be asked; null: it could, or has none. */
    unread: v.nullable(v.string()),
  }),
  /** Null: nothing was measured. */
  machine: v.nullable(
    v.object({
      cpu: v.string(),
      cores: v.number(),
      kernel: v.string(),
      os: v.string(),
      oha: v.string(),
    }),
  ),
  /** Which packages the servers loaded in other versions, or with other content; null: not known. */
  loaded: v.nullable(
    v.object({
      /** How many packages the new ones loaded. */
      packages: v.number(),
      /** `.` is the server's own files; null: not loaded, or without a version. */
      changed: v.array(v.object({ name: v.string(), base: version, new: version })),
    }),
  ),
  /** What measures the same again. */
  command: v.string(),
});
export type Gated = v.InferOutput<typeof gatedSchema>;
