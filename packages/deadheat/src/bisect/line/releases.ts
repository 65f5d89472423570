import semver from "semver";
import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import {
  exactVersion,
  newestOfEach,
  publicationsOf,
  versionsBetween,
  type InstallOptions,
  type Publications,
  type Published,
} from "@deadheat/versions";
import type { WantedRuntime } from "../../config/runtime.ts";
import { readPackage } from "../../plan/package-name.ts";
import type { Spec } from "../../plan/spec.ts";
import type { Candidate, CandidateLine } from "../../search/candidate.ts";

/**
 * Returns the published versions of a package between two of them.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function versionLine(
  { base, new: next }: Pair<Spec>,
  options: InstallOptions,
): Promise<CandidateLine> {
  const [one, two] = [packageOf(base), packageOf(next)];
  if (one.name !== two.name) {
    throw new UsageError(
      `${base.text} and ${next.text} are different packages, so no version lies between them. Use \`deadheat compare\``,
    );
  }
  const from = await exactVersion(one.name, one.range, options);
  const to = await exactVersion(two.name, two.range, options);
  const releases = upgrades(between(await publicationsOf(one.name, options, ""), from, to));
  const candidates = releases.map(({ version, releasedAt: date }): Candidate => {
    const wanted = `${one.name}@${version}`;
    const spec: Spec = { ...next, text: wanted, label: null, what: { kind: "package", wanted } };
    return { id: version, name: version, spec, commit: null, app: null, date };
  });
  return { kind: "versions", candidates, fork: null, left: 0 };
}

function packageOf({ what, text }: Spec): { name: string; range: string } {
  if (what.kind !== "package") throw new TypeError(`${text} is not a package`);
  return readPackage(what.wanted);
}

/**
 * Returns the releases of a runtime between two of them: of each minor version the last one.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function runtimeLine(
  { base, new: next }: Pair<Spec>,
  options: InstallOptions,
): Promise<CandidateLine> {
  const [one, two] = [base.runtime as WantedRuntime, next.runtime as WantedRuntime];
  const from = await exactVersion(one.name, one.version ?? "latest", options);
  const to = await exactVersion(two.name, two.version ?? "latest", options);
  const releases = minors(between(await publicationsOf(one.name, options, ""), from, to));
  const candidates = releases.map(({ version, releasedAt: date }): Candidate => {
    const spec: Spec = { ...next, runtime: { name: one.name, version } };
    return { id: version, name: `${one.name}@${version}`, spec, commit: null, app: null, date };
  });
  return { kind: "runtimes", candidates, fork: null, left: 0 };
}

/** Returns the last stable release of each minor version, and both ends. */
export function minors(releases: readonly Published[]): readonly Published[] {
  const last = newestOfEach(releases.filter(isStable), 2);
  return releases.filter((one, i) => last.includes(one) || i === 0 || i === releases.length - 1);
}

const isStable = ({ version }: Published) => semver.prerelease(version) === null;

/**
 * Returns the stable releases from one to another in semver order, both included.
 * @throws UsageError if an end is missing, or if they are the wrong way round
 */
export function between(all: Publications, from: string, to: string): readonly Published[] {
  if (from === to) {
    throw new UsageError(
      `Both ends are ${all.name}@${to}, so there is nothing between them. Name an older base`,
    );
  }
  const found = versionsBetween(all, from, to).filter(
    (one) => isStable(one) || [from, to].includes(one.version),
  );
  const missing = [from, to].find((end) => !found.some(({ version }) => version === end));
  if (missing === undefined) return found;
  throw new UsageError(`The registry has no ${all.name}@${missing}`);
}

/** Leaves out a release of an older branch that came out after a newer branch had begun: nobody came to the newer one by it. */
export function upgrades(releases: readonly Published[]): readonly Published[] {
  const [base, ...path] = releases;
  return releases.filter((one) => one === base || !path.some((other) => overtakes(other, one)));
}

/** Returns whether a release of a newer branch came out before a release of an older one. */
function overtakes(other: Published, one: Published): boolean {
  if (other.releasedAt === null || one.releasedAt === null) return false;
  const newer =
    semver.gt(other.version, one.version) && branchOf(other.version) !== branchOf(one.version);
  return newer && other.releasedAt < one.releasedAt;
}

function branchOf(version: string): string {
  return `${semver.major(version)}.${semver.minor(version)}`;
}
