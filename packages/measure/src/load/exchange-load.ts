import { MAX_REQUESTS, type LoadResult } from "@deadheat/oha";
import type { Exchange, Expected } from "../server/exchange-type.ts";
import { generate, type Generator, type Unthreaded } from "./generate.ts";

/** The mode and the amount of load on one server. */
export type Pace =
  | { readonly mode: "closed"; readonly connections: number; readonly seconds: number }
  | OpenPace;

/** An open loop: requests at a fixed rate, whatever the server does. */
export interface OpenPace {
  readonly mode: "open";
  readonly connections: number;
  readonly ratePerSecond: number;
  readonly requests: number;
}

export function atRate(connections: number, ratePerSecond: number, seconds: number): OpenPace {
  const requests = Math.max(1, Math.min(MAX_REQUESTS, Math.round(ratePerSecond * seconds)));
  return { mode: "open", connections, ratePerSecond, requests };
}

/** Returns the part of oha's options that repeats an exchange, in any mode. */
function exchangeLoad(exchange: Exchange, port: number) {
  const { request, random, variants, response, traffic = {} } = exchange;
  const secure = traffic.protocol === "tls" || traffic.protocol === "h2";
  const http2 = traffic.protocol === "h2" || traffic.protocol === "h2c";
  const drawn = (variants ?? []).map((variant) => variant.request);
  const paths = drawn.map(({ path }) => path);
  const bodies = drawn.map(({ body }) => body ?? "");
  const vary = (list: readonly string[]) => new Set(list).size > 1;
  return {
    url: `${secure ? "https" : "http"}://127.0.0.1:${port}${random?.prefix ?? request.path}`,
    ...(random && { randomSuffix: random.pattern }),
    ...(vary(paths) && { paths }),
    method: request.method,
    headers: request.headers,
    ...(vary(bodies) ? { bodies } : request.body !== null && { body: request.body }),
    ...(secure && { certificate: traffic.certificate }),
    ...(http2 && { http2 }),
    ...(traffic.keepAlive === false && { keepAlive: false }),
    expectedStatus: response.status,
  };
}

/**
 * Loads a server with an exchange once. If the traffic has a second exchange, a second generator sends it at the same
 * time. Bodies of a wrong length make the result void.
 * @throws OhaError if there are no metrics
 */
export async function loadExchange(
  exchange: Exchange,
  port: number,
  pace: Pace,
  generator: Generator,
  whom: string,
  options: { readonly stdev?: boolean } = {},
): Promise<LoadResult> {
  const { beside, streams } = exchange.traffic ?? {};
  const load = (one: Exchange, own: Pace): Promise<LoadResult> => {
    // Streams multiply the requests at once. An open loop has its own number.
    const many = own.mode === "closed" && streams !== undefined && { streams };
    const planned: Unthreaded = { ...exchangeLoad(one, port), ...many, ...own };
    return generate(planned, generator, whom, options).then((result) => checked(result, one));
  };
  if (!beside) return load(exchange, pace);
  const [share, rest] = [shareOf(pace, beside.share), shareOf(pace, 1 - beside.share)];
  const loads = [load(exchange, rest), load(beside.exchange, share)] as const;
  await Promise.allSettled(loads);
  return together(...(await Promise.all(loads)));
}

function checked(result: LoadResult, exchange: Exchange): LoadResult {
  const wrong = result.void ?? wrongBodies(result, exchange);
  return wrong === null ? result : { ...result, void: wrong, goodPerSecond: null };
}

/** Returns a share of the connections and requests, at least one of each. */
function shareOf(pace: Pace, share: number): Pace {
  const part = (whole: number) => Math.max(1, Math.round(whole * share));
  const connections = part(pace.connections);
  if (pace.mode === "closed") return { ...pace, connections };
  const ratePerSecond = pace.ratePerSecond * share;
  return { ...pace, connections, ratePerSecond, requests: part(pace.requests) };
}

/** Combines two simultaneous loads into one result, with the latencies of the first. */
function together(one: LoadResult, other: LoadResult): LoadResult {
  const seconds = Math.max(one.seconds, other.seconds);
  const sum = <Counts extends object>(a: Counts, b: Counts): Counts => {
    const all = { ...a } as Record<string, number>;
    for (const [key, n] of Object.entries(b)) all[key] = (all[key] ?? 0) + (n as number);
    return all as Counts;
  };
  const good = one.good + other.good;
  const counts = {
    ...one,
    seconds,
    good,
    completed: one.completed + other.completed,
    bytes: one.bytes + other.bytes,
    errors: sum(one.errors, other.errors),
    totalErrors: one.totalErrors + other.totalErrors,
    errorTexts: sum(one.errorTexts, other.errorTexts),
    statusCodes: sum(one.statusCodes, other.statusCodes),
    lateness: one.lateness === null ? null : Math.max(one.lateness, other.lateness ?? 0),
  };
  const wrong = one.void ?? other.void;
  if (wrong !== null) return { ...counts, void: wrong, goodPerSecond: null };
  return { ...counts, void: null, goodPerSecond: good / seconds };
}

/** The number of standard deviations that no random draw exceeds. */
const FAR = 6;

/** Returns the reason that responses of a good status were wrong, or null if their total length is as expected. */
function wrongBodies(
  { good, bytes }: Pick<LoadResult, "good" | "bytes">,
  { response, variants }: Pick<Exchange, "response" | "variants">,
): string | null {
  const ranges = (variants ?? [{ response }]).map((variant) => lengthsOf(variant.response));
  const meanOf = (numbers: readonly number[]) =>
    numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const mean = meanOf(ranges.map(({ least, most }) => (least + most) / 2));
  const variance = meanOf(ranges.map(({ least, most }) => ((least + most) / 2 - mean) ** 2));
  // If variants differ in length, the number of draws of each is random.
  const chance = variance === 0 ? 0 : FAR * Math.sqrt(good * variance);
  const least = good * meanOf(ranges.map((range) => range.least)) - chance;
  const most = good * meanOf(ranges.map((range) => range.most)) + chance;
  if (bytes >= least && bytes <= most) return null;
  if (ranges.every((range) => range.least === range.most)) {
    const about = chance === 0 ? "" : "about ";
    return `bodies of ${bytes} bytes instead of ${about}${Math.round(good * mean)} in all`;
  }
  const [from, to] = [least, most].map((all) => Math.round(all / good));
  return `bodies of ${Math.round(good === 0 ? 0 : bytes / good)} bytes on average instead of ${from} to ${to}`;
}

/** Returns the range in which the mean length of this response lies, in bytes as sent. */
function lengthsOf({ body, length, lengths }: Expected): { least: number; most: number } {
  if (lengths) return lengths;
  const own = length ?? Buffer.byteLength(body);
  return { least: own, most: own };
}
