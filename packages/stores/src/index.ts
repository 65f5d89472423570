import process from "node:process";
import { addressVariables, storeNamed, type Store } from "@deadheat/handlers";

export { addressVariables } from "@deadheat/handlers";
export type { AsyncStore, Fortune, Row, Store, SyncStore } from "@deadheat/handlers";

/** The file of a store. Only the chosen one is ever loaded. */
interface Client {
  readonly open: (address: string) => Store | Promise<Store>;
}

const clients: Readonly<Record<string, () => Promise<Client>>> = {
  ioredis: () => import("./clients/ioredis.ts"),
  redis: () => import("./clients/redis.ts"),
  "bun-redis": () => import("./clients/bun-redis.ts"),
  "better-sqlite3": () => import("./clients/better-sqlite3.ts"),
  sqlite3: () => import("./clients/sqlite3.ts"),
  "node-sqlite": () => import("./clients/node-sqlite.ts"),
  "bun-sqlite": () => import("./clients/bun-sqlite.ts"),
  pg: () => import("./clients/pg.ts"),
  postgres: () => import("./clients/postgres.ts"),
  "bun-sql": () => import("./clients/bun-sql.ts"),
};

/**
 * Opens the store called `name`, by default `DEADHEAT_STORE`, at the address in `REDIS_URL`, `SQLITE_PATH` or
 * `DATABASE_URL`. Returns null if no store is chosen. When this settles, the store has answered once.
 * @throws RangeError for an unknown store, or one without an address.
 * @throws the client's error if it cannot be loaded or cannot connect.
 */
export async function openStore(
  name: string | undefined = process.env.DEADHEAT_STORE,
): Promise<Store | null> {
  if (name === undefined || name === "") return null;
  const { service } = storeNamed(name);
  const variable = addressVariables[service];
  const address = process.env[variable];
  if (address === undefined || address === "") {
    throw new RangeError(`the store ${name} needs an address: set ${variable}`);
  }
  const client = await (clients[name] as () => Promise<Client>)();
  const store = await client.open(address);
  await store.hello();
  return store;
}
