import type { HistoryCommit } from "@deadheat/versions";
import type { Spec } from "../plan/spec.ts";
import type { Installed } from "../ready/installed.ts";

/** A point of the line: a server in one commit, in one version of its package, or on one version of its runtime. */
export interface Candidate {
  /** The identity: a commit's id, or a version. */
  readonly id: string;
  /** The name in output: `v4.12.0` at an end, otherwise `1a2b3c4` or a version. */
  readonly name: string;
  readonly spec: Spec;
  /** The commit that makes this point differ from its neighbor on the side of the fork; null for versions and the fork. */
  readonly commit: HistoryCommit | null;
  /** The absolute path of the app's file, as the commit calls it; null for that of the options. */
  readonly app: string | null;
  /** The time of publication; null if unknown, and for commits. */
  readonly date: string | null;
  /** Makes the server of a variant of another candidate; absent for a candidate that its spec describes. */
  readonly make?: () => Promise<Installed>;
}

export interface CandidateLine {
  readonly kind: "commits" | "versions" | "runtimes" | "parts";
  readonly candidates: readonly Candidate[];
  /** The index of the commit at which two branches split; null if the base end is an ancestor of the new end. */
  readonly fork: number | null;
  /** As in the judge's line. */
  readonly ranks?: readonly number[];
  /** The number of commits that are not on the line, because they touch no file that the server loads. */
  readonly left: number;
}

export function isEnd({ candidates }: CandidateLine, at: number): boolean {
  return at === 0 || at === candidates.length - 1;
}

/** Returns the index of the candidate that makes the difference between two neighbors of a line. */
export function causeOf(
  { fork }: Pick<CandidateLine, "fork">,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  // Before the fork the line goes back in time, so the later commit is the earlier point.
  return fork !== null && to <= fork ? from : to;
}
