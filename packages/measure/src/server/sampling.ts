import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "@deadheat/journal";
import { departure } from "./answer.ts";
import { VoidRound, type Asked } from "./asked.ts";
import type { Exchange } from "./exchange-type.ts";
import { keptAgent, send } from "./exchange.ts";

/**
 * The time between two samples. oha compares statuses and counts bytes, not contents, so four responses a second are
 * compared here. For a server with 10,000 or more a second that is 0.04 % of its work, and the same for both servers.
 */
const INTERVAL_MILLISECONDS = 250;

/**
 * Runs `load` and meanwhile reads four responses a second of each server of a duet, each on one kept connection. The
 * first requests go out a quarter of a second after the call, after the load has begun.
 * @param signal of the run: ends a request that is under way
 * @returns the result of `load`, and the number of responses of each server that were read whole and compared
 * @throws VoidRound if a response was wrong
 */
export async function comparingBodies<T>(
  servers: { readonly new: Asked; readonly base: Asked },
  signal: AbortSignal,
  load: () => Promise<T>,
): Promise<{ result: T; counts: { new: number; base: number } }> {
  const stopping = new AbortController();
  const samples = [servers.new, servers.base].map((one) => sample(one, stopping.signal, signal));
  const stop = () => {
    stopping.abort();
    return Promise.all(samples);
  };
  try {
    const result = await load();
    const counts = await stop();
    const wrong = counts.find((count) => typeof count === "string");
    if (wrong !== undefined) throw new VoidRound(`under load, ${wrong}`);
    const [next, base] = counts as [number, number];
    return { result, counts: { new: next, base } };
  } finally {
    await stop();
  }
}

/** Returns the number of right responses, or the first wrong one with the server's name. */
async function sample(
  server: Asked,
  stopping: AbortSignal,
  signal: AbortSignal,
): Promise<number | string> {
  const asked = askedUnderLoad(server.exchange);
  const agent = keptAgent(server.exchange);
  try {
    for (let count = 0; ; count++) {
      await sleep(INTERVAL_MILLISECONDS, undefined, { signal: stopping }).catch(() => {});
      if (stopping.aborted) return count;
      const exchange = asked[Math.floor(Math.random() * asked.length)] as Exchange;
      const ask = () => send(server.port, exchange, agent, signal);
      const wrong = await ask()
        .catch((error: NodeJS.ErrnoException) => {
          // The server may have closed the idle connection just when it was used.
          if (error.code === "ECONNRESET") return ask();
          throw error;
        })
        .then((answer) => departure(exchange, answer), messageOf);
      if (wrong !== null) return `${server.name}: ${wrong}`;
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
