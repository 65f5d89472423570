import { Agent, request, type IncomingMessage } from "node:http";
import type { Exchange } from "./exchange-type.ts";
import { OHA_VERSION } from "@deadheat/oha";

/** What came back, as it was on the wire. */
export interface Answer {
  readonly status: number;
  /** Of the status line: `1.1`. */
  readonly httpVersion: string;
  /** In the order and spelling that the server sent. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Of the whole response: status line, header fields and framing included. */
  readonly bytes: number;
  readonly seconds: number;
  /** Whether its connection had brought an answer before. */
  readonly kept: boolean;
}

const TIMEOUT_SECONDS = 5;

/**
 * Sends one exchange's request to a server of ours, with the header fields that oha sends
 * (`src/lib.rs` of 1.16.0), on a new connection unless an agent keeps one. Rejects when none answers.
 */
export function send(
  port: number,
  { request: sent }: Pick<Exchange, "request">,
  agent: Agent | false = false,
): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: "127.0.0.1",
      port,
      method: sent.method,
      path: sent.path,
      headers: {
        accept: "*/*",
        "user-agent": `oha/${OHA_VERSION}`,
        ...sent.headers,
        ...(sent.body === null ? {} : { "content-length": Buffer.byteLength(sent.body) }),
      },
      timeout: TIMEOUT_SECONDS * 1000,
      agent,
    });
    // Node would send one, with `close` where no agent keeps the connection: another answer than
    // that to oha, which sends none.
    outgoing.removeHeader("connection");
    let readBefore = 0;
    outgoing.once("socket", ({ bytesRead }) => (readBefore = bytesRead));
    outgoing.once("timeout", () =>
      outgoing.destroy(new Error(`no answer within ${TIMEOUT_SECONDS} s`)),
    );
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      const { socket } = incoming;
      read(incoming).then(
        (body) =>
          resolve({
            status: incoming.statusCode ?? 0,
            httpVersion: incoming.httpVersion,
            headers: pairs(incoming.rawHeaders),
            body,
            bytes: socket.bytesRead - readBefore,
            seconds: (performance.now() - startedAt) / 1000,
            kept: outgoing.reusedSocket,
          }),
        reject,
      );
    });
    outgoing.end(sent.body ?? undefined);
  });
}

/**
 * The answer that a load gets: the second over one connection; the first if that departs already. A
 * server that closes it in between would have oha connect anew for every request, without a word.
 * @throws Error when it does, or does not answer.
 */
export async function keptAnswer(port: number, exchange: Exchange): Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const first = await send(port, exchange, agent);
    if (departure(exchange, first) !== null) return first;
    const second = await send(port, exchange, agent).catch((error: NodeJS.ErrnoException) => {
      // Closed when the request was on its way already? Then it is answered on another connection.
      if (error.code === "ECONNRESET" || error.code === "EPIPE") return send(port, exchange);
      throw error;
    });
    if (second.kept || departure(exchange, second) !== null) return second;
    throw new Error("closes the connection after an answer: a load keeps its connections open");
  } finally {
    agent.destroy();
  }
}

/** How an answer departs from what the exchange expects; null when it does not. */
export function departure({ request: sent, response: expected }: Exchange, got: Answer) {
  const where = `${sent.method} ${sent.path}`;
  if (got.status !== expected.status) {
    return `${where}: status ${got.status} instead of ${expected.status}`;
  }
  if (got.httpVersion !== "1.1") return `${where}: HTTP/${got.httpVersion} instead of HTTP/1.1`;
  if (expected.problemOf) {
    const problem = expected.problemOf(got.body);
    if (problem !== null) return `${where}: ${problem}: ${excerpt(got.body)}`;
  } else if (got.body !== expected.body) {
    return `${where}: body ${excerpt(got.body)} instead of ${excerpt(expected.body)}`;
  }
  if (mediaTypeOf(got) !== expected.mediaType) {
    return `${where}: content-type ${excerpt(contentTypeOf(got))} instead of ${expected.mediaType}`;
  }
  return null;
}

function contentTypeOf({ headers }: Answer): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "none";
}

/** Without parameters, in lower case; `none` where the answer names none. */
export function mediaTypeOf(answer: Answer): string {
  return contentTypeOf(answer).split(";")[0]?.trim().toLowerCase() ?? "none";
}

async function read(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? "", raw[2 * i + 1] ?? ""]);
}

/** JSON's escapes keep terminal escapes of a hostile body out of the message. */
function excerpt(text: string): string {
  const shown = text.length > 120 ? `${text.slice(0, 120)}…` : text;
  return JSON.stringify(shown);
}
