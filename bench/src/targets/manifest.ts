import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { scenarios } from "@deadheat/handlers";
import * as v from "valibot";
import {
  UsageError,
  address,
  frameworkName,
  once,
  packageName,
  sentence,
  someRuntimes,
  runtimes,
  type Runtime,
} from "@deadheat/journal";
import { parseManifest, readJson } from "./manifest-file.ts";
import { findAddon, type Addon } from "./addon/addon.ts";
import { discoverRetired, isRetired, retiredSentence } from "./retired.ts";
import { appsDirectory } from "./project.ts";

const variable = v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,64}$/, "a variable's name"));

/** `apps/<framework>/target.json`: data, read without running the framework. */
export const manifestSchema = v.strictObject({
  framework: frameworkName,
  /** The npm package whose version is the target's; null for a runtime's own server. */
  package: v.nullable(packageName),
  homepage: address,
  runtimes: someRuntimes,
  /** Why it cannot be on the other runtimes. */
  unsupported: v.optional(
    v.strictObject({
      node: v.optional(sentence),
      bun: v.optional(sentence),
      deno: v.optional(sentence),
    }),
  ),
  /** Its native part, where it is nothing without one; Node only. */
  addon: v.optional(
    v.strictObject({
      package: packageName,
      file: v.pipe(
        v.string(),
        v.regex(/^(?!.*\.\.)[\w@{}][\w@{}./-]*\.node$/, "a native addon's file"),
      ),
    }),
  ),
  scenarios: v.union([
    v.literal("all"),
    v.pipe(v.array(v.picklist(scenarios.map(({ name: n }) => n))), once()),
  ]),
  /** What Deno must allow beyond the network on loopback and `PORT`. */
  deno: v.optional(
    v.strictObject({
      env: v.union([v.literal("all"), v.pipe(v.array(variable), v.maxLength(64))]),
      /** Facts of the machine, of those that `--allow-sys` names. */
      sys: v.optional(v.array(v.picklist(["hostname"]))),
      /** Files whose presence or content it looks at. */
      read: v.optional(v.array(v.pipe(v.string(), v.regex(/^\/etc\/[\w.-]+$/)))),
    }),
  ),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** A framework on a runtime. */
export interface Target {
  /** `hono/bun`. */
  readonly name: string;
  readonly framework: string;
  readonly runtime: Runtime;
  /** Absolute path of the app's folder. */
  readonly directory: string;
  /** The script that listens, below the folder. */
  readonly entry: string;
  readonly manifest: Manifest;
  /** Of the installed package; the runtime's own version where there is no package. Null: missing. */
  readonly version: string | null;
  /** Why it can run nothing, on this runtime or on this host; null: it can. */
  readonly unsupported: string | null;
  /** Its native part as it is run on this host; null: it has none. */
  readonly addon: Addon | null;
  /** Names of the scenarios that it supports. */
  readonly scenarios: readonly string[];
}

/**
 * Every target of `apps/`, by framework and runtime.
 * @throws UsageError naming the file and the field of a manifest that cannot be used.
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
  const addon = needsAddon ? findAddon(directory, needsAddon) : null;
  const unsupported = typeof addon === "string" ? addon : impossible;
  const all = manifest.scenarios === "all" ? scenarios.map((s) => s.name) : manifest.scenarios;
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
    scenarios: unsupported === null ? all : [],
  };
}

/** Why a cell of this target and a scenario that it does not support cannot be. */
export function unsupportedReason(target: Target): string {
  return target.unsupported ?? `${target.framework}'s target.json does not list it`;
}

/** Null for a framework that is retired: it has no targets. */
function readManifest(file: string, folder: string): Manifest | null {
  const data = readJson(file);
  if (isRetired(data)) return null;
  const manifest = parseManifest(manifestSchema, data, file, folder);
  const twice = manifest.runtimes.find((runtime) => manifest.unsupported?.[runtime]);
  if (twice) throw new UsageError(`${file}: field unsupported.${twice}: it is one of its runtimes`);
  return manifest;
}

function installedVersion(directory: string, manifest: Manifest, own: string): string | null {
  if (manifest.package === null) return own;
  const file = join(directory, "node_modules", manifest.package, "package.json");
  try {
    const { version } = JSON.parse(readFileSync(file, "utf8")) as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}

/**
 * The targets that `patterns` name: `hono/*`, `express/node`, `hono` (all its runtimes), `all`.
 * @throws UsageError for a pattern that names none, with the nearest that exist.
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
