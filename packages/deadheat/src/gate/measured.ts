import { relative } from "node:path";
import { readJournal, type LoadedPackage, type RunRecord } from "@deadheat/journal";
import { efficiency, type Comparison, type Gated, type MeasuredComparison } from "@deadheat/judge";
import { median } from "@deadheat/stats";

type Loaded = RunRecord["loaded"];

/** A comparison, with what its journal tells beyond it. */
export interface FromJournal {
  readonly comparison: MeasuredComparison;
  /** Which packages both servers loaded. */
  readonly loaded: Loaded;
}

/**
 * @param app what a configuration calls the server
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
        a: median(sides.map(({ reference }) => efficiency(reference))),
        b: median(sides.map(({ target }) => efficiency(target))),
      },
    },
    loaded: records.find((record) => record.type === "run")?.loaded,
  };
}

/** In which packages the servers of a gate's pairs differ; null where it is not known of one. */
export function loadedOf(all: readonly Loaded[]): Gated["loaded"] {
  const changed = new Map<string, NonNullable<Gated["loaded"]>["changed"][number]>();
  const packages = new Set<string>();
  for (const loaded of all) {
    if (!loaded?.reference || !loaded.target) return null;
    for (const one of loaded.target) packages.add(`${one.name} ${one.path}`);
    for (const change of differences(loaded.reference, loaded.target)) {
      changed.set(JSON.stringify(change), change);
    }
  }
  return all.length === 0 ? null : { packages: packages.size, changed: [...changed.values()] };
}

/** By where they lie: one package may be there in several versions. */
function differences(base: readonly LoadedPackage[], other: readonly LoadedPackage[]) {
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
