import { amount, share } from "@deadheat/journal";
import * as v from "valibot";
import { comparisonSchema } from "./comparison.ts";
import { limitNames } from "./metric.ts";

// The document that `gate --json` prints, from which the comment on a pull request is drawn. Base units throughout.

/** The version of the schema; raised when a reader of the old version would misread a document. */
export const GATED_SCHEMA = 4;

const sideSchema = v.object({
  /** The name in the output: `main`, `v5.0.0`, `tree` for the working tree. */
  name: v.string(),
  /** The full commit id; null for the working tree and for a side that is no revision. */
  commit: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/, "a commit's id"))),
});

const measuredSchema = v.object({
  ...comparisonSchema.entries,
  /** The server's name in the configuration; null if there is only one. */
  app: v.nullable(v.string()),
  /** The requests per CPU-second of each server: the median over the rounds. */
  requestsPerCpuSecond: v.object({ base: amount, new: amount }),
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
   * The outcome: `failed` if any metric of any comparison is certainly beyond its gate, else `undecided` if any is
   * undecided. `unmeasured` if the new side could not be measured or the control is off.
   */
  outcome: v.picklist(["passed", "failed", "undecided", "unmeasured"]),
  /** The reason that it is unmeasured, otherwise null. */
  reason: v.nullable(v.string()),
  /** The comparisons, one per server, runtime and request, judged together. */
  comparisons: v.array(measuredSchema),
  /** The base against itself, once per runtime and request, judged together. null if not asked for. */
  control: v.nullable(v.array(measuredSchema)),
  limits: v.object({
    /** The share by which the new side may be slower, unless its request has its own limit. null without a gate on cpu. */
    gate: v.nullable(share),
    /** The limits of other metrics, for `memory-growth` in bytes a response. Absent if there are none. */
    metrics: v.optional(v.array(v.object({ metric: v.picklist(limitNames), limit: amount }))),
    /** The source of the limit: the command's options, one of the two configurations, or the default. */
    from: v.picklist(["options", "base", "new", "default"]),
    /** The limits that the new side's configuration would change. They count only after the merge. */
    changes: v.array(
      v.object({
        /** The name of the request; null for the limit of all requests without their own. */
        request: v.nullable(v.string()),
        /** The metric; absent for cpu. */
        metric: v.optional(v.picklist(limitNames)),
        /** The limit, for `memory-growth` in bytes a response; null if the configuration sets none. */
        base: v.nullable(amount),
        new: v.nullable(amount),
      }),
    ),
    /** The other settings that the new side's configuration would change. Absent if none. */
    settings: v.optional(
      v.array(
        v.object({
          setting: v.picklist([
            "budget",
            "margin",
            "allow-different",
            "request",
            "target",
            "runtime",
          ]),
          /** The setting in words; null if the configuration does not set it, or does not have the request. */
          base: v.nullable(v.string()),
          new: v.nullable(v.string()),
        }),
      ),
    ),
    /** The reason that the base's configuration could not be read. null if it was read or does not exist. */
    unread: v.nullable(v.string()),
  }),
  /** The machine; null if nothing was measured. */
  machine: v.nullable(
    v.object({
      cpu: v.string(),
      cores: amount,
      kernel: v.string(),
      os: v.string(),
      oha: v.string(),
    }),
  ),
  /** The packages that the servers loaded in other versions or with other content; null if unknown. */
  loaded: v.nullable(
    v.object({
      /** The number of packages that the new servers loaded. */
      packages: amount,
      /** The changed packages. `.` is the server's own files. null if not loaded or without a version. */
      changed: v.array(v.object({ name: v.string(), base: version, new: version })),
    }),
  ),
  /** The command that measures the same again. */
  command: v.string(),
});
export type Gated = v.InferOutput<typeof gatedSchema>;
