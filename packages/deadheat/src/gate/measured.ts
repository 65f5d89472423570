import { relative } from "node:path";
import { efficiency, type Gated, type MeasuredComparison } from "@deadheat/judge";
import { median } from "@deadheat/stats";
import type { SidesCompared } from "../compare/sides.ts";
import { differences, type Difference } from "../provenance/packages.ts";

export interface Measured extends Pick<SidesCompared, "loaded"> {
  readonly comparison: MeasuredComparison;
}

/**
 * Returns a comparison in the form of a check's document.
 * @param app the server's name in the configuration
 * @param out the run's folder
 */
export function measuredOf(
  { comparison, records, loaded }: SidesCompared,
  app: string | null,
  out: string,
): Measured {
  const sides = records.flatMap((record) => record.sides ?? []);
  const journal = relative(out, comparison.journal);
  const requestsPerCpuSecond = {
    base: median(sides.map(({ base }) => efficiency(base))),
    new: median(sides.map(({ new: next }) => efficiency(next))),
  };
  return { comparison: { ...comparison, journal, app, requestsPerCpuSecond }, loaded };
}

/** Returns the packages in which the servers of a check differ; null if those of one server are unknown. */
export function loadedOf(all: readonly Measured["loaded"][]): Gated["loaded"] {
  const changed = new Map<string, Difference>();
  const packages = new Set<string>();
  for (const loaded of all) {
    if (!loaded?.base || !loaded.new) return null;
    for (const one of loaded.new) packages.add(`${one.name} ${one.path}`);
    for (const change of differences(loaded.base, loaded.new)) {
      changed.set(JSON.stringify(change), change);
    }
  }
  return all.length === 0 ? null : { packages: packages.size, changed: [...changed.values()] };
}
