import { relative, resolve } from "node:path";
import type { ReadRequest } from "../config/read-requests.ts";
import { deadheatVersion } from "../version.ts";
import type { Limits } from "@deadheat/judge";
import { limitsGiven } from "./limits.ts";
import type { CompareOptions } from "../compare/options.ts";
import type { GateOptions } from "./options.ts";

/**
 * Returns a command that repeats a check or a comparison in any clone. It leaves out header fields, bodies and `--setup`: some are secrets.
 * @param sides the base and the new server; revisions by their ids
 * @param requests the requests that the options named
 */
export function commandOf(
  name: "compare" | "gate",
  options: GateOptions & Pick<CompareOptions, "rounds" | "until">,
  sides: readonly string[],
  requests: readonly ReadRequest[],
  cwd: string,
): string {
  const { app, budgetSeconds, windowSeconds } = options;
  const written = {
    app: app && (relative(cwd, resolve(cwd, app)) || app),
    config: options.config,
    "app-from": options.appFrom,
    target: options.targets,
    runtime: options.runtimes,
    request: requests.map(({ request: { method, path } }) => `${method} ${path}`),
    "allow-scripts": options.allowScripts,
    gate: limitsWords(limitsGiven(options.gate)),
    measure: options.measure?.join(","),
    primary: options.primary,
    margin: percent(options.margin),
    rounds: options.rounds,
    until: percent(options.until),
    budget: budgetSeconds && `${budgetSeconds}s`,
    warmup: options.warmupRequests,
    window: windowSeconds && `${windowSeconds}s`,
    ignore: options.ignore,
    "no-keepalive": options.keepAlive === false,
    "allow-different": options.allowDifferent,
    "allow-git": options.allowGit,
    aa: options.aa,
    control: options.control,
    explain: options.explain,
  };
  return commandWords(name, sides, written);
}

/** Returns a command for a POSIX shell, with the options that have a value. */
export function commandWords(
  name: string,
  sides: readonly string[],
  written: Readonly<Record<string, unknown>>,
): string {
  const words = Object.entries(written).flatMap(([option, value]) =>
    [value].flat().flatMap((one) => {
      if (one === true) return [`--${option}`];
      return one ? [`--${option}`, String(one)] : [];
    }),
  );
  const command = ["npx", `deadheat@${deadheatVersion()}`, name, ...sides, ...words];
  return command.map(quoted).join(" ");
}

function limitsWords(limits: Limits | null): string | null {
  const words = Object.entries(limits ?? {}).map(([metric, limit]) => [
    metric,
    metric === "memory-growth" ? `${limit}B` : percent(limit),
  ]);
  if (words.length === 0) return null;
  const [[metric, limit] = []] = words;
  if (words.length === 1 && metric === "cpu") return limit ?? null;
  return words.map((word) => word.join(":")).join(",");
}

export function percent(share: number | null | undefined): string | null {
  return share === null || share === undefined ? null : `${Number((100 * share).toPrecision(6))}%`;
}

/** Quotes a word for a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
