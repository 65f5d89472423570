import { amount, ratio, warningSchema } from "@deadheat/journal";
import * as v from "valibot";
import { reasonsSchema } from "./explained.ts";

// The document that `bisect --json` prints. Base units throughout: seconds, shares of 1.

/** The version of the schema; raised when a reader of the old version would misread a document. */
export const BISECTED_SCHEMA = 2;

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

/** The ratio of efficiencies with its 95 % interval: below 1 the later one is slower. */
const measuredSchema = v.object({ ratio, lo: ratio, hi: ratio, n: amount });
export type BisectedRatio = v.InferOutput<typeof measuredSchema>;

const stepSchema = v.object({
  /** The commit or version that makes the step, and its predecessor, against which it was measured. */
  candidate: candidateSchema,
  parent: candidateSchema,
  /**
   * The candidates of which one makes the step: `candidate` alone, or with those before it that could not be measured, oldest
   * first.
   */
  among: v.array(candidateSchema),
  /** The branch of the commit: that of the new end, or that of the base end. */
  side: v.picklist(["base", "new"]),
  /** The merge that brought the commit in; null if it lies on the line itself. */
  merge: v.nullable(candidateSchema),
  /** The step in the direction from base to new. On the branch of the base, this is the parent over the commit. */
  measured: measuredSchema,
  /** `unconfirmed`: the duets of both do not show the step that the search has found. */
  state: v.picklist(["confirmed", "unconfirmed"]),
  /** Whether the step goes against the whole difference. */
  wonBack: v.boolean(),
  /** The places of parent and candidate on the line. */
  from: amount,
  to: amount,
});
export type BisectedStep = v.InferOutput<typeof stepSchema>;

const triedSchema = v.object({
  candidate: candidateSchema,
  /** The place on the line: 0 is the base end. */
  at: amount,
  /** The ratio against the base end, which follows from all duets; null if it was not measured. */
  measured: v.nullable(measuredSchema),
  /** The level that the search placed it at; null for the ends and for candidates that decided nothing. */
  place: v.nullable(v.picklist(["before", "behind", "between"])),
  /** The name of a candidate that loads the same code; null if there is none. */
  sameAs: v.nullable(v.string()),
  /** The reason that it could not be measured; null if it could. */
  skipped: v.nullable(v.string()),
});
export type BisectedTried = v.InferOutput<typeof triedSchema>;

export const bisectedSchema = v.object({
  schema: v.literal(BISECTED_SCHEMA),
  /** The version of deadheat that measured it. */
  deadheat: v.string(),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The seconds of the search, without interruptions. */
  seconds: amount,
  kind: v.picklist(["commits", "versions", "runtimes"]),
  base: candidateSchema,
  new: candidateSchema,
  /** The name of the request. */
  scenario: v.string(),
  /**
   * `found`: steps are named. `same`, `undecided`: the ends do not differ, or not provably. `unfinished`: the budget
   * ended the search.
   */
  outcome: v.picklist(["found", "same", "undecided", "unfinished"]),
  /** The difference of the ends. */
  whole: v.nullable(measuredSchema),
  /** The commit at which the branches of the ends part, and its ratio; null if the base is an ancestor of new. */
  fork: v.nullable(
    v.object({ candidate: candidateSchema, at: amount, measured: v.nullable(measuredSchema) }),
  ),
  /** The steps, along the line. */
  steps: v.array(stepSchema),
  /** The difference that the confirmed steps leave; null without such steps. */
  rest: v.nullable(v.object({ ratio, lo: ratio, hi: ratio })),
  /** All candidates that were measured or skipped, along the line. */
  tried: v.array(triedSchema),
  line: v.object({
    /** The number of candidates on the line, with both ends. */
    candidates: amount,
    /** The number of commits that are not on the line, because they change nothing that the server loads. */
    left: amount,
    /** The number of rounds that were measured. */
    rounds: amount,
  }),
  warnings: v.array(warningSchema),
  machine: v.object({
    cpu: v.string(),
    cores: amount,
    kernel: v.string(),
    os: v.string(),
    oha: v.string(),
  }),
  /** The command that searches again. */
  command: v.string(),
  /** The reasons of the largest step; absent without --explain. */
  explained: v.optional(reasonsSchema),
});
export type Bisected = v.InferOutput<typeof bisectedSchema>;
