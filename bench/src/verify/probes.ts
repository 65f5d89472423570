import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  apiRoutes,
  ASSETS_PATH,
  assetFiles,
  EVENT_MILLISECONDS,
  EVENTS,
  itemsSum,
  orders,
  scenarioNamed,
  WAIT_MILLISECONDS,
  type Exchange,
} from "@deadheat/handlers";
import { askedOf, departure, fieldOf, send, type Answer } from "@deadheat/measure";
import type { Serving } from "../targets/serving/serving.ts";
import { exchangeRaw, receive } from "./raw.ts";
import { tlsProblem } from "./tls.ts";

export interface Probed {
  readonly port: number;
  readonly serving: Serving;
  /** A random word that was made up after the server started. */
  readonly token: string;
}

/** A test that is more than a request and its answer. Resolves to the error, or null without one. */
export type Probe = (server: Probed) => Promise<string | null>;

export function probesOf(scenario: string): readonly Probe[] {
  return probes[scenario] ?? [];
}

const drawn = (part: { exchanges: (token: string) => readonly Exchange[] }, token: string) =>
  part.exchanges(token)[1] as Exchange;

const probes: Readonly<Record<string, readonly Probe[]>> = {
  routes: [({ port }) => otherMethods(port)],
  "large-post": [({ port, token }) => inPieces(port, drawn(itemsSum, token))],
  middleware: [({ port }) => freshIds(port)],
  validate: [({ port, token }) => inPieces(port, drawn(orders, token))],
  "validate-standard": [({ port, token }) => inPieces(port, drawn(orders, token))],
  static: [rewritten],
  "static-304": [changed],
  tls: [tlsProblem],
  h2: [tlsProblem],
  stream: [({ port }) => asTheyCome(port)],
  async: [({ port, token }) => takesItsTime(port, token), ({ port }) => atOnce(port)],
};

/** Checks that HEAD has no body (RFC 9110, 9.3.2), and that an unknown method is not answered like GET. */
async function otherMethods(port: number): Promise<string | null> {
  const { pattern: path } = apiRoutes[0] as (typeof apiRoutes)[number];
  const fields = "host: 127.0.0.1\r\ncontent-length: 0\r\nconnection: close";
  const responseTo = (method: string) =>
    exchangeRaw(port, `${method} ${path} HTTP/1.1\r\n${fields}\r\n\r\n`);
  const [, body = ""] = (await responseTo("HEAD")).split("\r\n\r\n");
  if (body !== "") return `HEAD ${path}: a body of ${body.length} bytes`;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(await responseTo("PROPFIND"))?.[1] ?? 0);
  return status >= 400 || status === 0 ? null : `PROPFIND ${path}: status ${status}`;
}

/** Checks that a body in chunks (RFC 9112, 7.1), each in its own packet, is read as a whole. */
async function inPieces(port: number, { request, response }: Exchange): Promise<string | null> {
  const body = Buffer.from(request.body ?? "");
  const fields = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head =
    `${request.method} ${request.path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${fields.join("")}` +
    "transfer-encoding: chunked\r\nconnection: close\r\n\r\n";
  const third = Math.ceil(body.length / 3);
  const chunks = [0, third, 2 * third].map((at) => body.subarray(at, at + third));
  const pieces = chunks.map((chunk) =>
    Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]),
  );
  const answer = await exchangeRaw(port, head, ...pieces, "0\r\n\r\n");
  return answer.includes(response.body)
    ? null
    : `a body in chunks: ${JSON.stringify(answer.slice(0, 120))}`;
}

async function freshIds(port: number): Promise<string | null> {
  const { exchange } = scenarioNamed("middleware");
  const ids = await Promise.all(
    [1, 2, 3].map(async () => fieldOf((await send(port, exchange)).headers, "x-request-id")),
  );
  return new Set(ids).size === ids.length ? null : `x-request-id is ${ids[0]} each time`;
}

/** Checks that a rewritten file is served anew. A server that watches the folder may take a moment to notice. */
async function rewritten({ port, serving, token }: Probed): Promise<string | null> {
  return noticed(rewrite(serving, token), (exchange) => send(port, exchange));
}

/** Checks that a rewritten file is not called unchanged for a client that knows the old content. */
async function changed({ port, serving, token }: Probed): Promise<string | null> {
  const known = { request: get(), response: any, traffic: { conditional: true } };
  const { request } = await askedOf(port, known);
  return noticed(rewrite(serving, token), () => send(port, { request }));
}

const NOTICED_WITHIN_SECONDS = 1;

async function noticed(
  expected: Exchange,
  ask: (exchange: Exchange) => Promise<Answer>,
): Promise<string | null> {
  const until = performance.now() + 1000 * NOTICED_WITHIN_SECONDS;
  for (;;) {
    const wrong = departure(expected, await ask(expected));
    if (wrong === null) return null;
    if (performance.now() > until) return `after the file was rewritten: ${wrong}`;
    await sleep(50);
  }
}

const NAME = (assetFiles().at(-1) as { name: string }).name;
const any = { status: 200, mediaType: null, body: "", problemOf: () => null };

function get(): Exchange["request"] {
  return { method: "GET", path: `${ASSETS_PATH}/${NAME}`, headers: {}, body: null };
}

/** Rewrites the file with the same length. Its time differs by more than a validator in whole seconds needs. */
function rewrite({ assets }: Serving, token: string): Exchange {
  const file = join(assets ?? "", NAME);
  const old = readFileSync(file, "utf8");
  const body = `/* ${token} ${Date.now()} */`.padEnd(old.length, "\n");
  const soon = new Date(Math.max(Date.now(), statSync(file).mtimeMs) + 10_000);
  writeFileSync(file, body);
  utimesSync(file, soon, soon);
  return { request: get(), response: { status: 200, mediaType: "text/css", body } };
}

/** Checks that events arrive one by one: the first before the last is due, and in several pieces. */
async function asTheyCome(port: number): Promise<string | null> {
  const { request } = scenarioNamed("stream").exchange;
  const { pieces, seconds } = await receive(port, request.path);
  const due = ((EVENTS - 1) * EVENT_MILLISECONDS) / 1000;
  const between = seconds.last - seconds.first;
  if (pieces < EVENTS / 4) return `${EVENTS} events in ${pieces} pieces`;
  return between >= due / 2
    ? null
    : `the first event came ${(between * 1000).toFixed(1)} ms before the end, and the last is due ${due * 1000} ms after the first`;
}

/** Checks that no response comes early. Several tries, because a busy machine delays a response that was given at once. */
async function takesItsTime(port: number, token: string): Promise<string | null> {
  let shortest = Infinity;
  for (let tries = 0; tries < 5; tries++) {
    shortest = Math.min(shortest, await timed(() => waitFor(port, `${token}${tries}`)));
  }
  // A runtime's timer may fire a millisecond early.
  return shortest >= WAIT_MILLISECONDS - 1 ? null : `a response after ${shortest.toFixed(1)} ms`;
}

/** Checks that one request does not wait for another. On a busy machine one of a few tries must succeed. */
async function atOnce(port: number): Promise<string | null> {
  const many = 50;
  const ids = Array.from({ length: many }, (_, i) => String(i));
  let shortest = Infinity;
  for (let tries = 0; tries < 3; tries++) {
    const took = await timed(() => Promise.all(ids.map((id) => waitFor(port, id))));
    if (took < (many * WAIT_MILLISECONDS) / 2) return null;
    shortest = Math.min(shortest, took);
  }
  return `${many} at once took ${shortest.toFixed(0)} ms`;
}

function waitFor(port: number, id: string): Promise<Answer> {
  return send(port, { request: { ...get(), path: `/wait/${id}` } });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
