import * as v from "valibot";

/** One package whose files a server has loaded, or the app itself: which code was measured. */
export const loadedPackageSchema = v.object({
  /** `.` for the app: no package has that name. */
  name: v.string(),
  /** As its package.json says; null where that says none. */
  version: v.nullable(v.string()),
  /** Real, and relative to what the server was to load from; `(outside)`, from node_modules on, for what lies elsewhere. */
  path: v.string(),
  /** How many of its files were loaded. */
  files: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Of their contents. */
  sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/, "64 hexadecimal digits")),
});
export type LoadedPackage = v.InferOutput<typeof loadedPackageSchema>;

const loadedSchema = v.nullable(v.array(loadedPackageSchema));

/** What accepts the connections of a server that does not listen by itself. */
export const servedBySchema = v.object({
  /** A package (`@hono/node-server`, `@deadheat/adapter`), or a part of the runtime (`node:http`, `Bun.serve`). */
  name: v.string(),
  /** The package's version, or the runtime's. */
  version: v.string(),
});
export type ServedBy = v.InferOutput<typeof servedBySchema>;

const OF_RUNTIMES = new Set(["node:http", "Bun.serve", "Deno.serve"]);

/** Whether a package serves the app, and not a part of the runtime. */
export function isPackage({ name }: ServedBy): boolean {
  return !OF_RUNTIMES.has(name);
}

/** null for a server that listens by itself. */
const served = v.nullable(servedBySchema);
export const servedPairSchema = v.object({ target: served, reference: served });

/** Of both servers; null: not known. */
export const loadedPairSchema = v.object({ target: loadedSchema, reference: loadedSchema });
