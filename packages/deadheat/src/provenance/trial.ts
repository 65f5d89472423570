import type { LoadedPackage, Warning } from "@deadheat/journal";
import type { Exchange } from "@deadheat/measure";
import type { Installed } from "../ready/installed.ts";
import type { Served } from "../ready/served-by.ts";

/** The findings of one start of an installed server, before any round. */
export interface Trial {
  readonly side: Installed;
  /** The response of each request. */
  readonly exchanges: readonly Exchange[];
  /** Sentences about the parts that the comparison with the first side leaves out, by request. */
  readonly remarks: readonly (readonly Warning[])[];
  /** The code that the server has loaded; null if unknown. */
  readonly loaded: Loaded | null;
  /** The server of its app; null if the program listens by itself. */
  readonly served: Served | null;
}

/** The part of a trial that says which code ran. */
export type LoadedCode = Pick<Trial, "side" | "loaded">;

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
