import { existsSync } from "node:fs";
import { join } from "node:path";
import npa from "npm-package-arg";
import * as v from "valibot";
import { attempt, UsageError } from "@deadheat/journal";
import { readAs } from "../installs/cache/entry.ts";

const entrySchema = v.object({
  resolved: v.optional(v.string()),
  /** True for a workspace package: npm takes `resolved` for a folder then, whatever else it looks like. */
  link: v.optional(v.boolean()),
});
const lockfileSchema = v.object({ packages: v.optional(v.record(v.string(), entrySchema), {}) });

/**
 * Makes sure that npm's lockfile takes no package from git, also one that another package depends on. npm before 11.10 has no
 * option for it.
 * @throws UsageError that names the packages
 */
export function refuseGit(folder: string, name: string): void {
  const lockfile = ["npm-shrinkwrap.json", "package-lock.json"]
    .map((file) => join(folder, file))
    .find((file) => existsSync(file));
  if (lockfile === undefined) return;
  // npm itself says what is wrong with a lockfile that it cannot read.
  const { packages = {} } = readAs(lockfileSchema, lockfile) ?? {};
  const fromGit = Object.entries(packages).filter(
    ([, { resolved, link }]) => resolved !== undefined && link !== true && isGit(resolved),
  );
  if (fromGit.length === 0) return;
  const paths = fromGit.map(([path]) => path.replace(/^.*node_modules\//, ""));
  throw new UsageError(
    `${paths.join(", ")} of ${name} would come from git, whose settings can run programs. Add --allow-git if you trust them.`,
  );
}

function isGit(resolved: string): boolean {
  const type = attempt(() => npa(`package@${resolved}`).type);
  return type === null || type === "git";
}
