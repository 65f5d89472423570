import { join } from "node:path";
import semver from "semver";
import { EnvironmentError, Interrupted } from "@deadheat/measure";
import type { Entry } from "./cache/entry.ts";
import { memorize, recall } from "./cache/resolutions.ts";
import { inStaging } from "./cache/staging.ts";
import { explained, listingOf, pickVersion } from "./npm/explain.ts";
import { withProjectSettings } from "./npm/project-settings.ts";
import type { InstallOptions } from "./options.ts";
import { installAlone } from "./packages.ts";

/**
 * Returns the version of a package that a range or tag means. An exact version is returned as it is, without a request.
 * @throws UsageError if there is no such version, EnvironmentError, Interrupted
 */
export async function exactVersion(
  name: string,
  range: string,
  options: InstallOptions,
): Promise<string> {
  const exact = semver.valid(range);
  if (exact !== null) return exact;
  const { offline, cwd, project = cwd, signal } = options;
  const request = { runtime: name, range };
  const earlier = recall(request);
  if (offline) {
    const known = earlier?.versions[name];
    if (known !== undefined) return known;
    throw new EnvironmentError(
      `nothing is installed for ${name}@${range}. Run once without --offline.`,
    );
  }
  return inStaging(async (folder) => {
    const where = { cwd: folder, empty: join(folder, "npm"), signal };
    try {
      const listing = await withProjectSettings(folder, project, () => listingOf(name, where));
      const version = pickVersion(name, range, listing);
      memorize(request, null, { [name]: version });
      return version;
    } catch (error) {
      if (signal.aborted) throw new Interrupted();
      throw await explained(error, { wanted: { [name]: range }, earlier, ...where });
    }
  });
}

/**
 * Installs one exact version of a package in a folder of the cache.
 * @returns the package's own folder in there
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function installOne(
  kind: Entry["kind"],
  name: string,
  version: string,
  options: InstallOptions,
): Promise<string> {
  const packages = { dependencies: { [name]: version }, files: {} };
  const { folder } = await installAlone(kind, packages, true, options);
  return join(folder, "node_modules", name);
}
