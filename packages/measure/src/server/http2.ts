import { once } from "node:events";
import { connect, constants, type ClientHttp2Session } from "node:http2";
import { certificateAt, tlsOf, type Answer } from "./answer.ts";
import { bounded, readBody } from "./bounded.ts";
import { decoded } from "./decode.ts";
import type { Fields, Request } from "./exchange-type.ts";

/**
 * Sends one request over HTTP/2 on its own connection, as oha does. With a certificate it uses TLS with ALPN, otherwise
 * prior knowledge (RFC 9113, 3.2 and 3.3). Rejects if the server does not speak HTTP/2.
 */
export async function sendHttp2(
  port: number,
  sent: Request,
  certificate: string | undefined,
  timeoutSeconds: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const startedAt = performance.now();
  const session = certificate
    ? connect(`https://127.0.0.1:${port}`, { ...certificateAt(certificate), ALPNProtocols: ["h2"] })
    : connect(`http://127.0.0.1:${port}`);
  try {
    session.setTimeout(timeoutSeconds * 1000, () =>
      session.destroy(new Error(`no response within ${timeoutSeconds} s`)),
    );
    const failed = new Promise<never>((_, reject) => {
      session.once("error", reject);
      session.once("close", () => reject(new Error("the connection was closed before a response")));
    });
    const answered = exchange(session, sent, certificate);
    // The loser of the race must not be an unhandled rejection.
    failed.catch(() => {});
    answered.catch(() => {});
    const answer = await bounded(Promise.race([answered, failed]), signal, () => session.destroy());
    return { ...answer, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    session.destroy();
  }
}

async function exchange(
  session: ClientHttp2Session,
  { method, path, headers, body }: Request,
  certificate: string | undefined,
): Promise<Omit<Answer, "seconds">> {
  const stream = session.request({
    [constants.HTTP2_HEADER_METHOD]: method,
    [constants.HTTP2_HEADER_PATH]: path,
    ...headers,
  });
  stream.end(body ?? undefined);
  const [received] = (await once(stream, "response")) as [Record<string, string | string[]>];
  const fields: Fields = Object.entries(received)
    .filter(([name]) => !name.startsWith(":"))
    .flatMap(([name, values]) => [values].flat().map((value) => [name, String(value)] as const));
  const sent = await readBody(stream);
  return {
    status: Number(received[":status"]),
    httpVersion: "2.0",
    headers: fields,
    body: decoded(sent, fields),
    bodyBytes: sent.length,
    bytes: sent.length,
    kept: true,
    ...(certificate && tlsOf(session.socket)),
  };
}
