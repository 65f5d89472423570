import { join } from "node:path";
import { cacheDirectory, userStateDirectory, wholeEnvironment } from "@deadheat/journal";
import { OHA_VERSION } from "../version.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** The paths of an obtained oha, of its hash, and of the lock under which it is obtained. */
export interface CachePaths {
  /** deadheat's folder in the user's cache directory. */
  base: string;
  /** The folder of this version of oha. One rename makes it appear, complete. */
  root: string;
  binary: string;
  /**
   * The file with the hash of an oha that was built here. It lies outside of the cache, so that whoever can fill a cache (that
   * of a pull request, for example) cannot make deadheat run another program.
   */
  built: string;
  /** The lock that a process holds while it makes `root`. */
  lock: string;
}

export function cachePaths(env: Env = wholeEnvironment()): CachePaths {
  const base = cacheDirectory(env);
  const root = join(base, `oha-${OHA_VERSION}`);
  return {
    base,
    root,
    binary: join(root, "bin", "oha"),
    built: join(userStateDirectory(env), `oha-${OHA_VERSION}.sha256`),
    lock: `${root}.lock`,
  };
}
