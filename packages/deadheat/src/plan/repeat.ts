import { relative, resolve } from "node:path";
import { shellWord } from "@deadheat/report/format";
import type { ReadRequest } from "../config/read-requests.ts";
import { deadheatVersion } from "../version.ts";
import { optionTable, type OptionName } from "./option-table.ts";
import type { CompareOptions } from "./options.ts";

/**
 * Returns a command for a POSIX shell that repeats a measurement in any clone.
 * @param sides the base and the new server; revisions by their ids
 * @param request the method and the path of each request that the options named
 */
export function repeatingCommand(
  name: string,
  sides: readonly string[],
  request: readonly string[],
  options: Partial<CompareOptions> & { readonly cwd: string },
): string {
  const { app, cwd } = options;
  const near = app && (relative(cwd, resolve(cwd, app)) || app);
  const given: Readonly<Record<string, unknown>> = { ...options, app: near, request };
  const words = Object.entries(optionTable).flatMap(([option, { flags, write }]) => {
    const value = given[option as OptionName] ?? null;
    const [flag = ""] = flags.split(" ");
    if (flag.startsWith("--no-")) return value === false && !write ? [flag] : [];
    const written =
      value === null || value === false ? null : write ? write(value as never) : value;
    return [written].flat().flatMap((one) => {
      if (one === true) return [flag];
      return one === null ? [] : [flag, String(one)];
    });
  });
  return ["npx", `deadheat@${deadheatVersion()}`, name, ...sides, ...words]
    .map(shellWord)
    .join(" ");
}

/** Returns the lines of requests for a command. `--urls` names the requests that have several paths. */
export function requestLines(requests: readonly ReadRequest[] | null): string[] {
  const single = (requests ?? []).filter(({ paths }) => paths === null);
  return single.map(({ request: { method, path } }) => `${method} ${path}`);
}
