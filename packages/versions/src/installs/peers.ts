import semver from "semver";
import * as v from "valibot";
import { EnvironmentError } from "@deadheat/journal";
import { memorize, recall } from "../cache/resolutions.ts";
import { installedManifest, releasedWith } from "./manifest.ts";
import { askRegistry, exactVersion } from "../npm/registry.ts";
import type { InstallOptions } from "../options.ts";

const releaseSchema = v.object({
  version: v.string(),
  peerDependencies: v.optional(v.record(v.string(), v.string()), {}),
});

/**
 * Returns the other dependencies of a project that do not accept the new version of a package as their peer, with the newest
 * that do: astro 6 needs @astrojs/node 10, and astro 7 needs @astrojs/node 11. One that no release of it accepts is left
 * out, and npm says what conflicts.
 * @param root the folder of the project. What is not installed in its node_modules is not known to need anything
 * @param others the names of the other dependencies
 * @throws UsageError if the registry has no such package or version, EnvironmentError, Interrupted
 */
export async function fittingPeers(
  root: string,
  others: readonly string[],
  name: string,
  range: string,
  options: InstallOptions,
): Promise<Record<string, string>> {
  const wantedOf = (other: string) => installedManifest(root, other)?.peerDependencies[name];
  const bound = others.filter((other) => wantedOf(other) !== undefined);
  if (bound.length === 0 || releasedWith(range) === null) return {};
  const version = await exactVersion(name, range, options);
  const fitting: Record<string, string> = {};
  for (const other of bound.filter((one) => !accepts(wantedOf(one), version))) {
    const newest = await newestFor(other, name, version, options);
    if (newest === null) continue;
    // The newest of today may not be there on an earlier day.
    fitting[other] = (options.before && releasedWith(newest)) ?? newest;
  }
  return fitting;
}

const accepts = (peer: string | undefined, version: string): boolean =>
  peer !== undefined && semver.satisfies(version, peer, { includePrerelease: true });

/** Returns the newest release of `other` that accepts this version of `name` as its peer; null if there is none. */
async function newestFor(
  other: string,
  name: string,
  version: string,
  options: InstallOptions,
): Promise<string | null> {
  const request = { peer: other, of: name, version };
  const earlier = recall(request);
  if (options.offline) {
    if (earlier !== null) return earlier.versions[other] ?? null;
    throw new EnvironmentError(
      `${other} must fit ${name} ${version}, and nothing says which of its versions does. Run once without --offline.`,
    );
  }
  // npm 11 prints every release by its number alone if the first one has no second field. For `*` it prints only the latest.
  const fields = ["name", ...Object.keys(releaseSchema.entries)];
  const asked = { range: ">=0", earlier };
  return askRegistry(`${other}@>=0`, fields, asked, options, (said) => {
    const releases = v.parse(v.array(releaseSchema), said);
    const fitting = releases.filter(({ peerDependencies }) =>
      accepts(peerDependencies[name], version),
    );
    const newest = semver.rsort(fitting.map((one) => one.version))[0] ?? null;
    memorize(request, null, newest === null ? {} : { [other]: newest });
    return newest;
  });
}
