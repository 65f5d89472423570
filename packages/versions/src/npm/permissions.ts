import npa from "npm-package-arg";
import semver from "semver";
import { messageOf, UsageError } from "@deadheat/journal";
import { NO_GIT, wouldComeFromGit } from "./from-git.ts";
import { findNpm } from "./find.ts";

interface Permissions {
  readonly options: readonly string[];
  /** The names of the requested packages that come from git. */
  readonly fromGit: readonly string[];
}

/**
 * Returns the options that allow npm to install the requested packages from git or an address. npm 12 needs them, and an
 * npm fails on options that are newer than itself (https://github.com/npm/cli/issues/9750).
 * @throws UsageError if a package comes from git and that is not allowed
 */
export async function permissions(
  wanted: Readonly<Record<string, string>>,
  allowGit: boolean,
): Promise<Permissions> {
  const types = Object.entries(wanted).map(([name, range]) => typeOf(name, range));
  const fromGit = Object.keys(wanted).filter((_, i) => types[i] === "git");
  if (fromGit.length > 0 && !allowGit) {
    throw wouldComeFromGit(fromGit.join(", "));
  }
  const { version } = await findNpm();
  const git = semver.gte(version, "11.10.0")
    ? [`--allow-git=${fromGit.length > 0 ? "root" : "none"}`]
    : [`--git=${fromGit.length > 0 ? "git" : NO_GIT}`];
  const remote = semver.gte(version, "11.15.0") && types.includes("remote");
  return { options: [...git, ...(remote ? ["--allow-remote=root"] : [])], fromGit };
}

function typeOf(name: string, range: string): string {
  try {
    return npa.resolve(name, range).type;
  } catch (error) {
    throw new UsageError(`${name}@${range}: ${messageOf(error)}`);
  }
}
