import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import semver from "semver";
import * as v from "valibot";
import { readText, type Platform } from "@deadheat/journal";
import { exactVersion } from "../npm/registry.ts";
import { thisMachine } from "../machine.ts";
import { findNpm } from "../npm/find.ts";
import type { InstallOptions } from "../options.ts";
import { installOne } from "../installs/packages.ts";
import { installRuntime, lookForRuntime } from "../installs/runtime.ts";
import { cleanEnvironment } from "../processes/environment.ts";
import type { Installation, Manager } from "./installation.ts";

export interface PackageManager {
  /** Such as `pnpm 12.21.0`. */
  readonly name: string;
  /** Returns the program. Installs it at the first call if it comes from npm. */
  readonly obtain: (options: InstallOptions) => Promise<Program>;
}

/** Install as the lockfile says, and run no script of a package. */
const INSTALL: Record<Manager, readonly string[]> = {
  npm: ["ci", "--ignore-scripts", "--no-audit", "--no-fund"],
  pnpm: ["install", "--frozen-lockfile", "--ignore-scripts"],
  yarn: ["install", "--frozen-lockfile", "--ignore-scripts", "--non-interactive"],
  berry: ["install", "--immutable", "--mode=skip-build"],
  // With links to a cache, a server could change the files of the other one, and those of other projects.
  bun: ["install", "--frozen-lockfile", "--ignore-scripts", "--backend=copyfile"],
};
const INSTALL_UNFROZEN = ["install", "--no-package-lock", ...INSTALL.npm.slice(1)];
const INSTALL_YARN_2 = ["install", "--immutable", "--skip-builds"];

export function installArguments(
  { manager, frozen }: Pick<Installation, "manager" | "frozen">,
  version: string,
  offline: boolean,
): readonly string[] {
  if (manager === "berry" && semver.major(version) < 3) return INSTALL_YARN_2;
  const args = frozen ? INSTALL[manager] : INSTALL_UNFROZEN;
  // For Yarn 2 and later it is a setting.
  return offline && manager !== "berry" ? [...args, "--offline"] : args;
}

/**
 * Returns the package manager on PATH if its version fits, and otherwise the pinned version from npm. Never npx: it would
 * put the node_modules/.bin of the revision on PATH.
 * @throws EnvironmentError if npm is needed and there is none
 */
export async function findPackageManager(
  { manager, ranges, pinned }: Pick<Installation, "manager" | "ranges" | "pinned">,
  cwd: string,
): Promise<PackageManager> {
  if (manager === "npm" || pinned === null) {
    const { command, version } = await findNpm();
    return there("npm", { words: command, folder: null, version });
  }
  const program = manager === "berry" ? "yarn" : manager;
  const found = manager === "bun" ? await bunOf(cwd) : await onPath(program);
  const fits = (range: string) =>
    found !== null && semver.satisfies(found.version, range, { includePrerelease: true });
  if (found !== null && ranges.every(fits)) return there(program, found);
  const reason =
    found === null
      ? `${program} is not on PATH`
      : `${program} ${found.version} on PATH does not fit the lockfile or package.json`;
  const name = `${program} ${pinned}`;
  return {
    name,
    obtain: (options) => {
      options.note(`${reason}: ${name} is taken from npm`);
      return installPackageManager(manager, pinned, options);
    },
  };
}

function there(name: string, program: Program): PackageManager {
  return { name: `${name} ${program.version}`, obtain: () => Promise.resolve(program) };
}

/** Returns the Bun of the project or on PATH; null if there is none that is a program. */
async function bunOf(cwd: string): Promise<Program | null> {
  const bun = await lookForRuntime("bun", null, cwd);
  return bun.path === null ? null : { words: [bun.path], folder: null, version: bun.version };
}

/** Returns null if the program is not on PATH or does not run. It is started where no project decides which version runs. */
async function onPath(program: string): Promise<Program | null> {
  const { failed, stdout } = await execa(program, ["--version"], {
    cwd: tmpdir(),
    env: cleanEnvironment(),
    extendEnv: false,
    stdin: "ignore",
    reject: false,
    timeout: 30_000,
  });
  return failed ? null : { words: [program], folder: null, version: stdout.trim() };
}

export interface Program {
  /** The words that start it, in front of its arguments. */
  readonly words: readonly string[];
  /** A folder for PATH that has the package manager under its own name; null if PATH has it already. */
  readonly folder: string | null;
  readonly version: string;
}

/** Names of the npm packages. `berry` is Yarn 2 and later. */
const PACKAGES = { pnpm: "pnpm", yarn: "yarn", berry: "@yarnpkg/cli-dist" } as const;

/**
 * Installs a package manager from npm.
 * @param version exact, or a range of which the newest version is taken
 * @throws UsageError, EnvironmentError, Interrupted
 */
async function installPackageManager(
  manager: "bun" | keyof typeof PACKAGES,
  version: string,
  options: InstallOptions,
): Promise<Program> {
  if (manager === "bun") {
    const { path, version: exact } = await installRuntime("bun", version, options);
    return { words: [path], folder: dirname(path), version: exact };
  }
  const name = PACKAGES[manager];
  const exact = await exactVersion(name, version, options);
  if (manager === "pnpm" && semver.major(exact) >= 12) {
    const folder = await installOne("packages", nativePnpm(thisMachine()), exact, options);
    return { words: [join(folder, "pnpm")], folder, version: exact };
  }
  const folder = await installOne("packages", name, exact, options);
  const manifest = JSON.parse(readText(join(folder, "package.json")));
  const { bin, engines } = v.parse(manifestSchema, manifest);
  const node = await nodeFor(`${name} ${exact}`, engines.node, options);
  const program = join(folder, bin[manager === "pnpm" ? "pnpm" : "yarn"] ?? "");
  // Below node_modules, a name may have a scope in front of it.
  const modules = name.startsWith("@") ? join(folder, "../..") : dirname(folder);
  return { words: [node, program], folder: join(modules, ".bin"), version: exact };
}

/** The package that holds the binary of pnpm 12 and later. The package `pnpm` would fetch it by an install script. */
export function nativePnpm({ platform, arch, libc }: Platform): string {
  return `@pnpm/exe.${platform}-${arch}${libc === "musl" ? "-musl" : ""}`;
}

const manifestSchema = v.object({
  bin: v.record(v.string(), v.string()),
  engines: v.optional(v.object({ node: v.optional(v.string(), "*") }), {}),
});

/** Returns this Node if the package manager runs on it, otherwise one from npm. */
async function nodeFor(what: string, range: string, options: InstallOptions): Promise<string> {
  if (semver.satisfies(process.versions.node, range)) return process.execPath;
  options.note(`${what} needs Node ${range}: npm's node is taken`);
  return (await installRuntime("node", range, options)).path;
}
