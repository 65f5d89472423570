import { resolve } from "node:path";
import { parseEnv } from "node:util";
import {
  hideVariables,
  readRegular,
  UsageError,
  wholeEnvironment,
  whyUnread,
} from "@deadheat/journal";

/** Returns those of the user's environment variables that are set. */
export function variablesOf(names: readonly string[]): Record<string, string> {
  const set = names.flatMap((name) => {
    const value = wholeEnvironment()[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}

/**
 * Returns the environment variables that the user passes to servers: those with a name, and those of a file such as `.env`.
 * Later ones replace earlier ones.
 * @param wanted names of variables, and paths of files from `folder`
 * @throws UsageError if a file cannot be read
 */
export function passedVariables(wanted: readonly string[], folder: string): Record<string, string> {
  return Object.assign(
    {},
    ...wanted.map((one) => (/[./]/.test(one) ? variablesIn(one, folder) : variablesOf([one]))),
  ) as Record<string, string>;
}

const LARGEST = 10e6;

function variablesIn(file: string, folder: string): Record<string, string | undefined> {
  const path = resolve(folder, file);
  const text = readRegular(path, LARGEST)?.toString("utf8") ?? null;
  if (text === null) {
    throw new UsageError(`--env ${file} cannot be read: ${whyUnread(path, LARGEST)}`);
  }
  // deadheat sets these for every server.
  const { NODE_ENV: _, HOST: __, PORT: ___, ...others } = parseEnv(text);
  hideVariables(others);
  return others;
}
