import { realpathSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import type { Pair } from "@deadheat/measure";
import { installPackages, publicationsOf, type Published } from "@deadheat/versions";
import { between, upgrades } from "../bisect/line/releases.ts";
import type { Candidate } from "../search/candidate.ts";
import { searchChain, type ChainStep } from "./chain.ts";
import type { Exchangeable } from "./units.ts";
import { variantOf, type Copies } from "./variants.ts";

/**
 * Finds the release of a package that makes the difference of two servers, which differ in its version alone. Each release has
 * the dependencies of the server where they fit, otherwise those of the day it came out.
 * @returns the steps, each with the release as its only part; null if no release lies between the two versions
 * @throws UsageError, EnvironmentError if the registry does not know them; Interrupted, or the error that ended the search
 */
export async function searchReleases(
  copies: Copies,
  pair: Pair<Candidate>,
  unit: Exchangeable,
): Promise<readonly (ChainStep<Published> & { readonly before: string })[] | null> {
  const { preparing, testbed } = copies.session;
  const [from, to] = [unit.base.version, unit.new.version].map((one) => semver.valid(one));
  if (from === null || to === null || from === undefined || to === undefined) return null;
  if (semver.gte(from, to)) return null;
  const all = await publicationsOf(unit.name, preparing, ", or add --depth package");
  const releases = upgrades(between(all, from, to));
  if (releases.length < 3) return null;
  const pointAt = (count: number): Candidate => {
    const release = releases[count] as Published;
    const wanted = `${unit.name}@${release.version}`;
    return variantOf(copies, pair.new, {
      name: wanted,
      decided: ["release", wanted, unit.new.folders],
      changes: async () => {
        const packages = { dependencies: { [unit.name]: release.version }, files: {} };
        const before = release.releasedAt === null ? undefined : endOfDay(release.releasedAt);
        const { folder } = await testbed.onAllCpus(() =>
          installPackages(packages, { ...preparing, before }),
        );
        const top = realpathSync(folder);
        const source = realpathSync(join(top, "node_modules", unit.name));
        const puts = unit.new.folders.map((target) => ({ target, source, top }));
        return { puts, texts: new Map() };
      },
    });
  };
  const groups = releases.slice(1).map((one) => [one]);
  const steps = await searchChain(copies.session, pair, groups, pointAt);
  return steps.map((step) => {
    const first = step.parts[0] as Published;
    return { ...step, before: (releases[releases.indexOf(first) - 1] as Published).version };
  });
}

/** Dependencies that came out on the day of a release belong to it. A day that is not over yet is now. */
function endOfDay(date: string): string | undefined {
  const end = new Date(`${date.slice(0, 10)}T23:59:59.999Z`);
  return end.getTime() > Date.now() ? undefined : end.toISOString();
}
