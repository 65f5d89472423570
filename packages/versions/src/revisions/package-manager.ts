import { tmpdir } from "node:os";
import { execa } from "execa";
import { findRuntime } from "../runtime.ts";
import { findNpm } from "../installs/npm/find.ts";
import { cleanEnvironment } from "./environment.ts";
import type { Installation, Manager } from "./installation.ts";

/** A package manager that can be run here. */
export interface PackageManager {
  /** Those before its arguments. */
  readonly words: readonly string[];
  /** `pnpm 12.21.0`, as far as that is known. */
  readonly name: string;
}

/** Frozen, with no script of a package's run. */
const INSTALL: Record<Manager, readonly string[]> = {
  npm: ["ci", "--ignore-scripts", "--no-audit", "--no-fund"],
  pnpm: ["install", "--frozen-lockfile", "--ignore-scripts"],
  yarn: ["install", "--frozen-lockfile", "--ignore-scripts", "--non-interactive"],
  berry: ["install", "--immutable", "--mode=skip-build"],
  bun: ["install", "--frozen-lockfile", "--ignore-scripts"],
};
const INSTALL_UNFROZEN = ["install", "--no-package-lock", ...INSTALL.npm.slice(1)];

export function installArguments({ manager, frozen }: Installation): readonly string[] {
  return frozen ? INSTALL[manager] : INSTALL_UNFROZEN;
}

/** In the registry. Berry's own `yarn` there is a wrapper that is not kept any more. */
const PACKAGES = { pnpm: "pnpm", yarn: "yarn", berry: "@yarnpkg/cli-dist" } as const;

/**
 * What is on PATH, where package.json names no other major version; pnpm and Yarn else by npx.
 * @throws EnvironmentError, UsageError where there is none
 */
export async function findPackageManager(
  { manager, version }: Pick<Installation, "manager" | "version">,
  cwd: string,
): Promise<PackageManager> {
  if (manager === "bun") {
    const bun = await findRuntime("bun", cwd);
    return { words: [bun.path], name: `bun ${bun.version}` };
  }
  if (manager === "npm") {
    const npm = await findNpm();
    return { words: npm.command, name: `npm ${npm.version}` };
  }
  const program = manager === "berry" ? "yarn" : manager;
  const there = await versionOf(program);
  if (there !== null && fits(there, manager, version)) {
    return { words: [program], name: `${program} ${there}` };
  }
  const wanted = version ?? (manager === "yarn" ? "1" : "latest");
  return {
    words: ["npx", "--yes", `${PACKAGES[manager]}@${wanted}`],
    name: `${program} ${wanted}`,
  };
}

function fits(there: string, manager: Manager, wanted: string | null): boolean {
  if (wanted !== null) return major(there) === major(wanted);
  if (manager === "pnpm") return true;
  return (major(there) === "1") === (manager === "yarn");
}

function major(version: string): string {
  return version.split(".", 1)[0] ?? "";
}

/** Asked where no project has a say. Null where it is not on PATH, or does not run. */
async function versionOf(program: string): Promise<string | null> {
  const { failed, stdout } = await execa(program, ["--version"], {
    cwd: tmpdir(),
    env: cleanEnvironment(),
    extendEnv: false,
    stdin: "ignore",
    reject: false,
  });
  return failed ? null : stdout.trim();
}
