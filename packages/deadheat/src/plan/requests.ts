import {
  readIgnoredList,
  type ReadRequest,
  readRequests,
  type RequestChoices,
  withChoices,
} from "../config/read-requests.ts";
import type { ReadConfig } from "../config/read.ts";
import { starterExchange } from "../starters/starter.ts";
import { mixOf } from "./mix.ts";
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
  const found =
    requests === undefined
      ? (config?.requests ?? []).map((request) => withChoices(request, choices))
      : readRequests(requests, cwd, "requests", choices);
  mixOf(found);
  return requests === undefined && found.length === 0 ? null : found;
}

/** Returns the choices for all requests that the options make, and the configuration, if there is one. @throws UsageError */
function choicesOf(
  { ignore = [], keepAlive = true }: Pick<CompareOptions, "ignore" | "keepAlive">,
  config: ReadConfig | null,
): RequestChoices {
  return {
    keepAlive,
    ignore: [...readIgnoredList(ignore, "--ignore"), ...(config?.ignore ?? [])],
    login: config?.login ?? null,
  };
}

/** Returns the request if the user names none. The apps that deadheat has for packages serve nothing at `/`. */
export function usualRequests(
  sides: readonly { readonly starter: boolean }[],
  cwd: string,
  options: Pick<CompareOptions, "ignore" | "keepAlive">,
  config: ReadConfig | null = null,
): readonly ReadRequest[] {
  const choices = choicesOf(options, config);
  const { method, path } = starterExchange.request;
  const usual = sides.every(({ starter }) => starter) ? `${method} ${path}` : "GET /";
  return readRequests([usual], cwd, "requests", choices);
}
