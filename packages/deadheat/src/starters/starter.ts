import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import type { Runtime } from "@deadheat/journal";
import type { Exchange } from "@deadheat/measure";
import { bundleApps, type App } from "./bundle.ts";

/** An app of this repository that serves with an installed framework of any version that has the same API. */
export interface Starter {
  readonly framework: string;
  /** The npm package of the framework. */
  readonly package: string;
  /** What has to be installed beside it: package -> version or range. */
  readonly dependencies: Readonly<Record<string, string>>;
  /**
   * Of main.mjs, to lie beside node_modules and to be started there without arguments; prints the readiness line of
   * @deadheat/adapter and listens on PORT.
   */
  readonly code: string;
  /** Those that it runs on. */
  readonly runtimes: readonly Runtime[];
}

/** What a starter is asked where nothing else is said. */
export const starterExchange: Exchange = {
  request: { method: "GET", path: "/hello", headers: {}, body: null },
  response: { status: 200, mediaType: "text/plain", body: "Hello World!" },
};

/** In the published package the apps are bundled already; in a clone that takes a tenth of a second. */
const built = join(import.meta.dirname, "starters.json");
let read: readonly App[] | null = null;

function apps(): readonly App[] {
  read ??= existsSync(built) ? (JSON.parse(readFileSync(built, "utf8")) as App[]) : bundleApps();
  return read;
}

/** The packages that there is a starter for. */
export function starterNames(): string[] {
  return apps().map((app) => app.package);
}

/**
 * @param wanted the framework's version, range or tag that is asked for, or its address: what lies beside it must fit
 * @returns null where there is no app for that package, or none that runs on `runtime`
 */
export function starterFor(packageName: string, runtime: Runtime, wanted: string): Starter | null {
  const app = apps().find((one) => one.package === packageName);
  const bundled = app?.on[runtime];
  if (app === undefined || bundled === undefined) return null;
  const dependencies = Object.entries(bundled.dependencies).map(([name, pinned]) => [
    name,
    app.lockstep.includes(name)
      ? releasedWith(wanted, pinned)
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

/** The newest that was there with that version of the framework: a release may have left a package out. */
function releasedWith(wanted: string, pinned: string): string {
  const exact = semver.parse(wanted);
  if (exact !== null) return `>=${exact.major}.0.0-0 <=${exact.version}`;
  const isRangeOrTag = /^[^/:]*$/.test(wanted);
  return isRangeOrTag ? wanted : pinned;
}

/** What each version that may be meant by `wanted` needs; a tag or an address may mean the newest. */
function olderFor(wanted: string, byRange: Readonly<Record<string, string>>): string | undefined {
  if (semver.validRange(wanted) === null) return undefined;
  return Object.entries(byRange).find(([range]) => semver.subset(wanted, range))?.[1];
}
