import { join } from "node:path";
import { EnvironmentError } from "@deadheat/measure";
import type { Installation } from "./installation.ts";
import { findPackageManager, installArguments, type PackageManager } from "./package-manager.ts";
import { runTool } from "./tool.ts";

export interface Installing {
  /** As messages call what is installed. */
  readonly name: string;
  /** Packages whose install scripts are run, by name. */
  readonly allowScripts: readonly string[];
  readonly log: string;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/**
 * Without a network this ends in seconds, not in minutes (npm and pnpm). Yarn's dependencies go where every runtime finds
 * them; its own way to find them would have to be loaded by the server first.
 */
const SETTINGS = {
  npm_config_fetch_retries: "1",
  npm_config_update_notifier: "false",
  npm_config_fetch_retry_mintimeout: "1000",
  npm_config_fetch_retry_maxtimeout: "2000",
  // Which pnpm it is, is decided already.
  pnpm_config_pm_on_fail: "ignore",
  YARN_NODE_LINKER: "node-modules",
};

/** From pnpm 10 on it builds only what the project allows: of all that are allowed here, only those that are named are built. */
const REBUILD_PNPM = [
  "--config.dangerously-allow-all-builds=true",
  "--recursive",
  "rebuild",
] as const;

const NPM = { manager: "npm", version: null } as const;

/**
 * Installs a checkout's dependencies, as its lockfile has them.
 * @throws EnvironmentError with the package manager's last words, Interrupted
 */
export async function install(
  tree: string,
  installation: Installation,
  manager: PackageManager,
  { name, allowScripts, log, signal, note }: Installing,
): Promise<void> {
  const cwd = join(tree, installation.folder);
  const run = async ({ words, name: tool }: PackageManager, args: readonly string[]) => {
    note(`${name}: ${tool} ${args.join(" ")}`);
    const problem = await runTool([...words, ...args], { cwd, env: SETTINGS, log, signal });
    if (problem === null) return;
    throw new EnvironmentError(
      `dependencies of ${name} could not be installed: see that \`${tool.replace(/ .*/, "")} ${args.join(" ")}\` works in a ` +
        `fresh clone of it, with a network: ${problem}`,
    );
  };
  if (!installation.frozen) {
    note(`${name} has no lockfile: the newest versions that fit are installed`);
  }
  await run(manager, installArguments(installation));
  if (allowScripts.length === 0) return;
  // The others have no such command, and npm's works on what they have installed.
  if (installation.manager === "pnpm") await run(manager, [...REBUILD_PNPM, ...allowScripts]);
  else await run(await findPackageManager(NPM, cwd), ["rebuild", ...allowScripts]);
}
