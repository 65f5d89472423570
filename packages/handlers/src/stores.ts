/** The service that a store needs. */
export type Service = "redis" | "sqlite" | "postgres";

/** The variable with the address of each service. */
export const addressVariables: Readonly<Record<Service, string>> = {
  redis: "REDIS_URL",
  sqlite: "SQLITE_PATH",
  postgres: "DATABASE_URL",
};

/** A data client that a scenario may use: its runtimes and its service. */
export interface StoreInfo {
  readonly name: string;
  readonly service: Service;
  /** true if the client answers synchronously, without a promise. */
  readonly sync: boolean;
  readonly runtimes: readonly string[];
  /** The reason why the client does not run on other runtimes; null if it runs everywhere. */
  readonly reason: string | null;
}

const everywhere = { runtimes: ["node", "bun", "deno"], reason: null } as const;
const bunOnly = { runtimes: ["bun"], reason: "it is built into Bun" } as const;

/** All stores, in the order in which reports show them. */
export const stores: readonly StoreInfo[] = [
  { name: "ioredis", service: "redis", sync: false, ...everywhere },
  { name: "redis", service: "redis", sync: false, ...everywhere },
  { name: "bun-redis", service: "redis", sync: false, ...bunOnly },
  { name: "better-sqlite3", service: "sqlite", sync: true, ...everywhere },
  {
    name: "sqlite3",
    service: "sqlite",
    sync: false,
    runtimes: ["node"],
    reason: "its native module is made for Node",
  },
  { name: "node-sqlite", service: "sqlite", sync: true, ...everywhere },
  { name: "bun-sqlite", service: "sqlite", sync: true, ...bunOnly },
  { name: "pg", service: "postgres", sync: false, ...everywhere },
  { name: "postgres", service: "postgres", sync: false, ...everywhere },
  { name: "bun-sql", service: "postgres", sync: false, ...bunOnly },
];

/** Returns the store of this name, or throws a RangeError that lists all stores. */
export function storeNamed(name: string): StoreInfo {
  const found = stores.find((store) => store.name === name);
  if (found) return found;
  const known = stores.map((store) => store.name).join(", ");
  throw new RangeError(`unknown store ${JSON.stringify(name)}: choose one of ${known}`);
}
