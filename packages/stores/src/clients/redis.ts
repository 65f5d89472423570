import { HELLO_KEY, type AsyncStore } from "@deadheat/handlers";
import { createClient } from "redis";
import { tableless } from "../tableless.ts";

/** One connection, which node-redis shares among all requests. */
export async function open(address: string): Promise<AsyncStore> {
  // A connection that is lost fails its requests at once: a benchmark has nothing to wait for.
  const client = createClient({ url: address, socket: { reconnectStrategy: false } });
  client.on("error", () => {});
  await client.connect();
  return {
    name: "redis",
    sync: false,
    hello: async () => (await client.get(HELLO_KEY)) ?? "",
    ...tableless("redis"),
    close: () => client.close(),
  };
}
