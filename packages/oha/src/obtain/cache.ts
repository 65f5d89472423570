import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import envPaths from "env-paths";
import { OHA_VERSION } from "../version.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** Where an obtained oha lies, and what lies beside it while it is being obtained. */
export interface CachePaths {
  /** deadheat's own directory in the user's cache directory. */
  base: string;
  /** The directory of this version of oha. It appears by one rename, whole or not at all. */
  root: string;
  binary: string;
  /** Held while `root` is made. */
  lock: string;
}

/**
 * `$DEADHEAT_CACHE`; else deadheat's folder in the user's cache directory: `$XDG_CACHE_HOME/deadheat` where that is set, on
 * any system; else where the system keeps caches, `~/.cache/deadheat` on Linux. Relative paths are ignored.
 */
export function cacheDirectory(env: Env = process.env): string {
  const own = env["DEADHEAT_CACHE"];
  if (own !== undefined && isAbsolute(own)) return own;
  const xdg = env["XDG_CACHE_HOME"];
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "deadheat");
  const { cache } = envPaths("deadheat", { suffix: "" });
  // It takes a relative XDG_CACHE_HOME too, which the specification says to ignore.
  return isAbsolute(cache) ? cache : join(homedir(), ".cache", "deadheat");
}

/** The paths of this version of oha. */
export function cachePaths(env: Env = process.env): CachePaths {
  const base = cacheDirectory(env);
  const root = join(base, `oha-${OHA_VERSION}`);
  return { base, root, binary: join(root, "bin", executable("oha")), lock: `${root}.lock` };
}

/** The file name of a program. */
export function executable(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}
