import { scenarios } from "@deadheat/handlers";
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

const variable = v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,64}$/, "a variable's name"));

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

/** Why a cell of this target and a scenario that it does not support cannot be. */
export function unsupportedReason(target: Target): string {
  return target.unsupported ?? `${target.framework}'s target.json does not list it`;
}
