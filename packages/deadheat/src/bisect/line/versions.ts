import semver from "semver";
import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { exactVersion, releasesOf, type InstallOptions, type Release } from "@deadheat/versions";
import { readPackage } from "../../plan/package-name.ts";
import type { Spec } from "../../plan/spec.ts";
import type { Candidate, CandidateLine } from "./candidate.ts";

/**
 * Returns the published versions of a package between two of them: the stable ones, in semver order. A release of an older
 * branch that came out after a newer branch had begun is left out: nobody came to the newer one by it.
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
  const releases = between(await releasesOf(one.name, options), from, to, base.text, next.text);
  const candidates = releases.map(({ version, date }): Candidate => {
    const wanted = `${one.name}@${version}`;
    const spec: Spec = { ...next, text: wanted, label: null, what: { kind: "package", wanted } };
    return { id: version, name: version, spec, commit: null, app: null, date };
  });
  return { kind: "versions", candidates, fork: null, milestones: [], left: 0 };
}

function packageOf({ what, text }: Spec): { name: string; range: string } {
  if (what.kind !== "package") throw new TypeError(`${text} is not a package`);
  return readPackage(what.wanted);
}

/**
 * Returns the stable releases from one to another, both included.
 * @throws UsageError if an end is missing, or if they are the wrong way round
 */
export function between(
  all: readonly Release[],
  from: string,
  to: string,
  base: string,
  next: string,
): readonly Release[] {
  const ends = [from, to].map((end) => all.find(({ version }) => version === end) ?? null);
  const missing = ends.indexOf(null);
  if (missing !== -1) {
    throw new UsageError(
      `${[base, next][missing]}: the registry has no version ${[from, to][missing]}`,
    );
  }
  if (from === to) {
    throw new UsageError(
      `${base} and ${next} are the same version, so there is nothing between them. Name an older base`,
    );
  }
  if (semver.gt(from, to)) {
    throw new UsageError(
      `${base} is newer than ${next}. Name the older one first: ${next} ${base}`,
    );
  }
  const inner = all.filter(
    ({ version }) =>
      semver.prerelease(version) === null && semver.gt(version, from) && semver.lt(version, to),
  );
  const path = [...inner, ends[1] as Release];
  const onPath = inner.filter((one) => !path.some((other) => overtakes(other, one)));
  return [ends[0] as Release, ...onPath, ends[1] as Release];
}

/** Returns whether a release of a newer branch came out before a release of an older one. */
function overtakes(other: Release, one: Release): boolean {
  if (other.date === null || one.date === null) return false;
  const newer =
    semver.gt(other.version, one.version) && branchOf(other.version) !== branchOf(one.version);
  return newer && other.date < one.date;
}

function branchOf(version: string): string {
  return `${semver.major(version)}.${semver.minor(version)}`;
}
