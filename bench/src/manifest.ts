import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { scenarios } from "@deadheat/handlers";
import * as v from "valibot";
import { UsageError } from "./errors.ts";
import { appsDirectory } from "./project.ts";

export const runtimes = ["node", "bun", "deno"] as const;
export type Runtime = (typeof runtimes)[number];

/** The thinnest server of each runtime: the reference of that runtime's targets. */
export const floors: Readonly<Record<Runtime, string>> = {
  node: "node-http/node",
  bun: "fetch/bun",
  deno: "fetch/deno",
};

const name = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, "lower-case letters, digits, dots and dashes"),
);
const variable = v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,64}$/, "a variable's name"));

/** `apps/<framework>/target.json`: data, read without running the framework. */
export const manifestSchema = v.strictObject({
  framework: name,
  /** The npm package whose version is the target's; null for a runtime's own server. */
  package: v.nullable(
    v.pipe(
      v.string(),
      v.regex(/^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/, "an npm package's name"),
    ),
  ),
  homepage: v.pipe(v.string(), v.url(), v.startsWith("https://")),
  runtimes: v.pipe(v.array(v.picklist(runtimes)), v.minLength(1)),
  scenarios: v.union([v.literal("all"), v.array(v.picklist(scenarios.map(({ name: n }) => n)))]),
  /** What Deno must allow beyond the network on loopback and `PORT`. */
  deno: v.optional(
    v.strictObject({
      env: v.union([v.literal("all"), v.array(variable)]),
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
    return manifest.runtimes.map((runtime) => ({
      name: `${manifest.framework}/${runtime}`,
      framework: manifest.framework,
      runtime,
      directory: join(directory, folder),
      entry: "src/main.ts",
      manifest,
      version: installedVersion(join(directory, folder), manifest, runtimeVersions[runtime]),
      scenarios: manifest.scenarios === "all" ? scenarios.map((s) => s.name) : manifest.scenarios,
    }));
  });
}

function readManifest(file: string, folder: string): Manifest {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file}: no JSON: ${String(error)}`);
  }
  const parsed = v.safeParse(manifestSchema, data);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const field = v.getDotPath(issue) ?? "(the whole)";
    throw new UsageError(`${file}: field ${field}: ${issue.message}`);
  }
  if (parsed.output.framework !== folder) {
    throw new UsageError(`${file}: field framework: must be its folder's name, ${folder}`);
  }
  return parsed.output;
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
