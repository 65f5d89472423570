import type { AsyncStore } from "@deadheat/handlers";
import { createClient } from "redis";
import { readRedisAddress } from "../redis-address.ts";
import { tableless } from "../tableless.ts";

/** Opens one connection, which node-redis shares among all requests. */
export async function open(address: string): Promise<AsyncStore> {
  const { url, key } = readRedisAddress(address);
  // A lost connection fails its requests at once, because a benchmark has no use for reconnecting.
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on("error", () => {});
  await client.connect();
  return {
    name: "redis",
    sync: false,
    hello: async () => (await client.get(key)) ?? "",
    ...tableless("redis"),
    close: () => client.close(),
  };
}
