import process from "node:process";
import semver from "semver";
import { hashOf } from "./cache/hash.ts";
import { versionsOf, withScripts, type Lockfile } from "./lockfile.ts";
import { thisMachine } from "./machine.ts";
import { findNpm } from "./npm/find.ts";
import type { InstallOptions } from "./options.ts";
import type { Wanted } from "./wanted.ts";

/** The install of a resolved tree. */
export interface Plan {
  /** A hash of everything that decides the content of the folder. */
  readonly key: string;
  readonly versions: Readonly<Record<string, string>>;
  /** The packages whose install scripts run. */
  readonly running: readonly string[];
  /** The packages whose install scripts do not run. */
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
  // A script may build for this version of Node only.
  const abi = running.length > 0 ? process.versions.modules : null;
  const made = { machine: thisMachine(), npm: semver.major(version), running, abi };
  return {
    key: hashOf({ kind, manifest, lockfile: lockfile.text, contents, setup, ...made }),
    versions: versionsOf(lockfile, Object.keys(wanted)),
    running,
    off: scripts.filter((name) => !allowScripts.includes(name)),
  };
}
