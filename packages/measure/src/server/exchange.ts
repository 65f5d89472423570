import { Agent, request, type ClientRequest } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import type { Socket } from "node:net";
import { messageOf } from "@deadheat/journal";
import { OHA_VERSION } from "@deadheat/oha";
import { certificateAt, departure, tlsOf, type Answer } from "./answer.ts";
import { bounded, readBody } from "./bounded.ts";
import { decoded } from "./decode.ts";
import { fieldOf, type Exchange, type Fields } from "./exchange-type.ts";
import { sendHttp2 } from "./http2.ts";

/** The time in which nothing comes over the connection. */
const TIMEOUT_SECONDS = 5;

/**
 * Sends a request as oha sends it (`src/lib.rs` of 1.16.0): the same header fields, in the same order and spelling, so that no
 * server can tell a check from the load. It uses a new connection unless an agent keeps one. Rejects if there is no response, or if it comes too slowly or is too large (see `bounded`).
 * @returns the response. Its body names the server's own address `127.0.0.1:PORT`: each start has another port
 * @throws Interrupted if `signal` aborts
 */
export async function send(
  port: number,
  exchange: Pick<Exchange, "request" | "traffic">,
  agent: Agent | false = false,
  signal?: AbortSignal,
): Promise<Answer> {
  const answer = await answerTo(port, exchange, agent, signal);
  const own = new RegExp(`(127\\.0\\.0\\.1|localhost)(:|%3A)${port}(?!\\d)`, "gi");
  return { ...answer, body: answer.body.replace(own, "$1$2PORT") };
}

function answerTo(
  port: number,
  exchange: Pick<Exchange, "request" | "traffic">,
  agent: Agent | false,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { request: sent, traffic } = exchange;
  const headers = {
    accept: "*/*",
    "user-agent": `oha/${OHA_VERSION}`,
    ...(traffic?.keepAlive === false && { connection: "close" }),
    ...inLowerCase(sent.headers),
  };
  const length =
    sent.body === null ? {} : { "content-length": String(Buffer.byteLength(sent.body)) };
  const { protocol, certificate } = traffic ?? {};
  if (protocol === "h2" || protocol === "h2c") {
    const all = { ...headers, ...length };
    return sendHttp2(port, { ...sent, headers: all }, certificate, TIMEOUT_SECONDS, signal);
  }
  const startedAt = performance.now();
  const options = {
    host: "127.0.0.1",
    port,
    method: sent.method,
    path: sent.path,
    // Node would add Host itself, in another spelling and place.
    headers: { ...headers, ...("host" in headers ? {} : { host: `127.0.0.1:${port}` }), ...length },
    timeout: TIMEOUT_SECONDS * 1000,
    agent,
  };
  const outgoing =
    protocol === "tls"
      ? secureRequest({ ...options, ...certificateAt(certificate) })
      : request(options);
  // Node would send this header, with `close` if no agent keeps the connection. oha sends none, and the response
  // could differ.
  if (traffic?.keepAlive !== false) outgoing.removeHeader("connection");
  const answer = responseTo(outgoing, startedAt);
  outgoing.end(sent.body ?? undefined);
  return bounded(answer, signal, () => outgoing.destroy());
}

function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** The most informational responses (103, RFC 8297) before the response. */
const MOST_EARLY = 100;

function responseTo(outgoing: ClientRequest, startedAt: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let readBefore = 0;
    outgoing.once("socket", ({ bytesRead }) => (readBefore = bytesRead));
    outgoing.once("timeout", () =>
      outgoing.destroy(new Error(`no response within ${TIMEOUT_SECONDS} s`)),
    );
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // llhttp's codes begin so. A server of HTTP/2 alone sends such bytes, too.
      const isOther = error.code?.startsWith("HPE_");
      reject(isOther ? new Error(`the response is not HTTP/1.1 (${error.message})`) : error);
    });
    // Node passes both on without an end, and neither is a response.
    let early = 0;
    outgoing.on("information", ({ statusCode }) => {
      if (++early <= MOST_EARLY) return;
      const many = `more than ${MOST_EARLY} responses with status ${statusCode}`;
      outgoing.destroy(new Error(`${many}, which announce a response, and no response`));
    });
    outgoing.once("upgrade", ({ statusCode }, socket) => {
      socket.destroy();
      reject(
        new Error(`status ${statusCode}: the server changes the protocol instead of responding`),
      );
    });
    outgoing.once("response", (incoming) => {
      const { socket } = incoming;
      const fields = pairs(incoming.rawHeaders);
      const tls = tlsOf(socket);
      readBody(incoming)
        .then((body) =>
          resolve({
            status: incoming.statusCode ?? 0,
            httpVersion: incoming.httpVersion,
            headers: fields,
            body: decoded(body, fields),
            bodyBytes: body.length,
            bytes: socket.bytesRead - readBefore,
            seconds: (performance.now() - startedAt) / 1000,
            kept: outgoing.reusedSocket,
            ...tls,
          }),
        )
        .catch(reject);
    });
  });
}

/**
 * Returns the response that a load gets: the second over one connection, or the first if that departs already. If a
 * server closes the connection in between, oha would silently connect again for every request.
 * @throws Error if the server closes the connection or does not respond
 */
export async function keptResponse(
  port: number,
  exchange: Exchange,
  signal?: AbortSignal,
): Promise<Answer> {
  const { keepAlive, protocol } = exchange.traffic ?? {};
  const sendBy = (agent: Agent | false) => send(port, exchange, agent, signal);
  if (keepAlive === false || protocol === "h2" || protocol === "h2c") return sendBy(false);
  const agent = keptAgent(exchange);
  try {
    const first = await sendBy(agent);
    if (departure(exchange, first) !== null) return first;
    const second = await sendBy(agent).catch((error: NodeJS.ErrnoException) => {
      // If the connection closed while the request was on its way, another connection gets the response.
      if (error.code === "ECONNRESET" || error.code === "EPIPE") return sendBy(false);
      throw error;
    });
    if (second.kept || departure(exchange, second) !== null) return second;
    throw new Error("closes the connection after a response: a load keeps its connections open");
  } finally {
    agent.destroy();
  }
}

/**
 * Returns an agent with a single connection that is kept. HTTP/2 does not use it. As on oha's connections, the kernel sends no
 * probes (SO_KEEPALIVE): a server would see their timer in /proc/net/tcp.
 */
export function keptAgent({ traffic }: Pick<Exchange, "traffic">): Agent {
  const options = { keepAlive: true, maxSockets: 1 };
  const agent = traffic?.protocol === "tls" ? new SecureAgent(options) : new Agent(options);
  const connect = agent.createConnection.bind(agent);
  const withoutProbes = { keepAlive: false };
  agent.createConnection = (given, done) => connect({ ...given, ...withoutProbes }, done);
  // Node's own method turns the probes on.
  agent.keepSocketAlive = (socket) => {
    (socket as Socket).unref();
    return true;
  };
  return agent;
}

/**
 * Logs in to a server process.
 * @returns the header fields that its other requests send; none without a login
 * @throws Error if the login fails, or if the server does not respond
 */
export async function loggedIn(
  port: number,
  { login, traffic }: Pick<Exchange, "login" | "traffic">,
  signal?: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  if (login === undefined) return {};
  const { request: sent, headersFrom } = login;
  const asked = { request: sent, ...(traffic && { traffic }) };
  // The server gets the saved part back, so the login keeps the response as the server wrote it.
  const answer = await answerTo(port, asked, false, signal);
  const line = `the login (${sent.method} ${sent.path})`;
  if (answer.status >= 400) throw new Error(`${line} returned status ${answer.status}`);
  try {
    return headersFrom(answer);
  } catch (error) {
    throw new Error(`${line} ${messageOf(error)}`, { cause: error });
  }
}

/** Returns an exchange whose requests send these header fields too. */
function withHeaders(exchange: Exchange, headers: Readonly<Record<string, string>>): Exchange {
  const sending = <T extends Pick<Exchange, "request">>(one: T): T => ({
    ...one,
    request: { ...one.request, headers: { ...one.request.headers, ...headers } },
  });
  const { variants } = exchange;
  return { ...sending(exchange), ...(variants && { variants: variants.map(sending) }) };
}

/**
 * Returns the exchange that this server gets under load, with its own body lengths and the header fields of its login.
 * Conditional requests (RFC 9110, 13.1) get the validator that the server has just sent.
 * @throws Error if the server sends no validator, refuses the login or does not respond
 */
export async function askedOf(
  port: number,
  plain: Exchange,
  signal?: AbortSignal,
): Promise<Exchange> {
  const exchange = plain.login ? withHeaders(plain, await loggedIn(port, plain, signal)) : plain;
  const { variants, traffic } = exchange;
  const { beside } = traffic ?? {};
  return {
    ...exchange,
    ...(await ownOf(port, exchange, signal)),
    ...(variants && {
      variants: await Promise.all(
        variants.map((variant) => ownOf(port, { ...variant, ...(traffic && { traffic }) }, signal)),
      ),
    }),
    ...(beside && {
      traffic: {
        ...traffic,
        beside: { ...beside, exchange: await askedOf(port, beside.exchange, signal) },
      },
    }),
  };
}

type Answered = Pick<Exchange, "request" | "response">;

async function ownOf(
  port: number,
  exchange: Answered & Pick<Exchange, "traffic">,
  signal: AbortSignal | undefined,
): Promise<Answered> {
  const { response, traffic } = exchange;
  let sent = exchange.request;
  if (traffic?.conditional) {
    const { headers } = await send(port, exchange, false, signal);
    const own = validatorIn(headers);
    if (!own) throw new Error(`${sent.path}: neither ETag nor Last-Modified`);
    sent = { ...sent, headers: { ...sent.headers, ...own } };
  }
  if (!response.ownLength) return { request: sent, response };
  const asked = { request: sent, ...(traffic && { traffic }) };
  const { bodyBytes } = await send(port, asked, false, signal);
  return { request: sent, response: { ...response, length: bodyBytes } };
}

function validatorIn(headers: Fields): Record<string, string> | null {
  const etag = fieldOf(headers, "etag");
  if (etag !== undefined) return { "if-none-match": etag };
  const modified = fieldOf(headers, "last-modified");
  return modified === undefined ? null : { "if-modified-since": modified };
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? "", raw[2 * i + 1] ?? ""]);
}
