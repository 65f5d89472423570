import * as v from "valibot";

/** A package as a lockfile has it. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** The packages that it needs, its peers too, each with the range or, in pnpm's lockfile, the version. */
  readonly needs: Readonly<Record<string, string>>;
}

const ranges = v.optional(v.record(v.string(), v.string()), {});

/** The fields in which JSON lockfiles have the needs of a package. */
export const needsEntries = {
  dependencies: ranges,
  optionalDependencies: ranges,
  peerDependencies: ranges,
};

type Ranges = Readonly<Record<string, string>>;

/** Returns all needs of a package. A dependency counts more than the peer of the same name. */
export function needsOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
}: Readonly<Record<keyof typeof needsEntries, Ranges>>): Ranges {
  return { ...peerDependencies, ...optionalDependencies, ...dependencies };
}
