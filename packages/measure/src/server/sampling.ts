import type { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Exchange } from "./exchange-type.ts";
import { messageOf } from "@deadheat/journal";
import { departure, type Answer } from "./answer.ts";
import { keptAgent, send } from "./exchange.ts";
import type { Server } from "./launch.ts";

/** The bodies of a server that were compared under load. */
interface Samples {
  /** The number of responses that were read whole and compared. */
  readonly count: number;
  /** The first wrong response, with the server's name; null if none was wrong. */
  readonly wrong: string | null;
}

type Pair<T> = { readonly new: T; readonly base: T };
type Asked = Server & { readonly exchange: Exchange };

interface Sampler {
  /** Stops sampling and settles when no request is under way. */
  readonly stop: () => Promise<Pair<Samples>>;
}

/**
 * The time between two samples. oha compares statuses and counts bytes, not contents, so four responses a second are
 * compared here. For a server with 10,000 or more a second that is 0.04 % of its work, and the same for both servers.
 */
const INTERVAL_MILLISECONDS = 250;

/**
 * Reads four responses a second of each server of a duet, each on one kept connection, until it is stopped. The first
 * requests go out a quarter of a second after the call, after the load has begun.
 * @param signal of the run: ends a request that is under way
 */
export function sampleBodies(servers: Pair<Asked>, signal: AbortSignal): Sampler {
  const stopping = new AbortController();
  const next = sample(servers.new, stopping.signal, signal);
  const base = sample(servers.base, stopping.signal, signal);
  return {
    stop: async () => {
      stopping.abort();
      return { new: await next, base: await base };
    },
  };
}

async function sample(server: Asked, stopping: AbortSignal, signal: AbortSignal): Promise<Samples> {
  const asked = askedUnderLoad(server.exchange);
  const agent = keptAgent(server.exchange);
  try {
    for (let count = 0; ; count++) {
      await sleep(INTERVAL_MILLISECONDS, undefined, { signal: stopping }).catch(() => {});
      if (stopping.aborted) return { count, wrong: null };
      const exchange = asked[Math.floor(Math.random() * asked.length)] as Exchange;
      const wrong = await problem(() => answer(server.port, exchange, agent, signal), exchange);
      if (wrong !== null) return { count, wrong: `${server.name}: ${wrong}` };
    }
  } finally {
    agent.destroy();
  }
}

/** Returns every exchange that a load may draw. */
function askedUnderLoad(exchange: Exchange): Exchange[] {
  const { variants, traffic } = exchange;
  const drawn = variants?.map((variant) => ({ ...exchange, ...variant })) ?? [exchange];
  return [...drawn, ...(traffic?.beside ? askedUnderLoad(traffic.beside.exchange) : [])];
}

async function problem(ask: () => Promise<Answer>, exchange: Exchange): Promise<string | null> {
  try {
    return departure(exchange, await ask());
  } catch (error) {
    return messageOf(error);
  }
}

/** Sends again if the server closed the idle connection just when it was used. */
async function answer(port: number, exchange: Exchange, agent: Agent, signal: AbortSignal) {
  try {
    return await send(port, exchange, agent, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ECONNRESET") throw error;
    return send(port, exchange, agent, signal);
  }
}
