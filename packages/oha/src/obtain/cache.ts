import { join } from "node:path";
import { cacheDirectory } from "@deadheat/journal";
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
