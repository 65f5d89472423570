import { join } from "node:path";
import process from "node:process";
import semver from "semver";
import * as v from "valibot";
import { messageOf, readText, EnvironmentError } from "@deadheat/journal";
import { hashOf } from "../cache/entry.ts";
import { thisMachine } from "../machine.ts";
import { findNpm } from "../npm/find.ts";
import type { InstallOptions } from "../options.ts";
import type { TreeRequest } from "./tree-request.ts";

const packageSchema = v.object({
  version: v.optional(v.string()),
  hasInstallScript: v.optional(v.boolean()),
});

const lockfileSchema = v.object({ packages: v.record(v.string(), packageSchema) });

/** A package-lock.json of version 2 or 3, as npm 9 and later writes it. */
export interface Lockfile {
  readonly text: string;
  /** The packages by their path in the folder, such as `node_modules/express`. */
  readonly packages: v.InferOutput<typeof lockfileSchema>["packages"];
}

/** @throws EnvironmentError if npm has written another form */
export function readLockfile(folder: string): Lockfile {
  const text = readText(join(folder, "package-lock.json"));
  try {
    return { text, ...v.parse(lockfileSchema, JSON.parse(text)) };
  } catch (cause) {
    throw new EnvironmentError(
      `npm's package-lock.json cannot be read (${messageOf(cause)}). Use npm 9 or newer`,
      { cause },
    );
  }
}

/** The install of a resolved tree. */
export interface TreeInstall {
  /** A hash of everything that decides the content of the folder. */
  readonly key: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly running: readonly string[];
  /** The packages whose install scripts do not run. */
  readonly off: readonly string[];
}

/** Returns the install of a request whose tree npm has resolved to this lockfile. */
export async function planOf(
  { kind, wanted, manifest, contents, setup }: TreeRequest,
  { text, packages }: Lockfile,
  { allowScripts, runtime }: InstallOptions,
): Promise<TreeInstall> {
  const paths = Object.keys(packages).filter((path) => path && packages[path]?.hasInstallScript);
  const scripts = [
    ...new Set(paths.map((path) => path.replace(/^.*node_modules\//, ""))),
  ].toSorted();
  const running = scripts.filter((name) => allowScripts.includes(name));
  const { version } = await findNpm();
  // A script may build for the version of its Node only.
  const abi = running.length > 0 ? (runtime?.path ?? process.versions.modules) : null;
  const made = { machine: thisMachine(), npm: semver.major(version), running, abi };
  // A linked dependency has no version.
  const versions = Object.keys(wanted).flatMap((name) => {
    const found = packages[`node_modules/${name}`]?.version;
    return found === undefined ? [] : [[name, found] as const];
  });
  return {
    key: hashOf({ kind, manifest, lockfile: text, contents, setup, ...made }),
    versions: Object.fromEntries(versions),
    running,
    off: scripts.filter((name) => !allowScripts.includes(name)),
  };
}
