import { Redis } from "ioredis";
import { HELLO_KEY, type AsyncStore } from "@deadheat/handlers";
import { tableless } from "../tableless.ts";

/** Opens one connection, which ioredis shares among all requests. */
export async function open(address: string): Promise<AsyncStore> {
  // A lost connection fails its requests at once, because a benchmark has no use for reconnecting.
  const client = new Redis(address, { lazyConnect: true, retryStrategy: () => null });
  client.on("error", () => {});
  await client.connect();
  return {
    name: "ioredis",
    sync: false,
    hello: async () => (await client.get(HELLO_KEY)) ?? "",
    ...tableless("ioredis"),
    close: async () => void (await client.quit()),
  };
}
