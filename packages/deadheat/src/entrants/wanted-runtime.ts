import type { Runtime } from "@deadheat/journal";

/** A runtime as the user has named it. */
export interface WantedRuntime {
  readonly name: Runtime;
  /** A version, range or tag of npm; null: the one that is there. */
  readonly version: string | null;
}
