import { setTimeout as sleep } from "node:timers/promises";
import {
  departure,
  keptResponse,
  mediaTypeOf,
  send,
  type Answer,
  type Exchange,
  type Server,
} from "@deadheat/measure";
import type { ReadRequest } from "../config/read-requests.ts";
import { canonical } from "../response/shapes.ts";

/** The samples of a response that is always the same, and of one that varies. */
const LEAST_SAMPLES = 3;
const MOST_SAMPLES = 12;
/** The time for samples beyond the second. A slow server gives fewer. */
const SAMPLING_SECONDS = 0.4;
/** The time after which a date with seconds is another one. */
const LATER_SECONDS = 1.1;

/** The responses of one server to one request, taken in a short time and, if they may depend on it, one later. */
export interface Sampling {
  readonly responses: Answer[];
  /** true if the responses differ, or contain something that looks like a time. */
  readonly variesWithTime: boolean;
  readonly startedAt: number;
}

/** Returns the exchange of a request, which expects any body yet. */
function openExchange(asked: ReadRequest, answer: Answer): Exchange {
  const response = {
    status: answer.status,
    mediaType: mediaTypeOf(answer),
    body: answer.body,
    problemOf: () => null,
  };
  return { ...requestOf(asked), response };
}

export function requestOf({ request, keepAlive }: ReadRequest): Omit<Exchange, "response"> {
  return { request, ...(!keepAlive && { traffic: { keepAlive } }) };
}

/**
 * Takes samples of the response to a request: the first over a connection of its own, the second as a load gets it.
 * @throws Error if the server does not answer, or closes a connection that a load would keep
 */
export async function sampled(
  { port }: Pick<Server, "port">,
  asked: ReadRequest,
  signal: AbortSignal,
): Promise<Sampling> {
  const startedAt = performance.now();
  const once = requestOf(asked);
  const first = await send(port, once, false, signal);
  const exchange = openExchange(asked, first);
  const responses = [first, await keptResponse(port, exchange, signal)];
  const end = performance.now() + SAMPLING_SECONDS * 1000;
  while (responses.length < (vary(responses) ? MOST_SAMPLES : LEAST_SAMPLES)) {
    if (performance.now() > end) break;
    responses.push(await send(port, once, false, signal));
  }
  const variesWithTime = vary(responses) || canonical(first.body) !== first.body;
  return { responses, variesWithTime, startedAt };
}

/** Adds a sample of a later second, if that may be another response. */
export async function sampledLater(
  { port }: Pick<Server, "port">,
  asked: ReadRequest,
  { responses, variesWithTime, startedAt }: Sampling,
  signal: AbortSignal,
): Promise<void> {
  if (!variesWithTime) return;
  const left = startedAt + LATER_SECONDS * 1000 - performance.now();
  if (left > 0) await sleep(left, undefined, { signal });
  responses.push(await send(port, requestOf(asked), false, signal));
}

/** Returns how a sample departs from the first one in status or media type, or null. */
export function unsteady(asked: ReadRequest, [first, ...others]: readonly Answer[]): string | null {
  const exchange = openExchange(asked, first as Answer);
  for (const other of others) {
    const wrong = departure(exchange, other);
    if (wrong !== null) return wrong;
  }
  return null;
}

function vary(responses: readonly Answer[]): boolean {
  return new Set(responses.map(({ body }) => body)).size > 1;
}
