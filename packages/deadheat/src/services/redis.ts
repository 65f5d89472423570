import { connect } from "node:net";
import { wholeEnvironment } from "@deadheat/journal";
import { startRedis as startServer, type Surroundings } from "@deadheat/measure";
import type { DatabaseService } from "../config/services.ts";
import { addressEnv, sharedPlace, type Place, type RunningStore } from "./place.ts";

/**
 * Starts a Redis or Valkey, in which each server gets its own database. The servers share that of `REDIS_URL`, which is
 * never emptied.
 * @throws EnvironmentError if it cannot be installed or started; Interrupted
 */
export async function redisStore(
  service: DatabaseService,
  around: Surroundings,
): Promise<RunningStore> {
  const { variable } = service;
  const own = wholeEnvironment()[variable];
  if (own !== undefined) {
    around.note(
      `Both servers share the Redis of ${variable}: one may find what the other has stored`,
    );
    return {
      about: { name: "redis", version: "", source: variable },
      pid: null,
      died: () => null,
      place: () => Promise.resolve(sharedPlace(addressEnv(own, service))),
      stop: () => Promise.resolve(),
    };
  }
  const server = await startServer(around, versionAt);
  const { version, source } = server.description;
  const envOf = (database: number) => addressEnv(`${server.address}/${database}`, service);
  let databases = 0;
  const placeWith = (seed: number): Place => {
    const database = databases++;
    const copies = [
      ["SELECT", `${database}`],
      ["FLUSHDB"],
      ["SELECT", `${seed}`],
      ["EVAL", COPY_ALL, "0", `${database}`],
    ];
    return {
      env: envOf(database),
      seedEnv: envOf(seed),
      finish: async () => {
        const replies = await ask(server.address, [["SELECT", `${seed}`], ["DBSIZE"]]);
        return /^:\d+/m.exec(replies)?.[0] ?? "";
      },
      restore: async () => void (await ask(server.address, copies)),
      copy: () => placeWith(seed),
    };
  };
  return {
    about: { name: "redis", version, source },
    pid: server.pid,
    died: server.died,
    place: () => Promise.resolve(placeWith(databases++)),
    stop: server.stop,
  };
}

const COPY_ALL =
  "for _, key in ipairs(redis.call('KEYS', '*')) do redis.call('COPY', key, key, 'DB', ARGV[1]) end";

async function versionAt(address: string): Promise<string> {
  const info = await ask(address, [["INFO", "server"]]);
  const valkey = /^valkey_version:(\S+)/m.exec(info)?.[1];
  if (valkey !== undefined) return `Valkey ${valkey}`;
  return `Redis ${/^redis_version:(\S+)/m.exec(info)?.[1] ?? "unknown"}`;
}

/** Sends commands over a new connection, and returns all replies. @throws Error if one of them is an error */
async function ask(address: string, commands: readonly (readonly string[])[]): Promise<string> {
  const { hostname, port, password } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), timeout: 10_000 });
  socket.on("timeout", () => socket.destroy(new Error("Redis does not answer")));
  const all = [["AUTH", password], ...commands, ["QUIT"]];
  const words = (command: readonly string[]) =>
    command.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("");
  socket.write(all.map((command) => `*${command.length}\r\n${words(command)}`).join(""));
  let replies = "";
  for await (const chunk of socket.setEncoding("utf8")) replies += chunk;
  const failed = /^-(.*)\r$/m.exec(replies)?.[1];
  if (failed !== undefined) throw new Error(failed);
  return replies;
}
