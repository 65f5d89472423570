import { UsageError } from "@deadheat/journal";
import type { Exchange } from "@deadheat/measure";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

/** A request such as `GET /hello`. The method of a path alone is GET. */
export const REQUEST = new RegExp(String.raw`^(?:(${METHODS.join("|")})\s+)?(/\S*)$`);

export function requestLine(text: string): { method: string; path: string } | null {
  const [, method = "GET", path] = REQUEST.exec(text) ?? [];
  return path === undefined ? null : { method, path };
}

/**
 * Parses a request such as `GET /hello` with headers, written as on the command line.
 * @param text a method, in upper or lower case, and a path
 * @param headers texts of the form `name: value`
 * @throws UsageError
 */
export function parseRequest(
  text: string,
  headers: readonly string[],
): Pick<Exchange["request"], "method" | "path" | "headers"> {
  const line = requestLine(text.trim().replace(/^[a-z]+/i, (method) => method.toUpperCase()));
  if (line !== null) return { ...line, headers: Object.fromEntries(headers.map(parseHeader)) };
  throw new UsageError(
    `--request ${JSON.stringify(text)} is not a request. Write it as "GET /path"`,
  );
}

function parseHeader(header: string): [string, string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(header) ?? [];
  if (name !== undefined && value !== undefined) return [name.toLowerCase(), value];
  throw new UsageError(
    `--header ${JSON.stringify(header)} is not a header. Write it as "name: value"`,
  );
}
