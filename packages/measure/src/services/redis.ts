import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../server/ready.ts";
import { spawnService, untilReady } from "./process.ts";
import { obtainRedis } from "./redis-server.ts";
import type { Running, Surroundings } from "./service.ts";

/** The settings of Redis: in memory and loopback only. */
const SETTINGS = { save: '""', appendonly: "no", bind: "127.0.0.1" };
/** The databases of two servers of each target of a configuration, and their copies. */
const DATABASES = 256;

/** A Redis that runs, at the address of a user who may do everything, also write files wherever the server may. */
interface RunningRedis extends Running {
  /** The address of the default user, who has all data and no command of an administrator. */
  readonly plainAddress: string;
}

/**
 * Starts a Redis or Valkey in the run's folder. Redis needs version 6 or later.
 * @param seed writes the data and returns the server's version. Throws while the server is not ready
 */
export async function startRedis(
  around: Surroundings,
  seed: (address: string) => Promise<string>,
): Promise<RunningRedis> {
  const program = await obtainRedis(around);
  const home = join(around.folder, "redis");
  mkdirSync(home);
  const port = await freePort();
  const [password, plain] = [newPassword(), newPassword()];
  const lines = [
    ...Object.entries({ ...SETTINGS, port, dir: home, databases: DATABASES }),
    ["user deadheat", `on >${password} ~* &* +@all`],
    ["user default", `on >${plain} ~* &* +@all -@admin`],
  ];
  const server = spawnService([program.path, "-"], around, {
    name: "Redis",
    cwd: home,
    // Every user of the machine can read arguments, so the password goes through standard input.
    input: lines.map(([name, value]) => `${name} ${value}\n`).join(""),
    log: join(home, "log"),
  });
  const addressOf = (user: string, secret: string) => `redis://${user}:${secret}@127.0.0.1:${port}`;
  const address = addressOf("deadheat", password);
  const version = await untilReady(server, () => seed(address), around.signal);
  const description = { version, source: program.source, settings: SETTINGS };
  return { ...server, address, plainAddress: addressOf("default", plain), description };
}

function newPassword(): string {
  return randomBytes(18).toString("base64url");
}
