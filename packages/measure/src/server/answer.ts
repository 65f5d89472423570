import { readFileSync } from "node:fs";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { differenceWords, excerpt } from "./excerpt.ts";
import { fieldOf, type Exchange, type Fields } from "./exchange-type.ts";

/** A response as it was on the wire. */
export interface Answer {
  readonly status: number;
  /** The version in the status line: `1.1`, or `2.0` over HTTP/2. */
  readonly httpVersion: string;
  /** The header fields in the server's order and spelling. */
  readonly headers: Fields;
  /** The body, decoded if it is encoded. */
  readonly body: string;
  /** The bytes of the body as sent, without framing. */
  readonly bodyBytes: number;
  /** The bytes of the whole response: status line, header fields and framing. Over HTTP/2 those of the body. */
  readonly bytes: number;
  readonly seconds: number;
  /** true if the connection had carried a response before. */
  readonly kept: boolean;
  /** The TLS version and cipher of the connection. */
  readonly tls?: string;
}

/** Returns `TLSv1.3 TLS_AES_256_GCM_SHA384` for a TLS socket after its handshake, otherwise nothing. */
export function tlsOf(socket: Duplex): { tls?: string } {
  if (!("getCipher" in socket)) return {};
  const { getProtocol, getCipher } = socket as TLSSocket;
  return { tls: `${getProtocol.call(socket)} ${getCipher.call(socket).name}` };
}

const certificates = new Map<string, Buffer>();

/** Returns Node's options for TLS 1.3 to a server with exactly this certificate. @throws Error without a file */
export function certificateAt(path: string | undefined): { ca: Buffer; minVersion: "TLSv1.3" } {
  if (path === undefined) throw new Error("TLS needs a certificate, and none is given");
  const known = certificates.get(path) ?? readFileSync(path);
  certificates.set(path, known);
  return { ca: known, minVersion: "TLSv1.3" };
}

/** Returns how a response departs from the expected one, or null. */
export function departure(
  exchange: Pick<Exchange, "request" | "response" | "traffic">,
  got: Answer,
): string | null {
  const { request: sent, response: expected, traffic } = exchange;
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
    if (problem !== null) {
      return `${where}: ${problem}${expected.quotesProblems ? "" : `: ${excerpt(got.body)}`}`;
    }
  } else if (got.body !== expected.body) {
    return `${where}: body ${differenceWords(expected.body, got.body)}`;
  }
  if (expected.mediaType !== null && mediaTypeOf(got) !== expected.mediaType) {
    const type = fieldOf(got.headers, "content-type") ?? "none";
    return `${where}: content-type ${excerpt(type)} instead of ${expected.mediaType}`;
  }
  return null;
}

/** Returns the media type without parameters, in lower case; `none` if the response has none. */
export function mediaTypeOf({ headers }: Answer): string {
  const type = fieldOf(headers, "content-type") ?? "none";
  return type.split(";", 1)[0]?.trim().toLowerCase() ?? "none";
}
