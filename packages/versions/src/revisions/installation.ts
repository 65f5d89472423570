/** `yarn`: Yarn 1; `berry`: what came after it. */
export type Manager = "npm" | "pnpm" | "yarn" | "berry" | "bun";

/** What is to be installed, and by whom. */
export interface Installation {
  /** From the commit's root; empty for the root. */
  readonly folder: string;
  readonly manager: Manager;
  /** Its version as `packageManager` in package.json has it; null: not named. */
  readonly version: string | null;
  /** False: there is no lockfile, so that the newest versions that fit are taken. */
  readonly frozen: boolean;
}
