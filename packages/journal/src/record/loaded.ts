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

/** Of both servers; null: not known. */
export const loadedPairSchema = v.object({ target: loadedSchema, reference: loadedSchema });
