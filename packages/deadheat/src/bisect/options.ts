import type { Bisected, Depth } from "@deadheat/judge";
import type { CompareOptions } from "../plan/options.ts";

/** The options of a search. Only `base` is required. */
export interface BisectOptions extends Omit<
  CompareOptions,
  "aa" | "parallel" | "targets" | "runtimes" | "rounds" | "gate" | "until" | "base" | "new"
> {
  /** The older end: a revision, a package in a version, or a server on a runtime in a version. */
  readonly base: string;
  /** The newer end, of the same kind; HEAD unless given. */
  readonly new?: string | undefined;
  /** The slowdown or speedup, as a share, from which a candidate counts as changed. Default: half the whole difference. */
  readonly threshold?: number | null | undefined;
  /** Looks for every change above this size, as a share, and not only for the largest. */
  readonly all?: number | null | undefined;
  /** Whether to stop at a merge, without a search of its branch. */
  readonly firstParent?: boolean | undefined;
  /** How far down to go from the largest change: to the commit, the package, its release, or the lines. Default: `package`. */
  readonly depth?: Depth | undefined;
  /** Whether to continue the latest unfinished search with these arguments, or the one in `out`. */
  readonly resume?: boolean | undefined;
  /** Receives all that was found so far if an error or the signal ends the search, before `bisect` rejects. */
  readonly onUnfinished?: ((result: BisectResult) => void) | undefined;
}

/** The result of a search: the document, and its files. */
export interface BisectResult {
  readonly document: Bisected;
  /** The paths of the page, its text for an issue, and the document. */
  readonly files: Readonly<Record<"html" | "markdown" | "json", string>>;
  readonly out: string;
}
