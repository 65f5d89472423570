import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { gunzipSync } from "node:zlib";
import type { Exchange, Fields } from "./exchange-type.ts";

/** What came back, as it was on the wire. */
export interface Answer {
  readonly status: number;
  /** Of the status line: `1.1`; `2.0` over HTTP/2. */
  readonly httpVersion: string;
  /** In the order and spelling that the server sent. */
  readonly headers: Fields;
  /** Decoded, where it says that it is encoded. */
  readonly body: string;
  /** Of the body as it was sent, without its framing. */
  readonly bodyBytes: number;
  /** Of the whole response: status line, header fields and framing included; over HTTP/2 the body's. */
  readonly bytes: number;
  readonly seconds: number;
  /** Whether its connection had brought an answer before. */
  readonly kept: boolean;
  /** Of its connection over TLS: version and cipher. */
  readonly tls?: string;
}

/** `TLSv1.3 TLS_AES_256_GCM_SHA384`, of a socket that has shaken hands; nothing for another. */
export function tlsOf(socket: Duplex): { tls?: string } {
  if (!("getCipher" in socket)) return {};
  const { getProtocol, getCipher } = socket as TLSSocket;
  return { tls: `${getProtocol.call(socket)} ${getCipher.call(socket).name}` };
}

/** The text of a body. @throws Error for an encoding that nobody asked for, or that is broken. */
export function decoded(sent: Buffer, headers: Fields): string {
  const encoding = fieldOf(headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity") return sent.toString("utf8");
  if (encoding !== "gzip") throw new Error(`content-encoding ${excerpt(encoding)}`);
  return gunzipSync(sent).toString("utf8");
}

/** The value of the first header field of this name, which is in lower case. */
export function fieldOf(headers: Fields, name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1];
}

/** How an answer departs from what the exchange expects; null when it does not. */
export function departure(
  {
    request: sent,
    response: expected,
    traffic,
  }: Pick<Exchange, "request" | "response" | "traffic">,
  got: Answer,
): string | null {
  const where = `${sent.method} ${sent.path}`;
  const statuses = [expected.status, ...(expected.orStatus ?? [])];
  if (!statuses.includes(got.status)) {
    return `${where}: status ${got.status} instead of ${statuses.join(" or ")}`;
  }
  const version = traffic?.protocol === "h2" || traffic?.protocol === "h2c" ? "2.0" : "1.1";
  if (got.httpVersion !== version) {
    return `${where}: HTTP/${got.httpVersion} instead of HTTP/${version}`;
  }
  if (expected.problemOf) {
    const problem = expected.problemOf(got.body, got.headers);
    if (problem !== null) return `${where}: ${problem}: ${excerpt(got.body)}`;
  } else if (got.body !== expected.body) {
    return `${where}: body ${excerpt(got.body)} instead of ${excerpt(expected.body)}`;
  }
  if (expected.mediaType !== null && mediaTypeOf(got) !== expected.mediaType) {
    return `${where}: content-type ${excerpt(contentTypeOf(got))} instead of ${expected.mediaType}`;
  }
  return null;
}

function contentTypeOf({ headers }: Pick<Answer, "headers">): string {
  return fieldOf(headers, "content-type") ?? "none";
}

/** Without parameters, in lower case; `none` where the answer names none. */
export function mediaTypeOf(answer: Answer): string {
  return contentTypeOf(answer).split(";")[0]?.trim().toLowerCase() ?? "none";
}

/** JSON's escapes keep terminal escapes of a hostile body out of the message. */
function excerpt(text: string): string {
  const shown = text.length > 120 ? `${text.slice(0, 120)}…` : text;
  return JSON.stringify(shown);
}
