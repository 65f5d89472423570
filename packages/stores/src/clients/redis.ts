import { HELLO_KEY, type AsyncStore } from "@deadheat/handlers";
import { createClient } from "redis";
import { tableless } from "../tableless.ts";

/** One connection, which node-redis shares among all requests. */
export async function open(address: string): Promise<AsyncStore> {
  const client = createClient({ url: address, socket: { reconnectStrategy: false } });
  // A connection that is lost fails the requests that are under way, not the process.
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
