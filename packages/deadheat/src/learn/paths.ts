import { UsageError, type Warning } from "@deadheat/journal";
import type { Exchange } from "@deadheat/measure";
import type { ReadRequest } from "../config/read-requests.ts";

/** Returns the request once for each path that its load draws from. */
export function requestsOnPaths(request: ReadRequest): ReadRequest[] {
  const [first, ...others] = new Set(request.paths?.drawn ?? []);
  if (first === undefined) return [request];
  return [
    request,
    ...others.map((path) => ({
      ...request,
      name: `${request.request.method} ${path}`,
      request: { ...request.request, path },
    })),
  ];
}

/**
 * Returns the exchange that draws from all paths, and what a reader must know about it.
 * @param exchanges what was learned on each path, in the order of `requestsOnPaths`
 * @throws UsageError if the statuses differ: a load counts one status as right
 */
export function onAllPaths(
  { name, paths }: ReadRequest,
  exchanges: readonly Exchange[],
  remarks: readonly (readonly Warning[])[],
): { readonly exchange: Exchange; readonly remarks: readonly Warning[] } {
  const [first] = exchanges as readonly [Exchange];
  if (paths === null) return { exchange: first, remarks: remarks[0] ?? [] };
  const { status } = first.response;
  const other = exchanges.find(({ response }) => response.status !== status);
  if (other !== undefined) {
    throw new UsageError(
      `${name}: ${other.request.path} returns status ${other.response.status}, and ${first.request.path} returns ${status}. ` +
        "Leave out the values with another status",
    );
  }
  const byPath = new Map(exchanges.map((one) => [one.request.path, one]));
  const variants = paths.drawn.flatMap((path) => {
    const own = byPath.get(path);
    return own === undefined ? [] : [{ request: own.request, response: own.response }];
  });
  const facts = { request: name, drawn: paths.drawn.length, of: paths.of };
  const some = { code: "some-values", facts } as const;
  const all = [...(paths.drawn.length < paths.of ? [some] : []), ...remarks.flat()];
  const codes = all.map(({ code }) => code);
  // The remarks on a hundred paths say the same with other numbers.
  const distinct = all.filter(({ code }, i) => codes.indexOf(code) === i);
  return { exchange: { ...first, variants }, remarks: distinct };
}
