import type { Warning, Retired, Settings } from "@deadheat/journal";
import type { PooledTarget } from "../gather.ts";
import type { HistoryFacts } from "../documents/history.ts";
import type { Cell, Result } from "../documents/result.ts";

/**
 * The size of an installed framework: the sum of all file sizes, not of disk rounds, and the number of packages (itself
 * and its dependencies, each version once).
 */
export type InstallSize = NonNullable<Cell["install"]>;

/** A planned cell without a journal, and the reason. */
export interface MissingCell extends Pick<
  Cell,
  "target" | "framework" | "runtime" | "version" | "against" | "scenario"
> {
  readonly status: "failed" | "unsupported";
  readonly reason: string;
}

export interface MergeInput {
  readonly run: Result["run"];
  readonly settings: Settings;
  readonly margin: number;
  /** The significance level of a scenario's words, 0.05 by default. Words that must hold together share one. */
  readonly alpha?: number;
  readonly targets: readonly PooledTarget[];
  readonly missing: readonly MissingCell[];
  /** The id of the current run. A cell that only other runs measured is replayed. null: no cell is replayed. */
  readonly currentRunId: string | null;
  /** The instance that merges. Cells replayed from another instance name it. Absent: none is distinguished. */
  readonly currentInstance?: string;
  /** Frameworks that no longer run, shown if their nearest living kin is a cell. */
  readonly retired?: readonly Retired[];
  readonly warnings: readonly Warning[];
  /** The versions of a history. Their cells get no ranks, and neighbours are compared instead. */
  readonly history?: HistoryFacts;
  readonly shards?: Result["shards"];
  readonly installed?: ReadonlyMap<string, InstallSize>;
}
