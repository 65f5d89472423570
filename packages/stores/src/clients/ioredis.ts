import { Redis } from "ioredis";
import { HELLO_KEY, type AsyncStore } from "@deadheat/handlers";
import { tableless } from "../tableless.ts";

/** One connection, which ioredis shares among all requests. */
export async function open(address: string): Promise<AsyncStore> {
  const client = new Redis(address, { lazyConnect: true });
  await client.connect();
  // A connection that is lost fails the requests that are under way, not the process.
  client.on("error", () => {});
  return {
    name: "ioredis",
    sync: false,
    hello: async () => (await client.get(HELLO_KEY)) ?? "",
    ...tableless("ioredis"),
    close: async () => void (await client.quit()),
  };
}
