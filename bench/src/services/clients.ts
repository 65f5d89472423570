import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../targets/project.ts";

const modules = join(root, "packages", "stores", "node_modules");

/** Which version of a store's client is installed; one that a runtime brings along has the runtime's. */
export function describeClient(store: string): { version: string | null; reason: string | null } {
  if (["node-sqlite", "bun-sqlite", "bun-redis", "bun-sql"].includes(store)) {
    return { version: "the runtime's", reason: null };
  }
  const file = join(modules, store, "package.json");
  if (!existsSync(file)) {
    const reason = `${store} is not installed: run \`npx -y pnpm@12.21.0 install\``;
    return { version: null, reason };
  }
  if (store === "sqlite3" && !existsSync(join(dirname(file), "build/Release/node_sqlite3.node"))) {
    const reason = "sqlite3's native module is not built: see docs/stores.md";
    return { version: null, reason };
  }
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return { version, reason: null };
}
