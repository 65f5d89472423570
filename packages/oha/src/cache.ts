import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { OHA_VERSION } from "./version.ts";

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
 * `$XDG_CACHE_HOME/deadheat` where that is set (an absolute path, as its specification asks);
 * else `%LOCALAPPDATA%\deadheat` on Windows, `~/Library/Caches/deadheat` on macOS and
 * `~/.cache/deadheat` elsewhere.
 */
export function cachePaths(env: Env = process.env, platform = process.platform): CachePaths {
  const base = join(userCache(env, platform), "deadheat");
  const root = join(base, `oha-${OHA_VERSION}`);
  return {
    base,
    root,
    binary: join(root, "bin", executable("oha", platform)),
    lock: `${root}.lock`,
  };
}

/** The file name of a program. */
export function executable(name: string, platform = process.platform): string {
  return platform === "win32" ? `${name}.exe` : name;
}

function userCache(env: Env, platform: NodeJS.Platform): string {
  const xdg = env["XDG_CACHE_HOME"];
  if (xdg !== undefined && isAbsolute(xdg)) return xdg;
  const home = env["HOME"] || homedir();
  if (platform === "win32") return env["LOCALAPPDATA"] || join(home, "AppData", "Local");
  return platform === "darwin" ? join(home, "Library", "Caches") : join(home, ".cache");
}
