/** A package as a lockfile has it. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** The packages that it needs, its peers too, each with the range or, in pnpm's lockfile, the version. */
  readonly needs: Readonly<Record<string, string>>;
}
