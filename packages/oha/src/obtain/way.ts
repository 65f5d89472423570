import type { LockOptions } from "@deadheat/journal";
import type { Env } from "./cache.ts";
import type { Releases } from "./find.ts";

/** The settings that tests of `obtainOha` replace. */
export interface Settings extends Pick<LockOptions, "pollSeconds"> {
  releases: Releases;
  /** The seconds without data after which a download is given up; 30 by default. */
  stallSeconds?: number;
  /** The seconds between two lines of progress; 8 by default. */
  progressSeconds?: number;
}

export interface Context extends Settings {
  env: Env;
  signal: AbortSignal | undefined;
  onProgress: (line: string) => void;
}

/**
 * A way to obtain oha. It puts the binary at `binary`, which is `<an empty folder>/bin/oha`.
 * @throws Error whose message says why this way failed, or the signal's reason.
 */
export type Way = (binary: string, context: Context) => Promise<void>;
