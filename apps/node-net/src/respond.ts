import { STATUS_CODES } from "node:http";

/** A whole HTTP/1.1 response as text, with what RFC 9110 asks of an origin server: date, length. */
export function respond(status: number, type: string, body: string, close: boolean): string {
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n` +
    `content-type: ${type}\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n` +
    `date: ${date()}\r\n` +
    `connection: ${close ? "close" : "keep-alive"}\r\n\r\n${body}`
  );
}

/** A response with a value as JSON. */
export function respondJson(value: unknown, close: boolean): string {
  return respond(200, "application/json", JSON.stringify(value), close);
}

let current = "";
let currentUntil = 0;

/** The Date field, made anew once a second, as node:http does too. */
export function date(): string {
  const now = Date.now();
  if (now >= currentUntil) {
    current = new Date(now).toUTCString();
    currentUntil = now - (now % 1000) + 1000;
  }
  return current;
}
