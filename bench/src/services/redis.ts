import { randomBytes } from "node:crypto";
import { mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { HELLO, HELLO_KEY } from "@deadheat/handlers";
import { messageOf } from "@deadheat/journal";
import { freePort } from "@deadheat/measure";
import { spawnService, untilSeeded } from "./process.ts";
import { obtainRedis } from "./redis-server.ts";
import { ServiceError, settingsOf, type Running, type Surroundings } from "./service.ts";

/** The settings of Redis: in memory and loopback only. */
const SETTINGS = { save: '""', appendonly: "no", bind: "127.0.0.1" };

/** Starts a Redis or Valkey in the run's folder, and sets the key. */
export async function startRedis(around: Surroundings): Promise<Running> {
  const program = await obtainRedis(around);
  const home = join(around.folder.path, "redis");
  mkdirSync(home);
  const log = join(home, "log");
  const [port, password] = [await freePort(), randomBytes(18).toString("base64url")];
  const lines = Object.entries({ ...SETTINGS, port, requirepass: password, dir: home });
  const server = spawnService([program.path, "-"], {
    name: "Redis",
    prefix: around.prefix,
    cwd: home,
    // Every user of the machine can read arguments, so the password goes through standard input.
    input: lines.map(([name, value]) => `${name} ${value}\n`).join(""),
    log: openSync(log, "a", 0o600),
  });
  around.folder.guardProcess(server.pid);
  const address = `redis://default:${password}@127.0.0.1:${port}`;
  const about = { source: program.source, settings: SETTINGS };
  const seed = (own: string) => seedRedis(own, HELLO_KEY);
  return untilSeeded("Redis", server, log, address, seed, about);
}

/** The seconds after which the server itself removes the key of a run that was killed. */
const KEPT_SECONDS = 7 * 24 * 3600;

/**
 * Uses the server that `REDIS_URL` names, and sets a key of this run's own there until the service stops.
 * @throws ServiceError if the server refuses
 */
export async function openRedis(url: string): Promise<Running> {
  try {
    const key = `deadheat:${randomBytes(6).toString("hex")}`;
    const version = await seedRedis(url, key);
    await withClient(url, (client) => client.expire(key, KEPT_SECONDS));
    const description = { version, source: "REDIS_URL", settings: settingsOf(url) };
    const forget = () => withClient(url, (client) => client.del(key));
    const stop = async () => void (await forget().catch(() => {}));
    return { address: `${url.replace(/#.*/, "")}#${key}`, description, died: () => null, stop };
  } catch (error) {
    throw new ServiceError(
      `REDIS_URL: ${messageOf(error)}. Set it to a running server that accepts writes, or unset it`,
    );
  }
}

/** Sets the key. @returns the name and version of the server */
function seedRedis(address: string, key: string): Promise<string> {
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
