import { families, scenarios } from "@deadheat/handlers";
import * as v from "valibot";
import {
  address,
  eachRuntime,
  frameworkName,
  once,
  packageName,
  sentence,
  someRuntimes,
  type Runtime,
} from "@deadheat/journal";
import { type Addon } from "@deadheat/addon";

/** A reason for each runtime on which something is impossible. */
export const perRuntime = v.strictObject(eachRuntime(() => v.optional(sentence)));

/** The packages by which a framework serves a family or speaks a protocol. */
const meansSchema = v.strictObject({
  /** The packages that the framework's documentation recommends. The cell names them. Without them the framework does it. */
  libraries: v.optional(v.pipe(v.array(packageName), v.minLength(1), once())),
  /** The reason if the framework cannot do it, on all or on some runtimes. */
  lacks: v.optional(v.union([sentence, perRuntime])),
});

const variable = v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,64}$/, "a variable's name"));

const denoEntries = {
  env: v.optional(v.union([v.literal("all"), v.pipe(v.array(variable), v.maxLength(64))])),
  /** Facts about the machine, among those that `--allow-sys` names. */
  sys: v.optional(v.array(v.picklist(["hostname", "cpus"]))),
  /** The files that the framework looks for or reads. */
  read: v.optional(v.array(v.pipe(v.string(), v.regex(/^\/etc\/[\w.-]+$/)))),
};

const PROTOCOLS = ["tls", "h2", "h2c"] as const;

/** Scenarios that need more than the files of a family: not everything that serves files supports validators. */
export const VALIDATORS = ["static-304"] as const;

/** The schema of `apps/<framework>/target.json`, which is read without running the framework. */
export const manifestSchema = v.strictObject({
  framework: frameworkName,
  /** The npm package whose version is the target's version. null for a runtime's own server. */
  package: v.nullable(packageName),
  // The next two fields are for installing another version (packages/deadheat/src/starters).
  /** The packages that are released together with the framework, in the same versions. */
  lockstep: v.optional(v.array(packageName)),
  /** Older packages for older versions of the framework: package -> range of the framework -> version. */
  older: v.optional(v.record(packageName, v.record(v.string(), v.string()))),
  homepage: address,
  runtimes: someRuntimes,
  /** The reason why the framework does not run on other runtimes. */
  unsupported: v.optional(perRuntime),
  /** The native addon, if the framework does not work without it. Node only. */
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
  /**
   * The means for the families in src/families, for protocols other than HTTP/1.1, and for validators. The framework
   * itself serves a family that has a file but no entry. A protocol needs an entry.
   */
  means: v.optional(v.record(v.picklist([...families, ...PROTOCOLS, ...VALIDATORS]), meansSchema)),
  /** The permissions for Deno beyond the network on loopback and `PORT`. */
  deno: v.optional(
    v.strictObject({
      ...denoEntries,
      service: v.optional(v.strictObject(denoEntries)),
    }),
  ),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** The declaration of `apps/<name>/target.json` on one runtime, with the facts of the installed package. */
export interface Target {
  /** The name, such as `hono/bun`. */
  readonly name: string;
  readonly framework: string;
  readonly runtime: Runtime;
  readonly directory: string;
  /** The script that listens, relative to the folder. */
  readonly entry: string;
  readonly manifest: Manifest;
  /** The version of the installed package, or of the runtime if there is no package. null if it is not installed. */
  readonly version: string | null;
  /** The reason if the target cannot run on this runtime or host, else null. */
  readonly unsupported: string | null;
  /** The native addon as it runs on this host, or null if there is none. */
  readonly addon: Addon | null;
  readonly scenarios: readonly string[];
  /** The reasons for unsupported scenarios, as far as they are known. */
  readonly lacks: Readonly<Record<string, string>>;
}

export function unsupportedReason(target: Target, scenario: string): string {
  const { unsupported, lacks, framework } = target;
  return unsupported ?? lacks[scenario] ?? `${framework}'s target.json does not list it`;
}
