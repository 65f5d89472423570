import { join } from "node:path";
import { cacheDirectory } from "@deadheat/journal";
import { OHA_VERSION } from "../version.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** The paths of an obtained oha, and of the lock under which it is obtained. */
export interface CachePaths {
  /** deadheat's folder in the user's cache directory. */
  base: string;
  /** The folder of this version of oha. One rename makes it appear, complete. */
  root: string;
  binary: string;
  /** The lock that a process holds while it makes `root`. */
  lock: string;
}

export function cachePaths(env: Env = process.env): CachePaths {
  const base = cacheDirectory(env);
  const root = join(base, `oha-${OHA_VERSION}`);
  return { base, root, binary: join(root, "bin", executable("oha")), lock: `${root}.lock` };
}

export function executable(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}
