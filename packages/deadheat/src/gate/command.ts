import { relative } from "node:path";
import type { ReadRequest } from "../config/checked.ts";
import { deadheatVersion } from "../version.ts";
import type { GateOptions } from "./options.ts";

/**
 * Returns a command that repeats the check in any clone. It leaves out header fields, bodies and `--setup`: some are secrets.
 * @param sides the base and the new server; revisions by their ids
 * @param requests the requests that the options named
 */
export function commandOf(
  options: GateOptions,
  sides: readonly string[],
  requests: readonly ReadRequest[],
  cwd: string,
): string {
  const { app, config, targets = [], runtimes = [], allowScripts = [] } = options;
  const file = (path: string | undefined) => path && (relative(cwd, path) || path);
  const words = [
    "npx",
    `deadheat@${deadheatVersion()}`,
    "gate",
    ...sides,
    ...given("app", file(app)),
    ...given("config", config),
    ...given("app-from", options.appFrom),
    ...targets.flatMap((one) => given("target", one)),
    ...runtimes.flatMap((one) => given("runtime", one)),
    ...requests.flatMap(({ request: { method, path } }) => given("request", `${method} ${path}`)),
    ...allowScripts.flatMap((one) => given("allow-scripts", one)),
    ...given("gate", percent(options.gate)),
    ...given("margin", percent(options.margin)),
    ...given("budget", options.budgetSeconds && `${options.budgetSeconds}s`),
    ...given("warmup", options.warmupAnswers),
    ...given("window", options.windowSeconds && `${options.windowSeconds}s`),
    ...flags(options),
  ];
  return words.map(quoted).join(" ");
}

function flags(options: GateOptions): string[] {
  const { allowDifferent, allowGit, aa, control, explain } = options;
  const all = { "--allow-different": allowDifferent, "--allow-git": allowGit, "--aa": aa };
  return Object.entries({ ...all, "--control": control, "--explain": explain }).flatMap(
    ([flag, on]) => (on ? [flag] : []),
  );
}

function given(option: string, value: string | number | null | undefined): string[] {
  return value === null || value === undefined || value === "" ? [] : [`--${option}`, `${value}`];
}

function percent(share: number | null | undefined): string | null {
  return share === null || share === undefined ? null : `${Number((100 * share).toPrecision(6))}%`;
}

/** Quotes a word for a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
