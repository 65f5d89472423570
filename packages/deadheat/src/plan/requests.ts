import {
  readIgnoredList,
  type ReadRequest,
  readRequests,
  type RequestChoices,
  withChoices,
} from "../config/read-requests.ts";
import type { ReadConfig } from "../config/read.ts";
import { starterExchange } from "../starters/starter.ts";
import type { CompareOptions } from "./options.ts";

/**
 * Reads the requests of the options, else those of the configuration; null if neither has any.
 * @throws UsageError
 */
export function requestsOf(
  options: Pick<CompareOptions, "requests" | "ignore" | "keepAlive">,
  config: ReadConfig | null,
  cwd: string,
): readonly ReadRequest[] | null {
  const { requests } = options;
  // They are read in any case: a wrong pattern is an error before anything is installed.
  const choices = choicesOf(options, requests === undefined ? null : config);
  if (requests !== undefined) return readRequests(requests, cwd, "requests", choices);
  if (config === null || config.requests.length === 0) return null;
  return config.requests.map((request) => withChoices(request, choices));
}

/** Returns the choices for all requests that the options make, and the configuration, if there is one. @throws UsageError */
function choicesOf(
  { ignore = [], keepAlive = true }: Pick<CompareOptions, "ignore" | "keepAlive">,
  config: ReadConfig | null,
): RequestChoices {
  return { keepAlive, ignore: [...readIgnoredList(ignore, "--ignore"), ...(config?.ignore ?? [])] };
}

/** Returns the request if the user names none. The apps that deadheat has for packages serve nothing at `/`. */
export function usualRequests(
  sides: readonly { readonly starter: boolean }[],
  cwd: string,
  options: Pick<CompareOptions, "ignore" | "keepAlive">,
  config: ReadConfig | null = null,
): readonly ReadRequest[] {
  const { method, path } = starterExchange.request;
  const usual = sides.every(({ starter }) => starter) ? `${method} ${path}` : "GET /";
  return readRequests([usual], cwd, "requests", choicesOf(options, config));
}
