import type { LoadedPackage } from "@deadheat/journal";
import type { Side } from "../entrants/side.ts";

/** The code that a server has loaded. */
export interface Loaded {
  /**
   * The real paths of all files, in order, without the runtime's own modules and deadheat's runner and adapter. Never
   * published, since paths are private. On Deno deadheat cannot see modules from URLs (`https:`, `jsr:`), imported JSON, or
   * modules of cluster workers. On Bun and Deno it cannot see modules that worker threads load.
   */
  readonly files: readonly string[];
  /** The same files as the journal records them: one entry for the app and one for each package. */
  readonly packages: readonly LoadedPackage[];
}

/** A side, and the code that its server has loaded. */
export interface Traced {
  readonly side: Side;
  /** null if unknown. */
  readonly loaded: Loaded | null;
}
