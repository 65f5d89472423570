import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import semver from "semver";
import { EnvironmentError } from "@deadheat/measure";
import { npmEnvironment } from "./environment.ts";

/** The npm that is used. */
export interface Npm {
  /** The words that start it. */
  readonly command: readonly [string, ...string[]];
  readonly version: string;
}

let found: Promise<Npm> | undefined;

/**
 * The npm beside the Node that runs this, else the one on PATH; looked for once.
 * @throws EnvironmentError where there is none, or an older one than npm 9
 */
export function findNpm(): Promise<Npm> {
  found ??= look();
  return found;
}

async function look(): Promise<Npm> {
  const here = dirname(process.execPath);
  const cli = "node_modules/npm/bin/npm-cli.js";
  // On Windows beside the program, elsewhere below the prefix.
  const beside = [join(here, cli), join(here, "../lib", cli)].find((file) => existsSync(file));
  const command: Npm["command"] = beside === undefined ? ["npm"] : [process.execPath, beside];
  const [program, ...args] = command;
  const { failed, stdout } = await execa(program, [...args, "--version"], {
    env: npmEnvironment(process.env),
    extendEnv: false,
    reject: false,
  });
  const version = semver.valid(stdout?.trim() ?? "");
  if (failed || version === null) {
    throw new EnvironmentError(
      "npm is needed to install what is compared, and is neither beside this Node nor on PATH: install it with Node " +
        "(https://nodejs.org)",
    );
  }
  if (semver.major(version) >= 9) return { command, version };
  throw new EnvironmentError(
    `npm ${version} is too old to install what is compared: \`npm install -g npm\``,
  );
}
