import { Redis } from "ioredis";
import type { AsyncStore } from "@deadheat/handlers";
import { readRedisAddress } from "../redis-address.ts";
import { tableless } from "../tableless.ts";

/** Opens one connection, which ioredis shares among all requests. */
export async function open(address: string): Promise<AsyncStore> {
  const { url, key } = readRedisAddress(address);
  // A lost connection fails its requests at once, because a benchmark has no use for reconnecting.
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on("error", () => {});
  await client.connect();
  return {
    name: "ioredis",
    sync: false,
    hello: async () => (await client.get(key)) ?? "",
    ...tableless("ioredis"),
    close: async () => void (await client.quit()),
  };
}
