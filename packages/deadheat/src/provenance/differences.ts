import type { LoadedPackage } from "@deadheat/journal";
import type { Comparison } from "@deadheat/judge";
import type { Pair } from "@deadheat/measure";
import type { Traced } from "./loaded.ts";
import { nameIn } from "./packages.ts";

/** A package whose version or content differs between two servers. A version is null if the package has none or was not loaded. */
export interface Difference {
  readonly name: string;
  readonly base: string | null;
  readonly new: string | null;
}

/** Compares packages by their paths, because a server may load several versions of one package. */
export function differences(
  base: readonly LoadedPackage[],
  other: readonly LoadedPackage[],
): Difference[] {
  const at = (packages: readonly LoadedPackage[], path: string) =>
    packages.find((one) => one.path === path);
  const paths = [...new Set([...other, ...base].map(({ path }) => path))];
  return paths.flatMap((path) => {
    const [one, two] = [at(base, path), at(other, path)];
    if (one?.sha256 === two?.sha256) return [];
    const name = (two ?? one)?.name ?? path;
    return [{ name, base: one?.version ?? null, new: two?.version ?? null }];
  });
}

/**
 * Returns the packages that two revisions load in different versions: the repository's own, by the name at its root, and
 * its dependencies. Empty unless both are revisions: other specs have their version in their name.
 */
export function differingVersions({
  base,
  new: next,
}: Pair<Traced>): NonNullable<Comparison["packages"]> {
  const revisions = base.side.revision !== null && next.side.revision !== null;
  if (!revisions || base.loaded === null || next.loaded === null) return [];
  const found = differences(base.loaded.packages, next.loaded.packages);
  const differing = found.flatMap(({ name, base: before, new: after }) => {
    const called = name === "." ? nameIn(next.side.root) : name;
    return called === null || before === null || after === null || before === after
      ? []
      : [{ name: called, base: before, new: after }];
  });
  return [...new Map(differing.map((one) => [JSON.stringify(one), one])).values()];
}
