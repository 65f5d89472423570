import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { wholeEnvironment } from "@deadheat/journal";
import { startRedis as startServer, type Surroundings } from "@deadheat/measure";
import type { DatabaseService } from "../config/services.ts";
import { addressEnv, sharedPlace, type Place, type RunningStore } from "./place.ts";

/**
 * Starts a Redis or Valkey, in which each server gets its own database, and a user that may not use the commands of an
 * administrator nor, since Valkey 9.1, the databases of others. The servers share that of `REDIS_URL`, which is never emptied.
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
  // A client that sends a password alone is the default user.
  const texts = Object.values(service.env);
  const isPlain =
    texts.some((text) => text.includes("{password}")) &&
    !texts.some((text) => text.includes("{user}"));
  const userOf = (database: number): User => {
    const address = new URL(`/${database}`, isPlain ? server.plainAddress : server.address);
    if (isPlain) return { env: addressEnv(address.href, service), make: async () => {} };
    const [name, password] = [`deadheat-${database}`, randomBytes(18).toString("base64url")];
    Object.assign(address, { username: name, password });
    const rules = ["on", `>${password}`, "~*", "&*", "+@all", "-@admin"];
    const make = async () => {
      const set = ["ACL", "SETUSER", name, ...rules];
      const onlyHere = [...set, "resetdbs", `db=${database}`];
      await ask(server.address, [onlyHere]).catch(() => ask(server.address, [set]));
    };
    return { env: addressEnv(address.href, service), make };
  };
  let databases = 0;
  const placeWith = (seed: number, seedEnv: Place["seedEnv"]): Place => {
    const database = databases++;
    const { env, make } = userOf(database);
    const copies = [
      ["SELECT", `${database}`],
      ["FLUSHDB"],
      ["SELECT", `${seed}`],
      ["EVAL", COPY_ALL, "0", `${database}`],
    ];
    return {
      env,
      seedEnv,
      finish: async () => {
        const replies = await ask(server.address, [["SELECT", `${seed}`], ["DBSIZE"]]);
        return /^:\d+/m.exec(replies)?.[0] ?? "";
      },
      restore: async () => {
        await make();
        await ask(server.address, copies);
      },
      copy: () => placeWith(seed, seedEnv),
    };
  };
  return {
    about: { name: "redis", version, source },
    pid: server.pid,
    died: server.died,
    place: async () => {
      const seed = databases++;
      const { env, make } = userOf(seed);
      await make();
      return placeWith(seed, env);
    },
    stop: server.stop,
  };
}

/** A user of the database of one server, who can log in once it is made. */
interface User {
  readonly env: Readonly<Record<string, string>>;
  readonly make: () => Promise<void>;
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
  const { hostname, port, username, password } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), timeout: 10_000 });
  socket.on("timeout", () => socket.destroy(new Error("Redis does not answer")));
  const all = [["AUTH", username, password], ...commands, ["QUIT"]];
  const words = (command: readonly string[]) =>
    command.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("");
  socket.write(all.map((command) => `*${command.length}\r\n${words(command)}`).join(""));
  let replies = "";
  for await (const chunk of socket.setEncoding("utf8")) replies += chunk;
  const failed = /^-(.*)\r$/m.exec(replies)?.[1];
  if (failed !== undefined) throw new Error(failed);
  return replies;
}
