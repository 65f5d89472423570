import { amount, ratio, warningSchema } from "@deadheat/journal";
import * as v from "valibot";
import { machineSchema } from "./compared.ts";
import { descendedSchema } from "./descended.ts";
import { reasonsSchema } from "./explained.ts";

// The document that `bisect --json` prints. Base units throughout: seconds, shares of 1.

/** The version of the schema; raised when a reader of the old version would misread a document. */
export const BISECTED_SCHEMA = 5;

const candidateSchema = v.object({
  /** The full id of the commit, or the version. */
  id: v.string(),
  name: v.string(),
  /** The author and the subject of a commit; null for versions. */
  author: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  /** The author's date, or the time of publication; null if unknown. */
  date: v.nullable(v.string()),
});
export type BisectedCandidate = v.InferOutput<typeof candidateSchema>;

/** The ratio of CPU time per request, later over earlier, with its 95 % interval: above 1 the later one is slower. */
const measuredSchema = v.object({ ratio, lo: ratio, hi: ratio, n: amount });
export type BisectedRatio = v.InferOutput<typeof measuredSchema>;

const changeSchema = v.object({
  /** The commit or version that changed the speed, and its predecessor, against which it was measured. */
  candidate: candidateSchema,
  parent: candidateSchema,
  /** The possible causes: `candidate` alone, or also the candidates before it that could not be measured, oldest first. */
  among: v.array(candidateSchema),
  /** The branch of the commit: that of the new end, or that of the base end. */
  side: v.picklist(["base", "new"]),
  /** The merge that brought the commit in; null if it lies on the line itself. */
  merge: v.nullable(candidateSchema),
  /** The change in the direction from base to new. On the branch of the base, this is the parent over the commit. */
  measured: measuredSchema,
  /** `unconfirmed` if duets of the two do not show the change that the search found. */
  state: v.picklist(["confirmed", "unconfirmed"]),
  /** Whether the change goes against the whole difference. */
  recovered: v.boolean(),
  /** The places of parent and candidate on the line. */
  from: amount,
  to: amount,
});
export type BisectedChange = v.InferOutput<typeof changeSchema>;

const triedSchema = v.object({
  candidate: candidateSchema,
  /** The place on the line: 0 is the base end. */
  at: amount,
  /** The ratio against the base end, which follows from all duets; null if it was not measured. */
  measured: v.nullable(measuredSchema),
  /** Where the search placed it; null for the ends and for candidates that decided nothing. */
  place: v.nullable(v.picklist(["before", "after", "between"])),
  /** The name of a candidate that loads the same code; null if there is none. */
  sameAs: v.nullable(v.string()),
  /** The reason that it could not be measured; null if it could. */
  skipped: v.nullable(v.string()),
});
export type BisectedTried = v.InferOutput<typeof triedSchema>;

export const bisectedSchema = v.object({
  schema: v.literal(BISECTED_SCHEMA),
  deadheat: v.string(),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The seconds of the search, without interruptions. */
  seconds: amount,
  kind: v.picklist(["commits", "versions", "runtimes"]),
  base: candidateSchema,
  new: candidateSchema,
  scenario: v.string(),
  /**
   * `found`: at least one change is listed. `same`, `undecided`: the ends perform the same, or no difference is proven.
   * `unfinished`: the budget, an interruption or an error ended the search, and there may be further changes.
   */
  outcome: v.picklist(["found", "same", "undecided", "unfinished"]),
  /** The difference of the ends. */
  whole: v.nullable(measuredSchema),
  /** The commit at which the branches of the ends split, and its ratio; null if the base is an ancestor of new. */
  fork: v.nullable(
    v.object({ candidate: candidateSchema, at: amount, measured: v.nullable(measuredSchema) }),
  ),
  changes: v.array(changeSchema),
  /** The difference that the confirmed changes leave; null without a confirmed change. */
  rest: v.nullable(v.object({ ratio, lo: ratio, hi: ratio })),
  /** All candidates that were measured or skipped, along the line. */
  tried: v.array(triedSchema),
  line: v.object({
    /** The number of candidates on the line, with both ends. */
    candidates: amount,
    /** The number of further commits, which touch no file that the server loads. */
    left: amount,
    rounds: amount,
  }),
  warnings: v.array(warningSchema),
  machine: machineSchema,
  command: v.string(),
  /** The way down from the largest change to its lines; absent with `--depth commit`, and before a change is confirmed. */
  descended: v.optional(descendedSchema),
  /** The reasons of the largest change; absent without --explain. */
  explained: v.optional(reasonsSchema),
});
export type Bisected = v.InferOutput<typeof bisectedSchema>;
