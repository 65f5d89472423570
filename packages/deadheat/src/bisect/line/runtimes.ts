import semver from "semver";
import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import {
  exactVersion,
  newestOfEach,
  releasesOf,
  type InstallOptions,
  type Release,
} from "@deadheat/versions";
import type { WantedRuntime } from "../../config/runtime.ts";
import type { Spec } from "../../plan/spec.ts";
import type { Candidate, CandidateLine } from "./candidate.ts";

/**
 * Returns the releases of a runtime between two of them: of each minor version the last one, in semver order. The first and the
 * last release of each major version are tried before the others.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function runtimeLine(
  { base, new: next }: Pair<Spec>,
  options: InstallOptions,
): Promise<CandidateLine> {
  const [one, two] = [base.runtime as WantedRuntime, next.runtime as WantedRuntime];
  const from = await exactVersion(one.name, one.version ?? "latest", options);
  const to = await exactVersion(two.name, two.version ?? "latest", options);
  if (semver.gte(from, to)) {
    throw new UsageError(
      from === to
        ? `${base.text} and ${next.text} are the same release, so there is nothing between them. Name an older base`
        : `${base.text} is newer than ${next.text}. Name the older one first: ${next.text} ${base.text}`,
    );
  }
  const releases = minors(await releasesOf(one.name, options), from, to);
  const candidates = releases.map(({ version, date }): Candidate => {
    const runtime = { name: one.name, version };
    const spec: Spec = { ...next, runtime };
    return { id: version, name: `${one.name}@${version}`, spec, commit: null, app: null, date };
  });
  const lastOfMajor = releases.flatMap(({ version }, at) => {
    const after = releases[at + 1];
    return after !== undefined && semver.major(after.version) !== semver.major(version) ? [at] : [];
  });
  return { kind: "runtimes", candidates, fork: null, milestones: lastOfMajor, left: 0 };
}

/** Returns both ends, and between them the last release of each minor version above the major version of the base. */
export function minors(all: readonly Release[], from: string, to: string): readonly Release[] {
  const stable = all.filter(({ version }) => semver.prerelease(version) === null);
  const inner = newestOfEach(stable, 2).filter(
    ({ version }) => semver.gt(version, from) && semver.lt(version, to),
  );
  const end = (version: string) =>
    all.find((one) => one.version === version) ?? { version, date: null };
  return [end(from), ...inner, end(to)];
}
