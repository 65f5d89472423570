import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import semver from "semver";
import { wholeEnvironment, EnvironmentError } from "@deadheat/journal";
import { npmEnvironment } from "../processes/npm-environment.ts";

interface Npm {
  /** The words that start it. */
  readonly command: readonly [string, ...string[]];
  readonly version: string;
}

let found: Promise<Npm> | undefined;

/**
 * Returns the npm beside the Node that runs this, or the npm on PATH. Looks once per process.
 * @throws EnvironmentError if there is none, or it is older than npm 9
 */
export function findNpm(): Promise<Npm> {
  found ??= look();
  return found;
}

async function look(): Promise<Npm> {
  const here = dirname(process.execPath);
  const beside = join(here, "../lib/node_modules/npm/bin/npm-cli.js");
  const command: Npm["command"] = existsSync(beside) ? [process.execPath, beside] : ["npm"];
  const [program, ...args] = command;
  const { failed, stdout } = await execa(program, [...args, "--version"], {
    env: npmEnvironment(wholeEnvironment()),
    extendEnv: false,
    reject: false,
    timeout: 30_000,
  });
  const version = semver.valid(stdout?.trim() ?? "");
  if (failed || version === null) {
    throw new EnvironmentError(
      "npm is neither beside this Node nor on PATH. Install it with Node (https://nodejs.org).",
    );
  }
  if (semver.major(version) >= 9) return { command, version };
  throw new EnvironmentError(
    `npm ${version} is too old, npm 9 or later is needed. Run \`npm install -g npm\`.`,
  );
}
