import { relative } from "node:path";
import { readJournal, type RunRecord } from "@deadheat/journal";
import { efficiency, type Comparison, type Gated, type MeasuredComparison } from "@deadheat/judge";
import { median } from "@deadheat/stats";
import { differences, type Difference } from "../provenance/differences.ts";

type Loaded = RunRecord["loaded"];

/** A comparison, and facts that only its journal holds. */
export interface FromJournal {
  readonly comparison: MeasuredComparison;
  /** The packages that both servers loaded. */
  readonly loaded: Loaded;
}

/**
 * Reads the journal of a comparison, and adds its facts.
 * @param app the server's name in the configuration
 * @param out the run's folder
 */
export async function fromJournal(
  comparison: Comparison,
  app: string | null,
  out: string,
): Promise<FromJournal> {
  const { records } = await readJournal(comparison.journal);
  const sides = records.flatMap((record) =>
    record.type === "block" && record.sides !== null ? [record.sides] : [],
  );
  return {
    comparison: {
      ...comparison,
      journal: relative(out, comparison.journal),
      app,
      requestsPerCpuSecond: {
        base: median(sides.map(({ base }) => efficiency(base))),
        new: median(sides.map(({ new: next }) => efficiency(next))),
      },
    },
    loaded: records.find((record) => record.type === "run")?.loaded,
  };
}

/** Returns the packages in which the servers of a check differ; null if those of one server are unknown. */
export function loadedOf(all: readonly Loaded[]): Gated["loaded"] {
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
