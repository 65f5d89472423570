import { amount, ratio, runtimes, share } from "@deadheat/journal";
import * as v from "valibot";

/** The versions of one server on one runtime, each measured against the same reference. */
const seriesSchema = v.object({
  /** A unique name: `hono/node`, `server.ts/bun`. */
  name: v.string(),
  runtime: v.picklist(runtimes),
  /** The target that all versions of the series were measured against, which is one of them. */
  reference: v.string(),
});

const versionSchema = v.object({
  target: v.string(),
  series: v.string(),
  /** The name in a drawing: `4.12.0`, `v5.0.1`, `a1b2c3d`. */
  label: v.string(),
  /** The server as `deadheat compare` takes it. */
  spec: v.string(),
  /** The time of the release or of the commit; null if it is not known. */
  releasedAt: v.nullable(v.string()),
  /** The full id of its commit; null if the version is not a revision. */
  commit: v.nullable(v.string()),
});

/** Two neighbours of a series, and the verdict about the newer one. */
const stepSchema = v.object({
  series: v.string(),
  scenario: v.string(),
  /** The older target. */
  base: v.string(),
  /** The newer target. */
  new: v.string(),
  /** The CPU time per request of the newer version over the older one, with its 95 % interval, which is not corrected. */
  ratio,
  /** null if no run measured both, and the variance between runs is unknown. */
  lo: v.nullable(ratio),
  hi: v.nullable(ratio),
  /** The p value of a difference, Holm-corrected for all steps of the history. */
  p: share,
  /** The p value of a tie, corrected likewise. */
  equivalenceP: share,
  verdict: v.picklist(["faster", "slower", "same", "undecided"]),
  /** The further rounds of each version that would probably settle it; null if decided or out of reach. */
  rounds: v.nullable(amount),
  /** true if no run measured both. The interval then includes the variance between runs. */
  across: v.boolean(),
});
export type Step = v.InferOutput<typeof stepSchema>;

/** The history of a result whose `order` is `versions`. */
const schema = v.object({
  /** The versions as the user named them: `hono@4.10..4.13`. */
  subject: v.string(),
  /** The options that a comparison of two of the versions needs: `--app`, `server.ts`. */
  options: v.array(v.string()),
  /** `then` if each version was measured with its dependencies of the day of its release. Absent for those of the run's day. */
  dependencies: v.optional(v.literal("then")),
  /** A digest of what the versions share: the app, the requests and their responses, the version of deadheat. */
  shared: v.string(),
  series: v.array(seriesSchema),
  /** The versions by series, the oldest first. */
  versions: v.array(versionSchema),
  /** The steps between neighbours that were both measured, by series and scenario, the oldest first. */
  steps: v.array(stepSchema),
  /**
   * The variation between runs, from the versions that several runs measured: the standard deviation of ln(ratio), and its
   * degrees of freedom. Absent in a history of one run; null if no two runs measured the same version.
   */
  betweenRuns: v.optional(v.nullable(v.object({ tau: amount, df: amount }))),
});
export type History = v.InferOutput<typeof schema>;

/** Its type is named, because the types of a whole result are too deep for TypeScript. */
export const historySchema: v.GenericSchema<unknown, History> = schema;

/** The part of a history that is known before anything is measured. */
export type HistoryFacts = Omit<History, "steps" | "betweenRuns">;
