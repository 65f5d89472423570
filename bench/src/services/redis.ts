import { randomBytes } from "node:crypto";
import { HELLO } from "@deadheat/handlers";
import { messageOf, EnvironmentError } from "@deadheat/journal";
import { settingsOf, type RunningService } from "@deadheat/measure";

/** The seconds after which the server itself removes the key of a run that was killed. */
const KEPT_SECONDS = 7 * 24 * 3600;

/**
 * Uses the server that `REDIS_URL` names, and sets a key of this run's own there until the service stops.
 * @throws EnvironmentError if the server refuses
 */
export async function openRedis(url: string): Promise<RunningService> {
  try {
    const key = `deadheat:${randomBytes(6).toString("hex")}`;
    const version = await seedRedis(url, key);
    await withClient(url, (client) => client.expire(key, KEPT_SECONDS));
    const description = { version, source: "REDIS_URL", settings: settingsOf(url) };
    const forget = () => withClient(url, (client) => client.del(key));
    const stop = async () => void (await forget().catch(() => {}));
    return {
      address: `${url.replace(/#.*/, "")}#${key}`,
      description,
      pid: null,
      died: () => null,
      stop,
    };
  } catch (error) {
    throw new EnvironmentError(
      `REDIS_URL: ${messageOf(error)}. Set it to a running server that accepts writes, or unset it`,
    );
  }
}

/** Sets the key. @returns the name and version of the server */
export function seedRedis(address: string, key: string): Promise<string> {
  return withClient(address, async (client) => {
    await client.set(key, HELLO);
    const info = await client.info("server");
    const valkey = /^valkey_version:(\S+)/m.exec(info)?.[1];
    if (valkey !== undefined) return `Valkey ${valkey}`;
    return `Redis ${/^redis_version:(\S+)/m.exec(info)?.[1] ?? "unknown"}`;
  });
}

async function withClient<T>(
  address: string,
  work: (client: import("ioredis").Redis) => Promise<T>,
): Promise<T> {
  const { Redis } = await import("ioredis");
  const client = new Redis(address, {
    lazyConnect: true,
    connectTimeout: 5000,
    retryStrategy: () => null,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.disconnect();
  }
}
