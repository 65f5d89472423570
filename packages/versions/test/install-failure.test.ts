import assert from "node:assert/strict";
import { test } from "node:test";
import { installFailure } from "../src/revisions/install-failure.ts";
import type { Manager } from "../src/revisions/installation.ts";

/** The words of npm 11.19, pnpm 9.15 and 12.21, Yarn 1.22 and 4.18, and Bun 1.4, but for the registry's address. */
type Said = readonly [Manager, output: string, what: string | RegExp];

function assertSaid(cases: readonly Said[], helps: RegExp, lasting: boolean): void {
  for (const [manager, output, what] of cases) {
    const failure = installFailure(manager, output);
    assert.ok(failure !== null, `${manager}: ${output}`);
    if (typeof what === "string") assert.equal(failure.what, what, manager);
    else assert.match(failure.what, what, manager);
    assert.match(failure.helps, helps, manager);
    assert.equal(failure.lasting, lasting, manager);
  }
}

test("a package that the registry does not have is named, with who depends on it", () => {
  const gone = "the registry does not have gone@1.0.0";
  const lost = "the registry does not have not-there@^2.0.0";
  const cases: Said[] = [
    [
      "npm",
      `npm error code E404
npm error 404 Not Found - GET https://registry.test/gone/-/gone-1.0.0.tgz - Not found
npm error 404
npm error 404  The requested resource 'gone@https://registry.test/gone/-/gone-1.0.0.tgz' could not be found or you do not have permission to access it.
npm error 404`,
      gone,
    ],
    [
      "npm",
      `npm ERR! code E404
npm ERR! 404 Not Found - GET https://registry.test/@scope%2fgone - Not found
npm ERR! 404
npm ERR! 404  '@scope/gone@^2.0.0' is not in this registry.
npm ERR! 404  The requested resource '@scope/gone@^2.0.0' could not be found or you do not have permission to access it.`,
      "the registry does not have @scope/gone@^2.0.0",
    ],
    [
      "pnpm",
      `Progress: resolved 1, reused 0, downloaded 0, added 0
 ERR_PNPM_FETCH_404  GET https://registry.test/@scope%2Fgone/-/gone-1.0.0.tgz: Not Found - 404

No authorization header was set for the request.`,
      "the registry does not have @scope/gone@1.0.0",
    ],
    [
      "pnpm",
      ` ERR_PNPM_FETCH_404  GET https://registry.test/not-there: Not Found - 404

This error happened while installing the dependencies of lost@1.0.0

not-there is not in the npm registry, or you have no permission to fetch it.`,
      "the registry does not have not-there, which lost@1.0.0 depends on",
    ],
    [
      "pnpm",
      `Error: ERR_PNPM_FETCH_404

  × installing dependencies
  ├─▶ Failed to resolve dependency tree: GET https://registry.test/not-there:
  │   Not Found - 404
  │   
  │   Failed to resolve not-there@^2.0.0
  │   This error happened while installing the dependencies of lost@1.0.0
  ╰─▶ GET https://registry.test/not-there: Not Found - 404
  help: not-there is not in the npm registry, or you have no permission to
        fetch it.`,
      `${lost}, which lost@1.0.0 depends on`,
    ],
    [
      "pnpm",
      `Error: ERR_PNPM_META_FETCH_FAIL

  × installing dependencies
  ╰─▶ ERR_PNPM_RESOLVING_NPM_RESOLVER_NETWORK_ERROR: Failed to fetch metadata
      from https://registry.test/gone: HTTP status client error (404 Not
      Found)`,
      "the registry does not have gone",
    ],
    [
      "yarn",
      `[2/4] Fetching packages...
error Error: https://registry.test/gone/-/gone-1.0.0.tgz: Request failed "404 Not Found"
    at ResponseError.ExtendableBuiltin (lib/cli.js:696:66)`,
      gone,
    ],
    [
      "yarn",
      `[1/4] Resolving packages...
error Couldn't find package "not-there@^2.0.0" required by "lost@^1.0.0" on the "npm" registry.`,
      `${lost}, which lost@^1.0.0 depends on`,
    ],
    [
      "berry",
      `➤ YN0000: ┌ Fetch step
➤ YN0035: │ gone@npm:1.0.0: Package not found
➤ YN0035: │   Response Code: 404 (Not Found)
➤ YN0035: │   Request URL: https://registry.test/gone/-/gone-1.0.0.tgz`,
      gone,
    ],
    ["bun", "error: GET https://registry.test/gone/-/gone-1.0.0.tgz - 404", gone],
    [
      "bun",
      `Resolving dependencies
error: GET https://registry.test/not-there - 404
error: not-there@^2.0.0 failed to resolve`,
      lost,
    ],
  ];
  assertSaid(cases, /npm login.*--setup "(?:npm|pnpm|yarn|bun) /, true);
});

test("a version that the registry does not have is named, with who depends on it", () => {
  const none = "the registry has no version for leaf@^7.0.0";
  const cases: Said[] = [
    [
      "npm",
      `npm error code ETARGET
npm error notarget No matching version found for leaf@^7.0.0.
npm error notarget In most cases you or one of your dependencies are requesting a package version that doesn't exist.`,
      none,
    ],
    [
      "pnpm",
      ` ERR_PNPM_NO_MATCHING_VERSION  No matching version found for leaf@^7.0.0

This error happened while installing the dependencies of old@1.0.0

The latest release of leaf is "1.1.0".`,
      `${none}, which old@1.0.0 depends on`,
    ],
    [
      "pnpm",
      `Error: ERR_PNPM_NO_MATCHING_VERSION

  × installing dependencies
  ├─▶ Failed to resolve dependency tree: No matching version found for
  │   leaf@^7.0.0 while fetching it from https://registry.test/
  │   
  │   Failed to resolve leaf@^7.0.0
  │   This error happened while installing the dependencies of old@1.0.0`,
      `${none}, which old@1.0.0 depends on`,
    ],
    ["yarn", `error Couldn't find any versions for "leaf" that matches "^7.0.0"`, none],
    ["berry", "➤ YN0082: │ leaf@npm:^7.0.0: No candidates found", none],
    [
      "bun",
      `error: No version matching "^7.0.0" found for specifier "leaf" (but package exists)
error: leaf@^7.0.0 failed to resolve`,
      none,
    ],
  ];
  assertSaid(cases, /npm login.*--setup/, true);
});

test("a registry that cannot be reached is named, with --offline", () => {
  const cases: Said[] = [
    [
      "npm",
      `npm error code ECONNREFUSED
npm error syscall connect
npm error errno ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:4873/wants/-/wants-1.0.0.tgz failed, reason: connect ECONNREFUSED 127.0.0.1:4873
npm error If you are behind a proxy, please make sure that the 'proxy' config is set properly.`,
      "the registry (http://127.0.0.1:4873) cannot be reached (ECONNREFUSED)",
    ],
    [
      "npm",
      `npm error code ENOTFOUND
npm error network request to https://registry.test/leaf failed, reason: getaddrinfo ENOTFOUND registry.test`,
      "the registry (https://registry.test) cannot be reached (ENOTFOUND)",
    ],
    [
      "pnpm",
      ` WARN  GET https://registry.test/old error (ECONNREFUSED). Will retry in 1 second. 1 retries left.
 ERR_PNPM_META_FETCH_FAIL  GET https://registry.test/old: request to https://registry.test/old failed, reason: connect ECONNREFUSED 127.0.0.1:4873`,
      "the registry (https://registry.test) cannot be reached (ECONNREFUSED)",
    ],
    [
      "pnpm",
      `  × installing dependencies
  ├─▶ Failed to resolve dependency tree: Failed to fetch metadata from
  │   https://registry.test/lost: error sending request: client error
  │   (Connect): tcp connect error: Connection refused (os error 111)`,
      "the registry (https://registry.test) cannot be reached (Connection refused)",
    ],
    [
      "yarn",
      "error Error: connect ECONNREFUSED 127.0.0.1:4873\n    at TCPConnectWrap.afterConnect",
      "the registry (127.0.0.1:4873) cannot be reached (ECONNREFUSED)",
    ],
    [
      "yarn",
      `info There appears to be trouble with your network connection. Retrying...
error Error: getaddrinfo ENOTFOUND registry.test`,
      /^the registry \(registry\.test\) cannot be reached/,
    ],
    [
      "berry",
      "➤ YN0001: │ Error [ERR_SOCKET_CLOSED_BEFORE_CONNECTION]: Socket closed before the connection was established",
      "the registry cannot be reached (ERR_SOCKET_CLOSED_BEFORE_CONNECTION)",
    ],
    [
      "bun",
      "error: ConnectionRefused downloading tarball gone@1.0.0",
      "the registry cannot be reached (ConnectionRefused)",
    ],
    [
      "bun",
      "error: DNSResolveFailed downloading package manifest leaf",
      "the registry cannot be reached (DNSResolveFailed)",
    ],
  ];
  assertSaid(cases, /Check the network, .*--offline/, false);
});

test("with --offline, a package that is not in the cache is named", () => {
  const url = "https://registry.test/gone/-/gone-1.0.0.tgz";
  const gone = "gone@1.0.0 is not in the package manager's cache";
  const cases: Said[] = [
    [
      "npm",
      `npm error code ENOTCACHED\nnpm error request to ${url} failed: cache mode is 'only-if-cached' but no cached response is available.`,
      gone,
    ],
    [
      "pnpm",
      `  ╰─▶ ERR_PNPM_NO_OFFLINE_META: Failed to resolve gone in package mirror /tmp/
      cache/pnpm/v12/metadata-full/gone.jsonl`,
      "gone is not in the package manager's cache",
    ],
    [
      "pnpm",
      ` ERR_PNPM_NO_OFFLINE_TARBALL  A package is missing from the store but cannot download it in offline mode. The missing package may be downloaded from ${url}.`,
      gone,
    ],
    ["yarn", `error Can't make a request in offline mode ("${url}")`, gone],
    [
      "berry",
      `➤ YN0080: │ gone@npm:1.0.0: Request to '${url}' has been blocked because of your configuration settings`,
      gone,
    ],
    ["bun", 'error: --offline: "gone" is not in the cache', /^gone is not in the package/],
  ];
  assertSaid(cases, /^Run once without --offline\.$/, false);
});

test("a lockfile that does not fit package.json is said to be that, with what to run", () => {
  const stale = "its lockfile does not fit its package.json";
  const cases: Said[] = [
    [
      "npm",
      `npm error code EUSAGE
npm error
npm error \`npm ci\` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with \`npm install\` before continuing.
npm error
npm error Invalid: lock file's leaf@1.0.0 does not satisfy leaf@1.1.0
npm error
npm error Clean install a project`,
      `${stale} (Invalid: lock file's leaf@1.0.0 does not satisfy leaf@1.1.0)`,
    ],
    [
      "pnpm",
      ` ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with <ROOT>/package.json`,
      stale,
    ],
    [
      "pnpm",
      `Error: ERR_PNPM_OUTDATED_LOCKFILE

  × installing dependencies
  ╰─▶ Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up
      to date with package.json.
      
        Failure reason:
        specifiers in the lockfile don't match specifiers in package.json:
      * in importers["."]:
      * 1 dependency is mismatched:
        - leaf (lockfile: 1.0.0, manifest: ^1.1.0)
  help: Regenerate the lockfile`,
      `${stale} (leaf (lockfile: 1.0.0, manifest: ^1.1.0))`,
    ],
    [
      "yarn",
      "error Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`.",
      stale,
    ],
    [
      "berry",
      "➤ YN0028: │ The lockfile would have been modified by this install, which is explicitly forbidden.",
      stale,
    ],
    [
      "bun",
      `error: lockfile had changes, but lockfile is frozen
note: dependencies in package.json changed since bun.lock was saved: leaf changed from 1.0.0 to ^1.1.0
note: try re-running without --frozen-lockfile and commit the updated lockfile`,
      `${stale} (leaf changed from 1.0.0 to ^1.1.0)`,
    ],
  ];
  assertSaid(cases, /^Commit the lockfile .*--setup "\w+ install/, true);
});

test("any other failure is left to the package manager's own words", () => {
  assert.equal(
    installFailure("npm", "npm error code EBADENGINE\nnpm error Unsupported engine"),
    null,
  );
});
