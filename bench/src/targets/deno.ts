import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { addressVariables } from "@deadheat/handlers";
import { root } from "./project.ts";
import type { Manifest } from "./manifest.ts";
import type { Serving } from "./serving/serving.ts";
import type { StoreAddress } from "./serving/store-address.ts";

const kinds = ["net", "env", "sys", "read", "write", "ffi"] as const;
type Permissions = {
  readonly [kind in (typeof kinds)[number]]?: "all" | readonly string[] | undefined;
};

/** The variables that the adapter and the stores read. */
const OURS = [
  "PORT",
  "DEADHEAT_STORE",
  "DEADHEAT_PROTOCOL",
  "DEADHEAT_TLS",
  "DEADHEAT_FAMILIES",
  "DEADHEAT_ASSETS",
];

/** Returns the fewest permissions that a server needs: loopback, its variables, its framework and its store. */
export function denoPermissions(
  { deno }: Pick<Manifest, "deno">,
  { store, families, tls, assets }: Serving,
): string[] {
  const granted: Permissions[] = [
    { net: ["127.0.0.1"], env: OURS, read: [tls, assets].filter((folder) => folder !== null) },
    deno ?? {},
    (families.length > 0 && deno?.service) || {},
    ...(store ? ofStore(store) : []),
  ];
  return kinds.flatMap((kind) => {
    const values = granted.map((permissions) => permissions[kind] ?? []);
    if (values.includes("all")) return [`--allow-${kind}`];
    const named = [...new Set(values.flat())];
    return named.length === 0 ? [] : [`--allow-${kind}=${named.join(",")}`];
  });
}

function ofStore({ store, address }: StoreAddress): Permissions[] {
  const own: Permissions[] = [
    { env: [addressVariables[store.service]] },
    clients[store.name] ?? {},
  ];
  if (store.service === "sqlite") {
    return [...own, { read: [dirname(address)], write: [address] }, ...native(store.name)];
  }
  // The user's own service may be on another host.
  const { host, hostname } = new URL(address);
  return [...own, { net: hostname === "127.0.0.1" ? [] : [host] }];
}

/** The permissions that a client's own code needs. ioredis lists the whole environment. */
const clients: Readonly<Record<string, Permissions>> = {
  ioredis: { env: "all" },
  redis: { env: ["REDIS_DEBUG_MAINTENANCE"] },
  pg: { env: ["PG*", "NODE_PG_FORCE_NATIVE", "USER", "USERNAME"] },
  postgres: { env: ["PG*", "USER", "USERNAME", "LOGNAME"] },
  // better-sqlite3 looks for the name of the C library in Deno's process.report.
  "better-sqlite3": { sys: ["cpus", "hostname", "networkInterfaces"] },
};

function native(store: string): Permissions[] {
  if (store !== "better-sqlite3") return [];
  const folder = realpathSync(join(root, "packages/stores/node_modules", store));
  return [{ read: [folder], ffi: [folder] }];
}
