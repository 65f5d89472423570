import { request, type Agent, type IncomingMessage } from "node:http";
import type { Exchange } from "@deadheat/handlers";

/** What came back, as it was on the wire. */
export interface Answer {
  readonly status: number;
  /** In the order and spelling that the server sent. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Of the whole response: status line, header fields and framing included. */
  readonly bytes: number;
  readonly seconds: number;
}

const TIMEOUT_SECONDS = 5;

/**
 * Sends one exchange's request to a server of ours, on a new connection unless an agent keeps one.
 * Rejects when none answers.
 */
export function send(
  port: number,
  { request: sent }: Exchange,
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
        ...sent.headers,
        ...(sent.body === null ? {} : { "content-length": Buffer.byteLength(sent.body) }),
      },
      timeout: TIMEOUT_SECONDS * 1000,
      agent,
    });
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
            headers: pairs(incoming.rawHeaders),
            body,
            bytes: socket.bytesRead,
            seconds: (performance.now() - startedAt) / 1000,
          }),
        reject,
      );
    });
    outgoing.end(sent.body ?? undefined);
  });
}

/** How an answer departs from what the exchange expects; null when it does not. */
export function departure({ request: sent, response: expected }: Exchange, got: Answer) {
  const where = `${sent.method} ${sent.path}`;
  if (got.status !== expected.status) {
    return `${where}: status ${got.status} instead of ${expected.status}`;
  }
  if (expected.problemOf) {
    const problem = expected.problemOf(got.body);
    if (problem !== null) return `${where}: ${problem}: ${excerpt(got.body)}`;
  } else if (got.body !== expected.body) {
    return `${where}: body ${excerpt(got.body)} instead of ${excerpt(expected.body)}`;
  }
  const type = got.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "none";
  const mediaType = type.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== expected.mediaType) {
    return `${where}: content-type ${excerpt(type)} instead of ${expected.mediaType}`;
  }
  return null;
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
