import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../targets/project.ts";
import { readVersion } from "../targets/tools.ts";

const modules = join(root, "packages", "stores", "node_modules");

/** Returns the installed version of a store's client, or the reason why it is missing. */
export function describeClient(store: string): { version: string | null; reason: string | null } {
  if (["node-sqlite", "bun-sqlite", "bun-redis", "bun-sql"].includes(store)) {
    return { version: "the runtime's", reason: null };
  }
  const missing = (reason: string) => ({ version: null, reason });
  const folder = join(modules, store);
  if (!existsSync(folder)) {
    return missing(`${store} is not installed. Run \`npx -y pnpm@12.21.0 install\``);
  }
  if (store === "sqlite3" && !existsSync(join(folder, "build/Release/node_sqlite3.node"))) {
    return missing("sqlite3's native module is not built: see docs/targets.md");
  }
  return { version: readVersion(folder), reason: null };
}
