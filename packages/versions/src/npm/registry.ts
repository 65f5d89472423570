import { join } from "node:path";
import npa from "npm-package-arg";
import semver from "semver";
import * as v from "valibot";
import { UsageError, EnvironmentError, Interrupted } from "@deadheat/journal";
import { NO_GIT, wouldComeFromGit } from "./from-git.ts";
import { told } from "../cache/entry.ts";
import { memorize, recall, type Resolution } from "../cache/resolutions.ts";
import { inStaging } from "../cache/staging.ts";
import { withProjectSettings } from "./project-settings.ts";
import { askingAnew, NpmFailed, runNpm } from "./run.ts";
import type { InstallOptions } from "../options.ts";

export const listingSchema = v.object({
  "dist-tags": v.record(v.string(), v.string()),
  versions: v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((versions) => [versions].flat()),
  ),
});

/** The tags and versions that the registry has of a package. */
type Listing = v.InferOutput<typeof listingSchema>;

const LISTING = Object.keys(listingSchema.entries);

/**
 * Returns what `npm view` prints about a package, or about each version of a range.
 * @throws NpmFailed, with the code `E404` if there is no such package
 */
async function viewOf(
  spec: string,
  fields: readonly string[],
  { cwd, empty, signal }: Pick<Failing, "cwd" | "empty" | "signal">,
): Promise<unknown[]> {
  const args = ["view", spec, ...fields, ...askingAnew(empty)];
  // npm 12 prints a list even for one package.
  return [JSON.parse(await runNpm(args, cwd, signal)) as unknown].flat();
}

/**
 * Asks the registry about a package, with the settings of the user's project.
 * @param spec its name, or a name and a range for each version of it
 * @param fields the fields that `npm view` prints
 * @param asked the range in messages, and the last answer to the same question
 * @param read reads what npm prints
 * @throws UsageError if there is no such package, EnvironmentError, Interrupted, and what `read` throws
 */
export function askRegistry<T>(
  spec: string,
  fields: readonly string[],
  { range, earlier }: { readonly range: string; readonly earlier: Resolution | null },
  { cwd, project = cwd, signal }: InstallOptions,
  read: (said: readonly unknown[]) => T,
): Promise<T> {
  return inStaging(async (folder) => {
    const where = { cwd: folder, empty: join(folder, "npm"), signal };
    try {
      return read(await withProjectSettings(folder, project, () => viewOf(spec, fields, where)));
    } catch (error) {
      if (signal.aborted) throw new Interrupted();
      const name = npa(spec).name ?? spec;
      throw await explained(error, { wanted: { [name]: range }, earlier, ...where });
    }
  });
}

/**
 * Returns the version that a range or tag means.
 * @throws UsageError if there is none
 */
export function pickVersion(name: string, range: string, listing: Listing): string {
  const tags = listing["dist-tags"];
  const picked =
    semver.validRange(range) === null
      ? Object.hasOwn(tags, range) && tags[range]
      : semver.maxSatisfying(listing.versions, range);
  if (picked) return picked;
  throw new UsageError(
    semver.validRange(range) === null
      ? `${name}@${range}: ${name} has no tag ${range}. Its tags are ${Object.keys(tags).join(", ")}.`
      : `${name}@${range}: no version of ${name} is ${range}. The latest is ${tags["latest"]}.`,
  );
}

export interface Failing {
  readonly wanted: Readonly<Record<string, string>>;
  /** The last resolution of the same request. */
  readonly earlier: Resolution | null;
  /** The folder in which npm finds the settings. */
  readonly cwd: string;
  /** An empty folder for npm's cache. */
  readonly empty: string;
  readonly signal: AbortSignal;
}

/**
 * Returns an error that explains why npm failed: a requested package or version is missing, the registry cannot be reached,
 * or npm's own words.
 */
export async function explained(error: unknown, failing: Failing): Promise<unknown> {
  if (!(error instanceof NpmFailed)) return error;
  if (error.code === NO_GIT) return wouldComeFromGit(`a package of ${words(failing.wanted)}`);
  if (UNREACHABLE.test(error.code ?? "")) return unreachable(error, failing);
  if (error.code === "E404" || error.code === "ETARGET") {
    try {
      await requireListed(failing);
    } catch (missing) {
      if (missing instanceof UsageError) return missing;
    }
  }
  const todo = TODO[error.code ?? ""] ?? "npm failed";
  const code = error.code === null ? "" : ` (${error.code})`;
  return new EnvironmentError(
    `${words(failing.wanted)} cannot be installed: ${todo}. npm says: ${error.message}${code}`,
  );
}

const TODO: Readonly<Record<string, string>> = {
  E404: "a package that it depends on is not in the registry",
  ETARGET: "a version that it depends on is not in the registry",
  EINTEGRITY:
    "a download does not have the hash that the registry promises. Try again, and do not trust the package if it fails again",
  ERESOLVE: "its dependencies conflict",
  EUNSUPPORTEDPROTOCOL:
    "npm does not support the workspace: and catalog: ranges of the project's package manager",
  E401: "the registry needs a login (npm login)",
  E403: "the registry does not allow it for you (npm login)",
  ENOSPC: "the disk is full, so free some space",
};

export const words = (wanted: Readonly<Record<string, string>>): string =>
  Object.entries(wanted)
    .map(([name, range]) => `${name}@${range}`)
    .join(", ");

/** Matches the system's codes for sockets and names, npm's timeouts, and server errors of the registry. */
const UNREACHABLE =
  /^(?:EAI_AGAIN|ENOTFOUND|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EPIPE|E5\d\d|FETCH_ERROR|ERR_SOCKET_TIMEOUT|.*TIMEOUT)$/;

function unreachable({ message }: NpmFailed, { wanted, earlier }: Failing): EnvironmentError {
  const so = `the registry cannot be reached for ${words(wanted)} (${message})`;
  if (earlier === null)
    return new EnvironmentError(`${so}. Check the network, and npm's registry and proxy.`);
  const { versions, resolvedAt } = earlier;
  return new EnvironmentError(
    `${so}. --offline takes ${told(versions)}, as resolved on ${resolvedAt.slice(0, 10)}.`,
  );
}

/** @throws UsageError for the first requested package that the registry does not have */
async function requireListed({ wanted, ...where }: Failing): Promise<void> {
  for (const [as, range] of Object.entries(wanted)) {
    const asked = npa.resolve(as, range);
    const { name, registry, fetchSpec } = asked.type === "alias" ? asked.subSpec : asked;
    if (!registry || name === null || fetchSpec === null) continue;
    try {
      const [said] = await viewOf(name, LISTING, where);
      pickVersion(name, fetchSpec, v.parse(listingSchema, said));
    } catch (error) {
      if (!(error instanceof NpmFailed) || error.code !== "E404") throw error;
      throw new UsageError(
        `${as}@${range}: the registry has no package ${name}. If it is private, log in (npm login).`,
      );
    }
  }
}

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
  const request = { runtime: name, range };
  const earlier = recall(request);
  if (options.offline) {
    const known = earlier?.versions[name];
    if (known !== undefined) return known;
    throw new EnvironmentError(
      `Nothing is installed for ${name}@${range}. Run once without --offline.`,
    );
  }
  return askRegistry(name, LISTING, { range, earlier }, options, ([said]) => {
    const version = pickVersion(name, range, v.parse(listingSchema, said));
    memorize(request, null, { [name]: version });
    return version;
  });
}
