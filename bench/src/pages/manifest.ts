import {
  address,
  frameworkName,
  packageName,
  runtimes,
  sentence,
  someRuntimes,
} from "@deadheat/journal";
import * as v from "valibot";
import { perRuntime } from "../targets/manifest.ts";

const words = v.pipe(v.array(v.string()), v.minLength(1));

/** The schema of `apps/ssr/<name>/target.json`. */
export const pageManifestSchema = v.strictObject({
  framework: frameworkName,
  /** The npm package whose version is the target's; null for the floor. */
  package: v.nullable(packageName),
  homepage: address,
  /** The server that this one builds on: a framework's renderer, or a renderer's floor. The floor is its own reference. */
  renderer: frameworkName,
  runtimes: someRuntimes,
  /** The reason why it does not run on other runtimes. */
  unsupported: v.optional(perRuntime),
  /** The script that a runtime starts, and its arguments; `{port}` is the port. */
  start: words,
  env: v.optional(v.record(v.string(), v.string())),
  /** The file whose existence shows that the target was built; absent if nothing is built. */
  built: v.optional(v.string()),
  /** Its defaults that cost or save CPU time, which are kept. */
  defaults: v.optional(v.array(sentence)),
});
export type PageManifest = v.InferOutput<typeof pageManifestSchema>;

/** The declaration of `apps/ssr/<name>/target.json` on one runtime. */
export interface PageTarget {
  readonly name: string;
  readonly framework: string;
  readonly runtime: (typeof runtimes)[number];
  readonly directory: string;
  readonly manifest: PageManifest;
  /** The name of the target that it builds on, on the same runtime. */
  readonly reference: string;
  readonly unsupported: string | null;
}
