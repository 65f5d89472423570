import { families, scenarios, type Family } from "@deadheat/handlers";
import * as v from "valibot";
import {
  address,
  frameworkName,
  once,
  packageName,
  sentence,
  someRuntimes,
  type Runtime,
} from "@deadheat/journal";
import { type Addon } from "@deadheat/addon";

const perRuntime = v.strictObject({
  node: v.optional(sentence),
  bun: v.optional(sentence),
  deno: v.optional(sentence),
});

/** By what a framework serves a family, or speaks a protocol. */
const meansSchema = v.strictObject({
  /** Packages that do it, which its documentation recommends: they are named in the cell. None: the framework itself. */
  libraries: v.optional(v.pipe(v.array(packageName), v.minLength(1), once())),
  /** Why it cannot, everywhere or on some runtimes. */
  lacks: v.optional(v.union([sentence, perRuntime])),
});

const variable = v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,64}$/, "a variable's name"));

const denoEntries = {
  env: v.optional(v.union([v.literal("all"), v.pipe(v.array(variable), v.maxLength(64))])),
  /** Facts of the machine, of those that `--allow-sys` names. */
  sys: v.optional(v.array(v.picklist(["hostname", "cpus"]))),
  /** Files whose presence or content it looks at. */
  read: v.optional(v.array(v.pipe(v.string(), v.regex(/^\/etc\/[\w.-]+$/)))),
};

export const PROTOCOLS = ["tls", "h2", "h2c"] as const;

/** Scenarios for which a family's files are not enough: validators, which not everything that serves files has. */
export const VALIDATORS = ["static-304"] as const;

/** `apps/<framework>/target.json`: data, read without running the framework. */
export const manifestSchema = v.strictObject({
  framework: frameworkName,
  /** The npm package whose version is the target's; null for a runtime's own server. */
  package: v.nullable(packageName),
  // For who installs another version of it (packages/deadheat/src/starters):
  /** Packages that are released with it, version by version. */
  lockstep: v.optional(v.array(packageName)),
  /** Packages of which older versions of it need an older one: package -> range of its own -> version. */
  older: v.optional(v.record(packageName, v.record(v.string(), v.string()))),
  homepage: address,
  runtimes: someRuntimes,
  /** Why it cannot be on the other runtimes. */
  unsupported: v.optional(perRuntime),
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
  /**
   * Of the families in src/families, the protocols besides HTTP/1.1, and validators. A family without an entry is
   * served by the framework itself where its file is there; a protocol has to be named.
   */
  means: v.optional(
    v.strictObject(
      Object.fromEntries(
        [...families, ...PROTOCOLS, ...VALIDATORS].map(
          (name) => [name, v.optional(meansSchema)] as const,
        ),
      ) as Record<
        Family | (typeof PROTOCOLS)[number] | (typeof VALIDATORS)[number],
        v.OptionalSchema<typeof meansSchema, undefined>
      >,
    ),
  ),
  /** What Deno must allow beyond the network on loopback and `PORT`. */
  deno: v.optional(
    v.strictObject({
      ...denoEntries,
      /** What it must allow besides where families are served. */
      service: v.optional(v.strictObject(denoEntries)),
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
  /** By scenario: why it cannot, where that is known. */
  readonly lacks: Readonly<Record<string, string>>;
}

/** Why a cell of this target and a scenario that it does not support cannot be. */
export function unsupportedReason(target: Target, scenario: string): string {
  const { unsupported, lacks, framework } = target;
  return unsupported ?? lacks[scenario] ?? `${framework}'s target.json does not list it`;
}
