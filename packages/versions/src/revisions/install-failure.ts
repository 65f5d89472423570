import { stripVTControlCharacters } from "node:util";
import type { Manager } from "./installation.ts";

export interface InstallFailure {
  /** A clause, such as "gone@1.0.0 is not in the registry". */
  readonly what: string;
  readonly helps: string;
  /** Whether a second try would fail alike, so that only another command can install. */
  readonly lasting: boolean;
}

/** Returns why an install failed, as far as the package manager's output says so; null if it does not. */
export function installFailure(manager: Manager, output: string): InstallFailure | null {
  const said = flatten(output);
  return (
    stale(said, manager) ?? notThere(said, manager) ?? uncached(said) ?? refused(said, manager)
  );
}

/** Returns the output in one line: pnpm 12 draws a frame and wraps, npm and Yarn begin each line with a word of their own. */
function flatten(output: string): string {
  return stripVTControlCharacters(output)
    .replaceAll(/^npm (?:error|ERR!)(?: (?:404|notarget|network))?/gm, "")
    .replaceAll(/^➤ YN\d+:/gm, "")
    .replaceAll(/[│├╰─▶×]/g, "")
    .replaceAll(/\s+/g, " ");
}

const ANOTHER_WAY = "install in another way, by a command of your own:";

const STALE =
  /`npm ci` can only install packages when|ERR_PNPM_OUTDATED_LOCKFILE|Your lockfile needs to be updated|lockfile would have been (?:modified|created)|lockfile had changes, but lockfile is frozen/;
const STALE_DETAIL =
  /Invalid: lock file's \S+ does not satisfy \S+|Missing: \S+ from lock file|changed since bun\.lock was saved: (.+?) note:|\d+ dependenc\w+ (?:is|are) mismatched: - (.+?\))/;

function stale(said: string, manager: Manager): InstallFailure | null {
  if (!STALE.test(said)) return null;
  const [whole, ...groups] = STALE_DETAIL.exec(said) ?? [];
  const detail = groups.find((group) => group !== undefined) ?? whole;
  return {
    what: `its lockfile does not fit its package.json${detail === undefined ? "" : ` (${detail})`}`,
    helps: `Commit the lockfile that \`${PLAIN[manager]}\` writes, or ${ANOTHER_WAY} --setup "${PLAIN[manager]}".`,
    lasting: true,
  };
}

const PLAIN: Readonly<Record<Manager, string>> = {
  npm: "npm install",
  pnpm: "pnpm install --no-frozen-lockfile",
  yarn: "yarn install",
  berry: "yarn install --no-immutable",
  bun: "bun install",
};

const UNMATCHED = [
  /No matching version found for (?<spec>(?:@[^\s@]+|[^\s@]+)@\S+)/,
  /Couldn't find any versions for "(?<name>[^"]+)" that matches "(?<range>[^"]+)"/,
  /(?<spec>\S+): No candidates found/,
  /No version matching "(?<range>[^"]+)" found for specifier "(?<name>[^"]+)"/,
];

/** A package is named best by what asked for it, else by its address. */
const MISSING = [
  /requested resource '(?<spec>[^']+)' could not be found/,
  /Couldn't find package "(?<spec>[^"]+)"/,
  /(?<spec>\S+): Package not found/,
  /Not Found - 404 Failed to resolve (?<spec>\S+)/,
  /GET \S+ - 404 error: (?<spec>\S+) failed to resolve/,
  /GET (?<spec>https?:\S+?):? (?:Not Found )?- 404/,
  /metadata from (?<spec>https?:\S+?): HTTP status client error \(404/,
  /(?<spec>https?:\S+?): (?:Request failed "404 Not Found"|Not found)/,
];

/** Installs without development dependencies. Servers rarely need those, and they are missing most often. */
const WITHOUT_DEV: Readonly<Record<Manager, string>> = {
  npm: "npm install --omit=dev",
  pnpm: "pnpm install --prod --no-frozen-lockfile",
  yarn: "yarn install --production",
  berry: "yarn workspaces focus --production",
  bun: "bun install --production",
};

const WANTED_BY = /installing the dependencies of (\S+)|required by "([^"]+)"/;

function notThere(said: string, manager: Manager): InstallFailure | null {
  const unmatched = specIn(said, UNMATCHED);
  const missing = unmatched ?? specIn(said, MISSING);
  if (missing === null) return null;
  const [, pnpms, yarns] = WANTED_BY.exec(said) ?? [];
  const by = pnpms ?? yarns;
  return {
    what:
      `the registry ${unmatched === null ? "does not have" : "has no version for"} ${missing}` +
      (by === undefined ? "" : `, which ${by} depends on`),
    helps: `If the package is private, log in to its registry (npm login). Otherwise ${ANOTHER_WAY} --setup "${WITHOUT_DEV[manager]}".`,
    lasting: true,
  };
}

const UNCACHED = [
  /ENOTCACHED request to (?<spec>\S+)/,
  /ERR_PNPM_NO_OFFLINE_\w+:? (?:Failed to resolve |Could not find |A package is missing from the store but cannot download it in offline mode\. The missing package may be downloaded from )?(?<spec>\S+)/,
  /Can't make a request in offline mode \("(?<spec>[^"]+)"\)/,
  /(?<spec>\S+): Request to \S+ has been blocked because of your configuration/,
  /--offline: "(?<spec>[^"]+)" is not in the cache/,
];

function uncached(said: string): InstallFailure | null {
  const spec = specIn(said, UNCACHED);
  const what = `${spec} is not in the package manager's cache`;
  return spec === null ? null : { what, helps: "Run once without --offline.", lasting: false };
}

const REFUSED =
  /\b(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|E?TIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET\w*|ConnectionRefused|ConnectionClosed|DNSResolveFailed|FailedToOpenSocket|ERR_PNPM_RESOLVING_NPM_RESOLVER_NETWORK_ERROR)\b|Connection refused|dns error|trouble with your network|operation timed out|socket hang up/;
const ADDRESS =
  /(?:request to|GET|metadata from|Failed to fetch) (https?:\/\/[^\s/]+)|getaddrinfo \w+ (\S+)|connect E\w+ (\S+)/;

function refused(said: string, manager: Manager): InstallFailure | null {
  const [word] = REFUSED.exec(said) ?? [];
  if (word === undefined) return null;
  const host = ADDRESS.exec(said)?.slice(1).find(Boolean);
  const tool = manager === "berry" ? "yarn" : manager;
  return {
    what: `the registry${host === undefined ? "" : ` (${host})`} cannot be reached (${word})`,
    helps: `Check the network, the proxy and the registry's address, or add --offline to install from ${tool}'s own cache.`,
    lasting: false,
  };
}

function specIn(said: string, patterns: readonly RegExp[]): string | null {
  const found = patterns.map((pattern) => pattern.exec(said)?.groups).find(Boolean);
  return found ? tidy(found["spec"] ?? `${found["name"]}@${found["range"]}`) : null;
}

/** Returns `name@version` of Yarn's `name@npm:version`, and of a package's or tarball's address. */
function tidy(spec: string): string {
  const [, address = ""] = /(https?:\/\/\S+?)\.?$/.exec(spec) ?? [];
  if (address === "") return spec.replace(/(.)@npm:/, "$1@").replace(/[.,:]$/, "");
  const path = decodeURIComponent(new URL(address).pathname);
  const [, name, file = ""] =
    /\/((?:@[^/]+\/)?[^/]+?)(?:\/-\/(?:@[^/]+\/)?([^/]+)\.tgz)?\/?$/.exec(path) ?? [];
  if (name === undefined) return address;
  const version = file.slice((name.split("/").at(-1) ?? "").length + 1);
  return version === "" ? name : `${name}@${version}`;
}
