import { HELLO_KEY, type AsyncStore } from "@deadheat/handlers";
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
  // A lost connection fails its requests at once, because a benchmark has no use for reconnecting.
  const client = new Bun.RedisClient(address, { autoReconnect: false });
  await client.connect();
  return {
    name: "bun-redis",
    sync: false,
    hello: async () => (await client.get(HELLO_KEY)) ?? "",
    ...tableless("bun-redis"),
    close: async () => client.close(),
  };
}
