import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { scenarios } from "@deadheat/handlers";
import { UsageError, runtimes, type Runtime } from "@deadheat/journal";
import { parseManifest, readJson } from "./manifest-file.ts";
import { lackOf } from "./means.ts";
import { findAddon } from "@deadheat/addon";
import { thisHost } from "@deadheat/measure";
import { discoverRetired, isRetired, retiredSentence } from "./retired.ts";
import { appsDirectory } from "./project.ts";
import { readVersion } from "./tools.ts";
import { manifestSchema, type Manifest, type Target } from "./manifest.ts";

/**
 * Returns every target of `apps/`, sorted by framework and runtime.
 * @throws UsageError that names the file and the field of an invalid manifest
 */
export function discoverTargets(
  runtimeVersions: Readonly<Record<Runtime, string>>,
  directory: string = appsDirectory,
): Target[] {
  const folders = readdirSync(directory, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && existsSync(join(directory, entry.name, "target.json")),
    )
    .map((entry) => entry.name)
    .toSorted();
  return folders.flatMap((folder) => {
    const manifest = readManifest(join(directory, folder, "target.json"), folder);
    if (manifest === null) return [];
    return runtimes
      .filter((runtime) => manifest.runtimes.includes(runtime) || manifest.unsupported?.[runtime])
      .map((runtime) => targetOf(join(directory, folder), manifest, runtime, runtimeVersions));
  });
}

function targetOf(
  directory: string,
  manifest: Manifest,
  runtime: Runtime,
  runtimeVersions: Readonly<Record<Runtime, string>>,
): Target {
  const version = installedVersion(directory, manifest, runtimeVersions[runtime]);
  const impossible = manifest.unsupported?.[runtime] ?? null;
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

/** Returns the manifest, or null for a retired framework, which has no targets. */
function readManifest(file: string, folder: string): Manifest | null {
  const data = readJson(file);
  if (isRetired(data)) return null;
  const manifest = parseManifest(manifestSchema, data, file, folder);
  const twice = manifest.runtimes.find((runtime) => manifest.unsupported?.[runtime]);
  if (twice)
    throw new UsageError(`${file}: field unsupported.${twice}: the runtime is also in runtimes`);
  return manifest;
}

function installedVersion(directory: string, manifest: Manifest, own: string): string | null {
  if (manifest.package === null) return own;
  try {
    return readVersion(join(directory, "node_modules", manifest.package));
  } catch {
    return null;
  }
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
      const retired = discoverRetired().find(
        ({ framework }) => framework === pattern.split("/")[0],
      );
      if (retired) throw new UsageError(`${retiredSentence(retired)}, which can be measured`);
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

function matches(target: Target, pattern: string): boolean {
  if (pattern === "all") return true;
  const [framework, runtime = "*"] = pattern.split("/");
  return (
    (framework === "*" || framework === target.framework) &&
    (runtime === "*" || runtime === target.runtime)
  );
}
