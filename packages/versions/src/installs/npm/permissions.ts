import npa from "npm-package-arg";
import semver from "semver";
import { messageOf, UsageError } from "@deadheat/journal";
import { findNpm } from "./find.ts";

/**
 * Returns the options that allow npm to install the requested packages from git or an address. npm 12 needs them, and an
 * npm fails on options that are newer than itself (https://github.com/npm/cli/issues/9750).
 * @throws UsageError if a package comes from git and that is not allowed
 */
export async function permissions(
  wanted: Readonly<Record<string, string>>,
  allowGit: boolean,
): Promise<string[]> {
  const types = Object.entries(wanted).map(([name, range]) => typeOf(name, range));
  const fromGit = Object.keys(wanted).filter((_, i) => types[i] === "git");
  if (fromGit.length > 0 && !allowGit) {
    throw new UsageError(
      `${fromGit.join(", ")} would come from git, whose settings can run programs. Add --allow-git if you trust them.`,
    );
  }
  const { version } = await findNpm();
  return [
    ...(semver.gte(version, "11.10.0")
      ? [`--allow-git=${fromGit.length > 0 ? "root" : "none"}`]
      : []),
    ...(semver.gte(version, "11.15.0") && types.includes("remote") ? ["--allow-remote=root"] : []),
  ];
}

function typeOf(name: string, range: string): string {
  try {
    return npa.resolve(name, range).type;
  } catch (error) {
    throw new UsageError(`${name}@${range}: ${messageOf(error)}`);
  }
}
