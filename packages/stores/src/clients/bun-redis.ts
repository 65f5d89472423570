import type { AsyncStore } from "@deadheat/handlers";
import { readRedisAddress } from "../redis-address.ts";
import { tableless } from "../tableless.ts";

/** The part of Bun that this file uses. Bun's own types clash with those of Node and Deno. */
declare const Bun: {
  readonly RedisClient: new (
    url: string,
    options: { autoReconnect: boolean },
  ) => {
    connect(): Promise<void>;
    get(key: string): Promise<string | null>;
    close(): void;
  };
};

/** Opens one connection, which Bun shares among all requests. */
export async function open(address: string): Promise<AsyncStore> {
  const { url, key } = readRedisAddress(address);
  // A lost connection fails its requests at once, because a benchmark has no use for reconnecting.
  const client = new Bun.RedisClient(url, { autoReconnect: false });
  await client.connect();
  return {
    name: "bun-redis",
    sync: false,
    hello: async () => (await client.get(key)) ?? "",
    ...tableless("bun-redis"),
    close: async () => client.close(),
  };
}
