/** What must run, or lie on the disk, for a store. */
export type Service = "redis" | "sqlite" | "postgres";

/** The variable that says where each service is. */
export const addressVariables: Readonly<Record<Service, string>> = {
  redis: "REDIS_URL",
  sqlite: "SQLITE_PATH",
  postgres: "DATABASE_URL",
};

/** A data client that a scenario may use: where it runs, and what it talks to. */
export interface StoreInfo {
  readonly name: string;
  readonly service: Service;
  /** Answers at once, without a promise. */
  readonly sync: boolean;
  readonly runtimes: readonly ("node" | "bun" | "deno")[];
  /** Why it does not run elsewhere; null where it runs everywhere. */
  readonly reason: string | null;
}

const everywhere = { runtimes: ["node", "bun", "deno"], reason: null } as const;
const bunOnly = { runtimes: ["bun"], reason: "it is built into Bun" } as const;

/** Every store, in the order in which reports show them. */
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

/** @throws RangeError naming the stores that exist. */
export function storeNamed(name: string): StoreInfo {
  const found = stores.find((store) => store.name === name);
  if (found) return found;
  const known = stores.map((store) => store.name).join(", ");
  throw new RangeError(`unknown store ${JSON.stringify(name)}; there are: ${known}`);
}
