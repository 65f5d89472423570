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

/** The share of warm-ups, drawn at random, whose samples follow each other without a pause. */
const BUSY_SHARE = 1 / 2;
/** The part of a pause within which such samples begin, as the connections of a load do. */
const BUSY_WITHIN = 0.4;
/** The fewest connections of such a warm-up. Beside fewer, one more would make it another load. */
const BUSY_FROM_CONNECTIONS = 10;

/** The load beside which responses are compared. */
export type During =
  | "warm-up"
  | "window"
  /**
   * A load that looks like a window to the servers, of which this many connections are ours. They ask without a pause, as every
   * connection of the load does, so that a server cannot tell them by their age, order or number.
   */
  | { readonly decoyOf: number };

/**
 * Runs `load` and meanwhile reads four responses a second of each server of a duet on one kept connection, and in decoys and some
 * warm-ups as many as a connection of the load gets. The first requests go out within a quarter of a second. Windows have no busy
 * connections of ours: they would take part of the generators' CPU, and change what is measured.
 * @param bench its signal ends a request that is under way
 * @returns the result of `load`, and the number of responses of each server that were read whole and compared
 * @throws VoidRound if a response was wrong
 */
export async function comparingBodies<T>(
  servers: { readonly new: Server; readonly base: Server },
  { signal, load: { connections } }: Pick<Bench, "signal" | "load">,
  during: During,
  load: () => Promise<T>,
): Promise<{ result: T; counts: { new: number; base: number } }> {
  const stopping = new AbortController();
  // Both servers of a duet get the same.
  const isBusyWarmUp =
    during === "warm-up" &&
    keeps(servers.base) &&
    connections >= BUSY_FROM_CONNECTIONS &&
    Math.random() < BUSY_SHARE;
  const ours = typeof during === "object" ? during.decoyOf : 0;
  // Connections that are alone in their load open at once, as oha's do.
  const within = ours === connectionsOf(servers.base, connections) ? 0 : BUSY_WITHIN;
  const begins = [
    isBusyWarmUp ? BUSY_WITHIN * Math.random() : null,
    ...Array.from({ length: ours }, () => within * Math.random()),
  ];
  const samples = [servers.new, servers.base].map(async (one) => {
    const all = begins.map((begin) => sample(one, begin, stopping.signal, signal));
    const counts = await Promise.all(all);
    const wrong = counts.find((count) => typeof count === "string");
    return wrong ?? counts.reduce((sum: number, count) => sum + Number(count), 0);
  });
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

function connectionsOf({ exchange: { traffic } }: Server, usual: number): number {
  return traffic?.connections ?? usual;
}

/**
 * Asks a server again and again over one connection.
 * @param begin the part of a pause after which it asks without any; null to pause before each request
 * @returns the number of right responses, or the first wrong one with the server's name
 */
async function sample(
  server: Server,
  begin: number | null,
  stopping: AbortSignal,
  signal: AbortSignal,
): Promise<number | string> {
  const asked = askedUnderLoad(server.exchange);
  const agent = keptAgent(server.exchange);
  try {
    for (let count = 0; ; count++) {
      if (begin === null || count === 0) {
        const wait = INTERVAL_MILLISECONDS * (begin ?? 1);
        await sleep(wait, undefined, { signal: stopping }).catch(() => {});
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
