import { join } from "node:path";
import { scenarios } from "@deadheat/handlers";
import {
  attempt,
  UsageError,
  referenceOf,
  runtimeFacts,
  runtimes,
  type Retired,
  type Runtime,
} from "@deadheat/journal";
import { readManifests } from "./manifest-file.ts";
import { lackOf } from "./means.ts";
import { findAddon } from "@deadheat/addon";
import { thisHost } from "@deadheat/measure";
import { appsDirectory } from "./project.ts";
import { NOT_INSTALLED, readVersion } from "./tools.ts";
import { type Manifest, type Target } from "./manifest.ts";

/**
 * Returns every target of `apps/`, sorted by framework and runtime.
 * @throws UsageError that names the file and the field of an invalid manifest
 */
export function discoverTargets(
  runtimeVersions: Readonly<Record<Runtime, string>>,
  directory: string = appsDirectory,
): Target[] {
  return readManifests(directory).running.flatMap((manifest) => {
    const folder = join(directory, manifest.framework);
    const twice = manifest.runtimes.find((runtime) => manifest.unsupported?.[runtime]);
    if (twice) {
      const file = join(folder, "target.json");
      throw new UsageError(`${file}: field unsupported.${twice}: the runtime is also in runtimes`);
    }
    return runtimes
      .filter((runtime) => manifest.runtimes.includes(runtime) || manifest.unsupported?.[runtime])
      .map((runtime) => targetOf(folder, manifest, runtime, runtimeVersions));
  });
}

/**
 * Returns the retired frameworks of `apps/`. They are listed but never run.
 * @throws UsageError that names the file and the field of an invalid manifest
 */
export function discoverRetired(): Retired[] {
  return readManifests(appsDirectory).retired;
}

export function named(name: string, targets: readonly Target[]): Target {
  const found = targets.find((target) => target.name === name);
  if (!found) throw new UsageError(`the floor ${name} is missing from apps/`);
  return found;
}

/** Returns the floor of a target. The floor of a floor is node:http, which makes the bridge. */
export function floorOf(target: Target, targets: readonly Target[]): Target {
  return named(referenceOf(target), targets);
}

function targetOf(
  directory: string,
  manifest: Manifest,
  runtime: Runtime,
  runtimeVersions: Readonly<Record<Runtime, string>>,
): Target {
  const version = installedVersion(directory, manifest, runtimeVersions[runtime]);
  const impossible = manifest.unsupported?.[runtime] ?? absence(runtime, runtimeVersions);
  const needsAddon = impossible === null && version !== null && manifest.addon;
  const addon = needsAddon ? findAddon(directory, needsAddon, thisHost()) : null;
  const unsupported = typeof addon === "string" ? addon : impossible;
  const all = manifest.scenarios === "all" ? scenarios.map((s) => s.name) : manifest.scenarios;
  const lacking = all
    .map((scenario) => [scenario, lackOf(directory, manifest, runtime, scenario)] as const)
    .filter((entry): entry is readonly [string, string] => entry[1] !== null);
  const lacks = Object.fromEntries(lacking);
  return {
    name: `${manifest.framework}/${runtime}`,
    framework: manifest.framework,
    runtime,
    directory,
    entry: "src/main.ts",
    manifest,
    version,
    unsupported,
    addon: typeof addon === "string" ? null : addon,
    scenarios: unsupported === null ? all.filter((scenario) => !(scenario in lacks)) : [],
    lacks,
  };
}

/** Returns the reason if an optional runtime is not on this machine. */
function absence(runtime: Runtime, versions: Readonly<Record<Runtime, string>>): string | null {
  const { isOptional, label } = runtimeFacts[runtime];
  if (!isOptional || versions[runtime] !== NOT_INSTALLED) return null;
  return `${label} is not installed: npm has no build of it for this machine, or \`pnpm install\` has not run`;
}

function installedVersion(directory: string, manifest: Manifest, own: string): string | null {
  const { package: name } = manifest;
  if (name === null) return own;
  return attempt(() => readVersion(join(directory, "node_modules", name)));
}

/**
 * Returns the targets that `patterns` name: `hono/*`, `express/node`, `hono` (on all runtimes), `all`.
 * @throws UsageError for a pattern that names no target, with the existing frameworks
 */
export function selectTargets(targets: readonly Target[], patterns: readonly string[]): Target[] {
  const chosen = new Set<Target>();
  for (const pattern of patterns) {
    const matching = targets.filter((target) => matches(target, pattern));
    if (matching.length === 0) {
      const gone = discoverRetired().find(({ framework }) => framework === pattern.split("/")[0]);
      if (gone) {
        const { reason, kin } = gone.retired;
        throw new UsageError(
          `${gone.framework} is retired: ${reason}. The closest alternative is ${kin}.`,
        );
      }
      const known = [...new Set(targets.map((target) => target.framework))].join(", ");
      throw new UsageError(
        `no target is called ${JSON.stringify(pattern)}. Write framework/runtime, for instance ` +
          `hono/bun or hono/*. Frameworks: ${known}. Runtimes: ${runtimes.join(", ")}.`,
      );
    }
    for (const target of matching) chosen.add(target);
  }
  return targets.filter((target) => chosen.has(target));
}

/** Returns whether a pattern such as `hono/*`, `hono` or `all` names a target. An optional runtime must be spelled out. */
export function matches(target: Pick<Target, "framework" | "runtime">, pattern: string): boolean {
  const [framework, runtime = "*"] = pattern === "all" ? ["*"] : pattern.split("/");
  return (
    (framework === "*" || framework === target.framework) &&
    (runtime === "*" ? !runtimeFacts[target.runtime].isOptional : runtime === target.runtime)
  );
}
