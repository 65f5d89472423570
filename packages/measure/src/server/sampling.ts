import type { Server } from "./launch.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "@deadheat/journal";
import { departure } from "./answer.ts";
import { VoidRound, type Bench } from "./asked.ts";
import type { Exchange } from "./exchange-type.ts";
import { keptAgent, send } from "./exchange.ts";

/**
 * The time between two samples. oha compares statuses and counts bytes, not contents, so four responses a second are
 * compared here. For a server with 10,000 or more a second that is 0.04 % of its work, and the same for both servers.
 */
const INTERVAL_MILLISECONDS = 250;

/**
 * The share of loads of a kind, drawn at random, in which the samples follow each other without a pause, as the requests on
 * every connection of the load do. Otherwise a server could tell a sample by the age of its connection, and answer it better.
 * Windows have no such samples: they would take part of the generators' CPU, and change what is measured. A decoy looks like
 * a window to the servers.
 */
const BUSY_SHARES = { "warm-up": 1 / 2, decoy: 1, window: 0 } as const;
/** The part of a pause within which such samples begin. */
const BUSY_WITHIN = 0.4;
/** The fewest connections of such a warm-up. Beside fewer, one more would make it another load. */
const BUSY_FROM_CONNECTIONS = 10;

/**
 * Runs `load` and meanwhile reads four responses a second of each server of a duet, or as many as a connection of the load
 * gets, each on one kept connection. The first requests go out within a quarter of a second.
 * @param bench its signal ends a request that is under way
 * @param during the kind of the load
 * @returns the result of `load`, and the number of responses of each server that were read whole and compared
 * @throws VoidRound if a response was wrong
 */
export async function comparingBodies<T>(
  servers: { readonly new: Server; readonly base: Server },
  { signal, load: { connections } }: Pick<Bench, "signal" | "load">,
  during: keyof typeof BUSY_SHARES,
  load: () => Promise<T>,
): Promise<{ result: T; counts: { new: number; base: number } }> {
  const stopping = new AbortController();
  // Both servers of a duet get the same.
  const mayBeBusy =
    keeps(servers.base) && (during === "decoy" || connections >= BUSY_FROM_CONNECTIONS);
  const isBusy = mayBeBusy && Math.random() < BUSY_SHARES[during];
  const samples = [servers.new, servers.base].map((one) =>
    sample(one, isBusy, stopping.signal, signal),
  );
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

/** Returns false if each sample opens a new connection, which would cost more than the request. */
export function keeps({ exchange: { traffic } }: Server): boolean {
  return traffic?.keepAlive !== false && !traffic?.protocol?.startsWith("h2");
}

/** Returns the number of right responses, or the first wrong one with the server's name. */
async function sample(
  server: Server,
  isBusy: boolean,
  stopping: AbortSignal,
  signal: AbortSignal,
): Promise<number | string> {
  const asked = askedUnderLoad(server.exchange);
  const agent = keptAgent(server.exchange);
  try {
    for (let count = 0; ; count++) {
      if (!isBusy || count === 0) {
        const wait = count === 0 && isBusy ? BUSY_WITHIN * Math.random() : 1;
        const pause = sleep(wait * INTERVAL_MILLISECONDS, undefined, { signal: stopping });
        await pause.catch(() => {});
      }
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

function askedUnderLoad(exchange: Exchange): Exchange[] {
  const { variants, traffic } = exchange;
  const drawn = variants?.map((variant) => ({ ...exchange, ...variant })) ?? [exchange];
  return [...drawn, ...(traffic?.beside ? askedUnderLoad(traffic.beside.exchange) : [])];
}
