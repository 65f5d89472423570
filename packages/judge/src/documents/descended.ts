import { amount, ratio } from "@deadheat/journal";
import * as v from "valibot";

// The way from a difference down to the lines that make it, and what taking them back gives back: a part of the document of
// `bisect`. Shares are of the difference of `base` and `new`: 1 is all of it.

/** How far down a search goes: to the commit, the package, the release of the package, or the lines. */
export const depths = ["commit", "package", "release", "code"] as const;
export type Depth = (typeof depths)[number];

/** A share with its 95 % interval by Fieller's method; a limit is null if the difference is too uncertain to bound it. */
const shareSchema = v.object({
  share: v.number(),
  lo: v.nullable(v.number()),
  hi: v.nullable(v.number()),
});

const exchangedSchema = v.object({
  /** The package; `.` for the user's own code. */
  name: v.string(),
  /** The versions on both sides; null for code without a version. */
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
});
export type Exchanged = v.InferOutput<typeof exchangedSchema>;

const descentStepSchema = v.object({
  level: v.picklist(["package", "release", "commit"]),
  ...exchangedSchema.entries,
  /** The other packages that had to be exchanged at once, because the server does not run with one of them alone. */
  together: v.array(exchangedSchema),
  /** The ratio of CPU time per request with this step over that without it. */
  measured: v.object({ ratio, lo: ratio, hi: ratio, n: amount }),
  share: shareSchema,
  /** true if the search went on from this step: the largest one of its level. */
  followed: v.boolean(),
});
export type DescentStep = v.InferOutput<typeof descentStepSchema>;

const linesSchema = v.object({
  /** The line groups that were taken back, and all that differ. */
  groups: amount,
  of: amount,
  files: v.array(v.string()),
  functions: v.array(v.string()),
  /** The difference that the lines make, as git prints it. */
  diff: v.string(),
});

const proofSchema = v.object({
  /** `version`: the new server with the old versions. `lines`: the new server with old lines. */
  kind: v.picklist(["version", "lines"]),
  /** The packages whose versions or lines were taken back. */
  of: v.array(exchangedSchema),
  /** The share of the difference that is gone. */
  share: shareSchema,
  /** The new server over the one with something taken back; null if that one loads the same code as the base. */
  measured: v.nullable(v.object({ ratio, lo: ratio, hi: ratio, n: amount })),
  lines: v.nullable(linesSchema),
});
export type Proof = v.InferOutput<typeof proofSchema>;

/**
 * The reason that a search went no deeper. `files-unseen`: the runtime does not say what a server loads. `same-code`: both load
 * the same packages and own files. `data`: so they do, and files differ that they may read. `undecided`: no part is proven to
 * make the difference. `native`: native code has no lines. `no-lines`: no line of a file that both load differs. `not-in-lines`:
 * no set of lines gives the difference back. `runtime`: runtimes have no packages. `failed`: the registry, git or a server
 * failed. `unfinished`: the budget or a signal ended a search that can be resumed. `early`: the time of a proof or a signal
 * ended it.
 */
export const endings = [
  "files-unseen",
  "same-code",
  "data",
  "undecided",
  "native",
  "no-lines",
  "not-in-lines",
  "runtime",
  "failed",
  "unfinished",
  "early",
] as const;

export const descendedSchema = v.object({
  base: v.string(),
  new: v.string(),
  /** The difference whose shares the others are. null if nothing was measured yet. */
  whole: v.nullable(v.object({ ratio, lo: ratio, hi: ratio, n: amount })),
  steps: v.array(descentStepSchema),
  /** The packages that only the new server loads. */
  brings: v.array(v.object({ name: v.string(), version: v.nullable(v.string()) })),
  proofs: v.array(proofSchema),
  /** The reason that the new server with the old version alone could not be measured; null if it was, or was not tried. */
  unproven: v.nullable(v.string()),
  /** The line groups that were left when the search for lines ended early; null if it did not. */
  narrowed: v.nullable(v.object({ groups: amount, of: amount, files: v.array(v.string()) })),
  /** The parts of the runtime that differ, such as V8: no proof that they are the cause. */
  components: v.array(v.object({ name: v.string(), base: v.string(), new: v.string() })),
  ended: v.nullable(v.object({ code: v.picklist(endings), reason: v.nullable(v.string()) })),
  /** The name of the file with the difference of the lines, beside the document; null for none. */
  patch: v.nullable(v.string()),
});
export type Descended = v.InferOutput<typeof descendedSchema>;
