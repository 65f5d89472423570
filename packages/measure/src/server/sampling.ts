import type { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Exchange } from "./exchange-type.ts";
import { messageOf } from "@deadheat/journal";
import { departure } from "./answer.ts";
import { keptAgent, send } from "./exchange.ts";
import type { Server } from "./launch.ts";

/** What was seen of a server's bodies while it was under load. */
export interface Samples {
  /** Answers that were read whole and compared. */
  readonly count: number;
  /** Whose answer was wrong first, and how; null when none was. */
  readonly wrong: string | null;
}

type Pair<T> = { readonly target: T; readonly reference: T };
type Asked = Server & { readonly exchange: Exchange };

export interface Sampler {
  /** Settles when nothing is under way any more. */
  readonly stop: () => Promise<Pair<Samples>>;
}

/**
 * Between two samples. oha compares statuses and counts bytes, not contents: four answers a second
 * are compared for it. For a server that gives 10,000 or more a second that is 0.04 % of its work,
 * and the same for both sides of a duet.
 */
const INTERVAL_MILLISECONDS = 250;

/**
 * Reads an answer of each server of a duet four times a second, each on one connection that is kept
 * open, until it is stopped. The first requests go out a quarter of a second after the call, so that
 * none comes before the load.
 */
export function sampleBodies(servers: Pair<Asked>): Sampler {
  const stopping = new AbortController();
  const target = sample(servers.target, stopping.signal);
  const reference = sample(servers.reference, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      return { target: await target, reference: await reference };
    },
  };
}

async function sample(server: Asked, signal: AbortSignal): Promise<Samples> {
  const asked = askedUnderLoad(server.exchange);
  const agent = keptAgent(server.exchange);
  try {
    for (let count = 0; ; count++) {
      await sleep(INTERVAL_MILLISECONDS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return { count, wrong: null };
      const exchange = asked[Math.floor(Math.random() * asked.length)] as Exchange;
      const wrong = await problem(server.port, exchange, agent);
      if (wrong !== null) return { count, wrong: `${server.name}: ${wrong}` };
    }
  } finally {
    agent.destroy();
  }
}

/** Every exchange that a load may draw. */
function askedUnderLoad(exchange: Exchange): Exchange[] {
  const { variants, traffic } = exchange;
  const drawn = variants?.map((variant) => ({ ...exchange, ...variant })) ?? [exchange];
  return [...drawn, ...(traffic?.beside ? askedUnderLoad(traffic.beside.exchange) : [])];
}

async function problem(port: number, exchange: Exchange, agent: Agent): Promise<string | null> {
  try {
    return departure(exchange, await answer(port, exchange, agent));
  } catch (error) {
    return messageOf(error);
  }
}

/** A server may close an idle connection just when it is used again: that one is asked once more. */
async function answer(port: number, exchange: Exchange, agent: Agent) {
  try {
    return await send(port, exchange, agent);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ECONNRESET") throw error;
    return send(port, exchange, agent);
  }
}
