import * as v from "valibot";

/** A package whose files a server loaded, or the app itself. It shows which code was measured. */
const loadedPackageSchema = v.object({
  /** The package's name; `.` for the app, because no package has that name. */
  name: v.string(),
  /** The version in package.json; null if that has none. */
  version: v.nullable(v.string()),
  /**
   * The real path relative to the server's folder; `(outside)` and the path from node_modules on for files elsewhere.
   */
  path: v.string(),
  /** The number of its files that were loaded. */
  files: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The hash of their contents. */
  sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/, "64 hexadecimal digits")),
});
export type LoadedPackage = v.InferOutput<typeof loadedPackageSchema>;

const loadedSchema = v.nullable(v.array(loadedPackageSchema));

/** The server that accepts the connections of a server that does not listen by itself. */
export const servedBySchema = v.object({
  /** The name of a package (`@hono/node-server`, `@deadheat/adapter`), or of a part of the runtime (`node:http`, `Bun.serve`). */
  name: v.string(),
  version: v.string(),
});
export type ServedBy = v.InferOutput<typeof servedBySchema>;

const OF_RUNTIMES = new Set(["node:http", "Bun.serve", "Deno.serve"]);

/** Returns whether a package serves the app, and not a part of the runtime. */
export function isPackage({ name }: ServedBy): boolean {
  return !OF_RUNTIMES.has(name);
}

/** null for a server that listens by itself. */
const served = v.nullable(servedBySchema);
export const servedPairSchema = v.object({ new: served, base: served });

/** The code that both servers loaded; null if not known. */
export const loadedPairSchema = v.object({ new: loadedSchema, base: loadedSchema });

/** A server that is a revision of a git repository. */
export const revisionSchema = v.object({
  /** The commit in full; HEAD for the working tree. */
  commit: v.pipe(v.string(), v.regex(/^[\da-f]{40,64}$/, "a commit's id")),
  /** True if the side is the working tree with uncommitted changes. */
  uncommitted: v.boolean(),
});

const revision = v.nullable(revisionSchema);

/** The revisions of both servers; null for a server that is no revision. */
export const revisionPairSchema = v.object({ new: revision, base: revision });
