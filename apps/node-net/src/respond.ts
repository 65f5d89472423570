import { STATUS_CODES } from "node:http";

/**
 * Returns a whole HTTP/1.1 response as text, with the fields that RFC 9110 requires of an origin server: date, length.
 */
export function respond(status: number, type: string, body: string, close: boolean): string {
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n` +
    `content-type: ${type}\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n` +
    `date: ${date()}\r\n` +
    `connection: ${close ? "close" : "keep-alive"}\r\n\r\n${body}`
  );
}

/** Returns a response with a value as JSON. */
export function respondJson(value: unknown, close: boolean): string {
  return respond(200, "application/json", JSON.stringify(value), close);
}

let current = "";
let currentUntil = 0;

/** Returns the Date field, renewed once a second, as in node:http. */
export function date(): string {
  const now = Date.now();
  if (now >= currentUntil) {
    current = new Date(now).toUTCString();
    currentUntil = now - (now % 1000) + 1000;
  }
  return current;
}
