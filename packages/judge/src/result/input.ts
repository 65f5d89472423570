import type { Runtime, Warning, Retired, RecordedSettings } from "@deadheat/journal";
import type { PooledTarget } from "../gather.ts";
import type { Result } from "../documents/result.ts";

/** What installing something takes. */
export interface InstallSize {
  /** Of all files, as they are long, not in blocks of the disk. */
  readonly bytes: number;
  /** Itself and everything that it depends on, each version once. */
  readonly packages: number;
}

/** A cell of the plan that has no journal, and why. */
export interface MissingCell {
  readonly target: string;
  readonly framework: string;
  readonly runtime: Runtime;
  readonly version: string;
  readonly scenario: string;
  readonly status: "failed" | "unsupported";
  readonly reason: string;
}

export interface MergeInput {
  readonly run: Result["run"];
  readonly settings: RecordedSettings;
  /** Of a dead heat, relative. */
  readonly margin: number;
  /** Of the words of each scenario, 0.05 unless given: those that are to hold together share one. */
  readonly alpha?: number;
  readonly targets: readonly PooledTarget[];
  readonly missing: readonly MissingCell[];
  /** A cell with journals of another run only is replayed. Null: none is. */
  readonly currentRunId: string | null;
  /** Which instance puts it together; what is replayed from another one says so. Missing: none is told apart. */
  readonly currentInstance?: string;
  /** What cannot be run any more: told of where its nearest living kin is. */
  readonly retired?: readonly Retired[];
  readonly warnings: readonly Warning[];
  /** Of which parts it was put together, where a run was split. */
  readonly shards?: Result["shards"];
  /** What each framework takes on disk, where that is known. */
  readonly installed?: ReadonlyMap<string, InstallSize>;
}
