import type { LoadedPackage } from "@deadheat/journal";
import type { Side } from "../entrants/side.ts";

/** What a server has loaded. */
export interface Loaded {
  /**
   * Real paths of every file, in order; without what is built into the runtime, and deadheat's own runner and adapter.
   * Not seen are modules that Deno has from an address (`https:`, `jsr:`), JSON that it imports, what its cluster's
   * workers load, and what worker threads of Bun and Deno load. For this process only: they are private.
   */
  readonly files: readonly string[];
  /** The same for a journal: the app, and each package. */
  readonly packages: readonly LoadedPackage[];
}

/** A side, and what its server has loaded; null: not known. */
export interface Traced {
  readonly side: Side;
  readonly loaded: Loaded | null;
}
