import { existsSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { EnvironmentError, readLog } from "@deadheat/journal";
import { findNpm } from "../npm/find.ts";
import type { InstallOptions } from "../options.ts";
import { type Program, installArguments } from "./package-manager.ts";
import { NO_GIT, refuseGit, wouldComeFromGit } from "../npm/from-git.ts";
import { installEnvironment } from "../processes/environment.ts";
import { failsAgain } from "./install-failure.ts";
import type { Installation, Manager } from "./installation.ts";
import { refuseLinksOut } from "./links.ts";
import { pathOf, runTool } from "../processes/tool.ts";

interface Installing extends Pick<
  InstallOptions,
  "allowScripts" | "allowGit" | "offline" | "runtime" | "signal" | "note"
> {
  readonly name: string;
  readonly log: string;
  /** The user's repository, which no code of a revision may change. */
  readonly repository: string;
}

/** The dependencies cannot be installed as the lockfile says, however often it is tried. */
export class CannotInstall extends EnvironmentError {}

/** Settings of all package managers by their environment, which count more than files of the revision. */
const SETTINGS = {
  // Without a network, npm and pnpm end in seconds instead of minutes. pnpm 11 and later reads the second kind.
  npm_config_fetch_retries: "1",
  npm_config_fetch_retry_mintimeout: "1000",
  npm_config_fetch_retry_maxtimeout: "2000",
  pnpm_config_fetch_retries: "1",
  pnpm_config_fetch_retry_mintimeout: "1000",
  pnpm_config_fetch_retry_maxtimeout: "2000",
  npm_config_update_notifier: "false",
  // A revision's .npmrc may name any program as `git`.
  npm_config_git: "git",
  // The version is chosen already. A revision must not replace it by a file or by another version.
  pnpm_config_pm_on_fail: "ignore",
  // With links to its store, a server could change the files of the other one, and those of other projects.
  pnpm_config_package_import_method: "copy",
  YARN_IGNORE_PATH: "1",
  // Every runtime finds dependencies in node_modules. Yarn's own way needs a loader in the server.
  YARN_NODE_LINKER: "node-modules",
  YARN_ENABLE_TELEMETRY: "0",
};

/** Installs without development dependencies. Servers rarely need those, and they are missing most often. */
const WITHOUT_DEV: Readonly<Record<Manager, string>> = {
  npm: "npm install --omit=dev",
  pnpm: "pnpm install --prod --no-frozen-lockfile",
  yarn: "yarn install --production",
  berry: "yarn workspaces focus --production",
  bun: "bun install --production",
};

/**
 * Installs a checkout's dependencies as its lockfile says.
 * @throws CannotInstall if the registry or the lockfile lacks something for good, EnvironmentError, Interrupted
 */
export async function install(
  tree: string,
  installation: Installation,
  program: Program,
  { name, allowScripts, allowGit, offline, runtime, log, repository, signal, note }: Installing,
): Promise<void> {
  const { folder, manager, frozen } = installation;
  await refuseLinksOut(tree, name);
  const withoutGit = manager === "npm" && !allowGit;
  const refuse = (...lockfiles: readonly string[]) => {
    for (const file of withoutGit ? lockfiles : []) refuseGit(join(tree, folder, file), name);
  };
  refuse("npm-shrinkwrap.json", "package-lock.json");
  // npm fails on options that are newer than itself.
  const isOld = semver.lt(program.version, "11.10.0");
  const env = {
    ...SETTINGS,
    ...pathOf(runtime),
    ...(withoutGit && isOld && { npm_config_git: NO_GIT }),
    ...(offline && { YARN_ENABLE_NETWORK: "0" }),
    // npm would warn of it. pnpm 9 and 10 read it.
    ...(manager === "pnpm" && {
      npm_config_manage_package_manager_versions: "false",
      npm_config_package_import_method: "copy",
    }),
  };
  // Hooks and plugins of the revision run with its package manager.
  const run = async (words: readonly string[], tool: string, args: readonly string[]) => {
    note(`${name}: ${tool} ${args.join(" ")}`);
    const problem = await runTool([...words, ...args], {
      cwd: join(tree, folder),
      base: installEnvironment(allowGit),
      env,
      log,
      own: tree,
      kept: [repository],
      signal,
    });
    if (problem === null) return;
    const output = readLog(log);
    if (output.includes(NO_GIT)) throw wouldComeFromGit(`a package of ${name}`);
    const what = `dependencies of ${name} could not be installed`;
    const said = `${tool.replace(/ .*/, "")} ${args.join(" ")} says: ${problem}`;
    if (failsAgain(output)) {
      throw new CannotInstall(
        `${what}. Commit a lockfile that fits package.json, log in to the registry of a private package (npm login), or ` +
          `install by a command of your own: --setup "${WITHOUT_DEV[manager]}".\n${said}`,
      );
    }
    const helps = offline
      ? "Run once without --offline."
      : "See that it works in a fresh clone, with a network.";
    throw new EnvironmentError(`${what}. ${helps}\n${said}`);
  };
  const hook = [".pnpmfile.cjs", ".pnpmfile.mjs"].find((file) =>
    existsSync(join(tree, folder, file)),
  );
  if (manager === "pnpm" && hook !== undefined) {
    note(`${name}: pnpm runs ${hook} of this revision, because the lockfile has its hash`);
  }
  if (!frozen) note(`${name} has no lockfile: the newest versions that fit are installed`);
  const tool = `${manager === "berry" ? "yarn" : manager} ${program.version}`;
  const args = installArguments(installation, program.version, offline);
  await run(program.words, tool, [...args, ...(withoutGit && !isOld ? ["--allow-git=none"] : [])]);
  // npm needs no git for a commit on GitHub. It lists what it has installed, also without a lockfile.
  refuse("node_modules/.package-lock.json");
  if (allowScripts.length === 0) return;
  if (manager === "pnpm") {
    // From pnpm 10 on, only packages that the project allows are built. Of all packages, build those that are named.
    const all = ["--config.dangerously-allow-all-builds=true", "--recursive", "rebuild"];
    await run(program.words, tool, [...all, ...allowScripts]);
  } else {
    // The others have no such command, and npm's works on what they have installed.
    const npm = await findNpm();
    await run(npm.command, `npm ${npm.version}`, ["rebuild", ...allowScripts]);
  }
}
