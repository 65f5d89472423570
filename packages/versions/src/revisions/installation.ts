/** `yarn` is Yarn 1, `berry` is Yarn 2 and later. */
export type Manager = "npm" | "pnpm" | "yarn" | "berry" | "bun";

export interface Installation {
  /** The folder of the lockfile, from the commit's root; empty for the root. */
  readonly folder: string;
  readonly manager: Manager;
  /** The versions of the package manager that may install this: each range must hold. */
  readonly ranges: readonly string[];
  /** The version that npm is asked for if PATH has no such version, or a range; null for npm, which comes with Node. */
  readonly pinned: string | null;
  /** False if there is no lockfile, so that the newest versions that fit are installed. */
  readonly frozen: boolean;
}
