import { HELLO_KEY, type AsyncStore } from "@deadheat/handlers";
import { tableless } from "../tableless.ts";

/** What is used of Bun here; its own types clash with those of Node and Deno. */
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

/** One connection, which Bun shares among all requests. */
export async function open(address: string): Promise<AsyncStore> {
  // A connection that is lost fails its requests at once: a benchmark has nothing to wait for.
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
