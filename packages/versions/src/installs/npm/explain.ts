import npa from "npm-package-arg";
import semver from "semver";
import * as v from "valibot";
import { UsageError } from "@deadheat/journal";
import { EnvironmentError } from "@deadheat/measure";
import type { Resolution } from "../cache/resolutions.ts";
import { askingAnew, NpmFailed, runNpm } from "./run.ts";

const listingSchema = v.object({
  "dist-tags": v.record(v.string(), v.string()),
  versions: v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((versions) => [versions].flat()),
  ),
});

/** What the registry has of a package. */
export type Listing = v.InferOutput<typeof listingSchema>;

/** @throws NpmFailed, `E404` where there is no such package */
export async function listingOf(
  name: string,
  { cwd, empty, signal }: Pick<Failing, "cwd" | "empty" | "signal">,
): Promise<Listing> {
  const args = ["view", name, "dist-tags", "versions", ...askingAnew(empty)];
  const said: unknown = JSON.parse(await runNpm(args, cwd, signal));
  // npm 12 answers with a list, also of one.
  return v.parse(listingSchema, Array.isArray(said) ? said[0] : said);
}

/**
 * The version that a range or tag means.
 * @throws UsageError where there is none
 */
export function pickVersion(name: string, range: string, listing: Listing): string {
  const tags = listing["dist-tags"];
  const picked =
    semver.validRange(range) === null ? tags[range] : semver.maxSatisfying(listing.versions, range);
  if (picked) return picked;
  throw new UsageError(
    semver.validRange(range) === null
      ? `${name}@${range}: ${name} has no tag ${range}; it has ${Object.keys(tags).join(", ")}`
      : `${name}@${range}: no version of ${name} is ${range}; the latest is ${tags["latest"]}`,
  );
}

/** What failed, and where: for whoever reads the message. */
export interface Failing {
  readonly wanted: Readonly<Record<string, string>>;
  /** What the same was resolved to earlier. */
  readonly earlier: Resolution | null;
  /** A folder in which npm finds the settings. */
  readonly cwd: string;
  /** For what npm learns now. */
  readonly empty: string;
  readonly signal: AbortSignal;
}

/**
 * What to tell of an npm that has failed: which of those that were asked for is not there, whether the registry could not be
 * reached, else npm's own words.
 */
export async function explained(error: unknown, failing: Failing): Promise<unknown> {
  if (!(error instanceof NpmFailed)) return error;
  if (isUnreachable(error)) return unreachable(error, failing);
  if (error.code === "E404" || error.code === "ETARGET") {
    try {
      await requireListed(failing);
    } catch (missing) {
      if (missing instanceof UsageError) return missing;
    }
  }
  const todo = TODO[error.code ?? ""] ?? "what npm names has to be mended first";
  const code = error.code === null ? "" : ` (${error.code})`;
  return new EnvironmentError(
    `${words(failing.wanted)} cannot be installed: ${todo}; npm says: ${error.message}${code}`,
  );
}

const TODO: Readonly<Record<string, string>> = {
  E404: "a package that it depends on is not in the registry",
  ETARGET: "a version that it depends on is not in the registry",
  EINTEGRITY:
    "what came is not what the registry's list promises: try again, and do not trust it if that stays",
  ERESOLVE: "its dependencies do not go together",
  EUNSUPPORTEDPROTOCOL:
    "npm does not know what that project's package manager does (workspace:, catalog:)",
  E401: "the registry wants to know who you are (npm login)",
  E403: "the registry does not allow it to you (npm login)",
  ENOSPC: "free some space",
};

export const words = (wanted: Readonly<Record<string, string>>): string =>
  Object.entries(wanted)
    .map(([name, range]) => `${name}@${range}`)
    .join(", ");

/** The system's codes of sockets and names, npm's own of time, and answers of a registry that is not well. */
function isUnreachable({ code }: NpmFailed): boolean {
  return /^(?:EAI_AGAIN|ENOTFOUND|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EPIPE|E5\d\d|FETCH_ERROR|ERR_SOCKET_TIMEOUT|.*TIMEOUT)$/.test(
    code ?? "",
  );
}

function unreachable({ message }: NpmFailed, { wanted, earlier }: Failing): EnvironmentError {
  const so = `the registry cannot be reached for ${words(wanted)} (${message})`;
  if (earlier === null)
    return new EnvironmentError(`${so}: look at the network, or npm's registry and proxy`);
  const { versions, resolvedAt } = earlier;
  const had = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return new EnvironmentError(
    `${so}: --offline takes ${had.join(", ")}, as resolved on ${resolvedAt.slice(0, 10)}`,
  );
}

/** Each that was asked for is in the registry: else the UsageError of the first that is not. */
async function requireListed({ wanted, ...where }: Failing): Promise<void> {
  for (const [as, range] of Object.entries(wanted)) {
    const asked = npa.resolve(as, range);
    const { name, registry, fetchSpec } = asked.type === "alias" ? asked.subSpec : asked;
    if (!registry || name === null || fetchSpec === null) continue;
    try {
      pickVersion(name, fetchSpec, await listingOf(name, where));
    } catch (error) {
      if (!(error instanceof NpmFailed) || error.code !== "E404") throw error;
      throw new UsageError(
        `${as}@${range}: the registry has no package ${name}, or not for you (npm login)`,
      );
    }
  }
}
