import { revisionSchema, runtimes, warningSchema } from "@deadheat/journal";
import * as v from "valibot";

// The document that `compare` prints with --json. Base units throughout: seconds, shares of 1.

const bound = v.picklist(["server-bound", "generator-bound", "unsaturated"]);

/** What was measured of a server. */
const versionsSchema = v.object({
  /** Of its framework; null for a runtime's own server, and for one of the user's own. */
  framework: v.nullable(v.string()),
  /** Null: a program of which only its answers are known. */
  runtimeName: v.nullable(v.picklist(runtimes)),
  /** Of its runtime; null likewise. */
  runtime: v.nullable(v.string()),
  /** Null for what is no revision. Documents of before 2026-11-24 lack it. */
  revision: v.optional(v.nullable(revisionSchema)),
});
export type Versions = v.InferOutput<typeof versionsSchema>;

/** What the blocks of a comparison say: a is the base, b the new one, and every figure and word is about b. */
const judgementSchema = v.object({
  /** The efficiency of b over that of a: below 1 the new one is slower. */
  ratio: v.number(),
  lo: v.number(),
  hi: v.number(),
  /** Blocks. */
  n: v.number(),
  /** What a block took on average, everything around it included. */
  blockSeconds: v.number(),
  /**
   * Of [lo, hi]: 0.95, but with a gate that of the look where it stopped (stats, `levelAt`), so that the
   * intervals of all looks, and of all gates of the command, hold at once with 95 %.
   */
  confidence: v.number(),
  /**
   * Two-sided, of Student's t over the blocks, with a gate adjusted for its looks; the interval
   * excludes 1 exactly where p < 0.05. Where one command compares with several requests it is adjusted for that (Holm).
   */
  p: v.number(),
  /**
   * Two-sided, of the exact sign-flip test, which assumes no distribution; with a gate adjusted for its
   * looks. Null where a second stage took place: its size came from the first stage's spread,
   * which other signs would have changed, so the test is no longer exact.
   */
  signFlipP: v.nullable(v.number()),
  /** Of the two one-sided tests that the difference lies within the margin; with a gate adjusted for its looks. */
  equivalenceP: v.number(),
  /** About b: `faster` or `slower` where p < 0.05, else `dead-heat` where equivalenceP < 0.05. */
  verdict: v.picklist(["faster", "slower", "dead-heat", "undecided"]),
  /** A dead heat is a difference of less than this, relative: 0.02 is a ratio between 1 / 1.02 and 1.02. */
  margin: v.number(),
  /** Where it is undecided: with how many more it would probably be decided; null: with no number worth trying. */
  moreBlocks: v.nullable(v.number()),
  /** What kept each of the two from answering more; the ratio is of efficiencies and holds either way. */
  bound: v.object({ a: bound, b: bound }),
  /** Null without --gate. */
  gate: v.nullable(
    v.object({
      /** By how much b may be slower than a, as a share. */
      limit: v.number(),
      outcome: v.picklist(["passed", "failed", "undecided"]),
      confidence: v.number(),
      /** As above, for the gate's own question. */
      moreBlocks: v.nullable(v.number()),
    }),
  ),
  /** Null without --until. */
  until: v.nullable(
    v.object({
      halfWidth: v.number(),
      /** False: the budget ended it before; the interval is wider, and holds. */
      reached: v.boolean(),
      /** Blocks that the width asked for. */
      needed: v.number(),
    }),
  ),
});
export type Judgement = v.InferOutput<typeof judgementSchema>;

/**
 * The answer of `compare <base> <new>`, of either command: how the new one does against the base. In the journal
 * the base is the reference of each duet, the new one its target.
 */
export const comparisonSchema = v.object({
  /** The base. */
  a: v.string(),
  /** The new one. */
  b: v.string(),
  versions: v.object({ a: versionsSchema, b: versionsSchema }),
  /** The packages that two revisions load in different versions. Documents of before 2026-11-24 lack it. */
  packages: v.optional(v.array(v.object({ name: v.string(), a: v.string(), b: v.string() }))),
  /** What both were asked: a scenario's name, or a request's. */
  scenario: v.string(),
  ...judgementSchema.entries,
  warnings: v.array(warningSchema),
  /** The file that holds every block. */
  journal: v.string(),
});
export type Comparison = v.InferOutput<typeof comparisonSchema>;
