import type { RunOptions } from "../run/options.ts";

export interface HistoryOptions extends Omit<RunOptions, "config" | "force" | "measures"> {
  /**
   * The versions: of a package (`hono@4.10..4.13`), of a runtime (`express/node@20,22,24`), or revisions
   * (`v5.0.0..main`). Those of the configuration unless given.
   */
  readonly versions?: string | undefined;
  /** The runtimes (`node`, `bun@1.3`) of versions that name none. Default: node. */
  readonly runtimes?: readonly string[] | undefined;
  /** Measures every n-th commit of a range of revisions. Default: its tags. */
  readonly every?: number | null | undefined;
  /**
   * `then` installs the dependencies of each version of a package as they were on the day of its release; `now`, the
   * default, as they are today.
   */
  readonly dependencies?: "then" | "now" | undefined;
  /** The version that all are measured against, by its label. Default: the newest of each series. */
  readonly reference?: string | undefined;
  /** The path of the configuration; `true` for `deadheat.config.*` in `cwd`. Default: none is read. */
  readonly config?: string | boolean | undefined;
  /** The folder or the `result.json` of an earlier history, which gets the versions that it lacks. */
  readonly append?: string | undefined;
}
