import { UsageError } from "@deadheat/journal";
import type { Exchange } from "@deadheat/measure";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

/** `GET /hello`; a path alone is asked with GET. */
export const REQUEST = new RegExp(String.raw`^(?:(${METHODS.join("|")})\s+)?(/\S*)$`);

/** Method and path; null where it is no request. */
export function requestLine(text: string): { method: string; path: string } | null {
  const [, method = "GET", path] = REQUEST.exec(text) ?? [];
  return path === undefined ? null : { method, path };
}

/**
 * `GET /hello` with headers and a body, as the command takes them.
 * @param text a method, in whatever letters, and a path
 * @param headers `name: value`
 * @param body itself, or a file after `@`
 * @throws UsageError
 */
export function parseRequest(
  text: string,
  headers: readonly string[],
  body: string | null,
  read: (file: string) => string,
): Exchange["request"] {
  const line = requestLine(text.trim().replace(/^[a-z]+/i, (method) => method.toUpperCase()));
  if (line === null) {
    throw new UsageError(`--request ${JSON.stringify(text)}: write it as "GET /path"`);
  }
  return {
    ...line,
    headers: Object.fromEntries(headers.map(parseHeader)),
    body: body?.startsWith("@") ? read(body.slice(1)) : body,
  };
}

function parseHeader(header: string): [string, string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(header) ?? [];
  if (name !== undefined && value !== undefined) return [name.toLowerCase(), value];
  throw new UsageError(`--header ${JSON.stringify(header)}: write it as "name: value"`);
}
