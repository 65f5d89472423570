import process from "node:process";
import semver from "semver";
import { hashOf } from "./cache/hash.ts";
import { versionsOf, withScripts, type Lockfile } from "./lockfile.ts";
import { thisMachine } from "./machine.ts";
import { findNpm } from "./npm/find.ts";
import type { InstallOptions } from "./options.ts";
import type { Wanted } from "./wanted.ts";

/** What is to be done for a tree that is resolved. */
export interface Plan {
  /** Of all that decides what will lie in the folder. */
  readonly key: string;
  readonly versions: Readonly<Record<string, string>>;
  /** Packages whose install scripts run, and those whose do not. */
  readonly running: readonly string[];
  readonly off: readonly string[];
}

export async function planOf(
  { kind, wanted, manifest, contents, setup }: Wanted,
  lockfile: Lockfile,
  { allowScripts }: InstallOptions,
): Promise<Plan> {
  const scripts = withScripts(lockfile);
  const running = scripts.filter((name) => allowScripts.includes(name));
  const { version } = await findNpm();
  // A script may have built for this Node alone.
  const abi = running.length > 0 ? process.versions.modules : null;
  const made = { machine: thisMachine(), npm: semver.major(version), running, abi };
  return {
    key: hashOf({ kind, manifest, lockfile: lockfile.text, contents, setup, ...made }),
    versions: versionsOf(lockfile, Object.keys(wanted)),
    running,
    off: scripts.filter((name) => !allowScripts.includes(name)),
  };
}
