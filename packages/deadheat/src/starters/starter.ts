import semver from "semver";
import { UsageError, type Runtime } from "@deadheat/journal";
import type { Exchange } from "@deadheat/measure";
import { releasedWith } from "@deadheat/versions";
import { appPackages, bundleApps, type App, type Bundled } from "#starters";

/**
 * An app of this repository that can serve any installed version of its framework that has the same API. Place its code as
 * main.mjs beside node_modules, and start it there without arguments. It prints the readiness line of @deadheat/adapter and
 * listens on PORT.
 */
export interface Starter extends Pick<App, "framework" | "package">, Bundled {
  readonly runtimes: readonly Runtime[];
}

/** The request to a starter, and its response, unless the user names others. */
export const starterExchange: Exchange = {
  request: { method: "GET", path: "/hello", headers: {}, body: null },
  response: { status: 200, mediaType: "text/plain", body: "Hello World!" },
};

let read: readonly App[] | null = null;

function apps(): readonly App[] {
  read ??= bundleApps();
  return read;
}

let packages: readonly string[] | null = null;

export function starterNames(): readonly string[] {
  packages ??= appPackages();
  return packages;
}

export function hasStarter(packageName: string): boolean {
  return starterNames().includes(packageName);
}

/**
 * Returns the starter of a package.
 * @param wanted the framework's version, range, tag or address; the other packages must fit it
 * @returns null if there is no app for that package, or if the app does not run on `runtime`
 */
export function starterFor(packageName: string, runtime: Runtime, wanted: string): Starter | null {
  const app = apps().find((one) => one.package === packageName);
  const bundled = app?.on[runtime];
  if (app === undefined || bundled === undefined) return null;
  const dependencies = Object.entries(bundled.dependencies).map(([name, pinned]) => [
    name,
    app.lockstep.includes(name)
      ? (releasedWith(wanted) ?? pinned)
      : (olderFor(wanted, app.older[name] ?? {}) ?? pinned),
  ]);
  return {
    framework: app.framework,
    package: app.package,
    dependencies: Object.fromEntries(dependencies),
    code: bundled.code,
    runtimes: Object.keys(app.on) as Runtime[],
  };
}

/** Returns the starter of a package. @param text what the user wrote, for the message @throws UsageError if there is none */
export function requireStarter(
  packageName: string,
  runtime: Runtime,
  wanted: string,
  text: string,
): Starter {
  const starter = starterFor(packageName, runtime, wanted);
  if (starter !== null) return starter;
  throw new UsageError(
    `${text}: deadheat has no app for ${packageName} on ${runtime}. Name your own server that uses the package with --app or ` +
      "--command, or run this in a project that depends on the package",
  );
}

/** Returns the older version that all versions in `wanted` need; undefined for a tag or an address, which may be the newest. */
function olderFor(wanted: string, byRange: Readonly<Record<string, string>>): string | undefined {
  if (semver.validRange(wanted) === null) return undefined;
  return Object.entries(byRange).find(([range]) => semver.subset(wanted, range))?.[1];
}
