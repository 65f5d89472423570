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

/** A server that is tried: where it is, and what it was started for. */
export interface Probed {
  readonly port: number;
  readonly serving: Serving;
  /** Made up after it was started. */
  readonly token: string;
}

/** What cannot be said as a request and its answer; resolves to what is wrong, null when nothing is. */
export type Probe = (server: Probed) => Promise<string | null>;

/** What else is tried of a scenario. */
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

/** RFC 9110, 9.3.2: HEAD has no body; a method that no route has is not answered like GET. */
async function otherMethods(port: number): Promise<string | null> {
  const { pattern } = apiRoutes[0] as (typeof apiRoutes)[number];
  const path = pattern;
  const head = await exchangeRaw(
    port,
    `HEAD ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`,
  );
  const [, body = ""] = head.split("\r\n\r\n");
  if (body !== "") return `HEAD ${path}: a body of ${body.length} bytes`;
  const odd = await exchangeRaw(
    port,
    `PROPFIND ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(odd)?.[1] ?? 0);
  return status >= 400 || status === 0 ? null : `PROPFIND ${path}: status ${status}`;
}

/** A body in chunks (RFC 9112, 7.1), each in a packet of its own, is the same body. */
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

/** The last of the files comes back new; who watches the folder may take a moment to hear of it. */
async function rewritten({ port, serving, token }: Probed): Promise<string | null> {
  return within(NOTICED_WITHIN_SECONDS, rewrite(serving, token), (exchange) =>
    send(port, exchange),
  );
}

/** What a client knows of the old content must not be called unchanged. */
async function changed({ port, serving, token }: Probed): Promise<string | null> {
  const known = { request: get(), response: any, traffic: { conditional: true } };
  const { request } = await askedOf(port, known);
  return within(NOTICED_WITHIN_SECONDS, rewrite(serving, token), () => send(port, { request }));
}

const NOTICED_WITHIN_SECONDS = 1;

async function within(
  seconds: number,
  expected: Exchange,
  ask: (exchange: Exchange) => Promise<Answer>,
): Promise<string | null> {
  const until = performance.now() + 1000 * seconds;
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

/** As long as it was, and younger by more than a validator of whole seconds needs, each time. */
function rewrite({ assets }: Serving, token: string): Exchange {
  const file = join(assets ?? "", NAME);
  const old = readFileSync(file, "utf8");
  const body = `/* ${token} ${Date.now()} */`.padEnd(old.length, "\n");
  const soon = new Date(Math.max(Date.now(), statSync(file).mtimeMs) + 10_000);
  writeFileSync(file, body);
  utimesSync(file, soon, soon);
  return { request: get(), response: { status: 200, mediaType: "text/css", body } };
}

/** The first event is there before the last is due, and they do not come in one piece. */
async function asTheyCome(port: number): Promise<string | null> {
  const { request } = scenarioNamed("stream").exchange;
  const { pieces, seconds } = await receive(port, request.path);
  const due = ((EVENTS - 1) * EVENT_MILLISECONDS) / 1000;
  const between = seconds.last - seconds.first;
  if (pieces < EVENTS / 4) return `${EVENTS} events in ${pieces} pieces`;
  return between >= due / 2
    ? null
    : `its first event came ${(between * 1000).toFixed(1)} ms before its end: the last is due ${due * 1000} ms after it`;
}

/** Each time: on a busy machine an answer may be late that was given at once. */
async function takesItsTime(port: number, token: string): Promise<string | null> {
  const took: number[] = [];
  for (let tries = 0; tries < 5; tries++) {
    const from = performance.now();
    await send(port, { request: { ...get(), path: `/wait/${token}${tries}` } });
    took.push(performance.now() - from);
  }
  const shortest = Math.min(...took);
  // A timer of a runtime may fire a millisecond early.
  return shortest >= WAIT_MILLISECONDS - 1 ? null : `an answer after ${shortest.toFixed(1)} ms`;
}

/** Waiting for one does not keep another waiting; on a busy machine, in one of a few tries. */
async function atOnce(port: number): Promise<string | null> {
  const one = (id: number) => send(port, { request: { ...get(), path: `/wait/${id}` } });
  const took: number[] = [];
  for (let tries = 0; tries < 3; tries++) {
    const from = performance.now();
    await Promise.all(Array.from({ length: MANY }, (_, i) => one(i)));
    took.push(performance.now() - from);
    if (Math.min(...took) < (MANY * WAIT_MILLISECONDS) / 2) return null;
  }
  return `${MANY} at once took ${Math.min(...took).toFixed(0)} ms`;
}

const MANY = 50;
