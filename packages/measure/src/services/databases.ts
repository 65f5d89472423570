import { hostname } from "node:os";
import process from "node:process";
import { identify, mayBeRunning } from "../machine/identity.ts";
import type { SqlClient } from "./sql-client.ts";

/**
 * Drops the databases of runs on this machine that have ended. A container may have the same host name and not see the
 * process of a run; the connection that each run keeps open saves its database.
 */
export async function dropAbandoned(client: SqlClient): Promise<void> {
  const { rows } = await client.query(
    "SELECT datname AS name, shobj_description(oid, 'pg_database') AS comment " +
      "FROM pg_database WHERE datname ~ '^deadheat_[0-9a-f]{12}$' " +
      "AND oid NOT IN (SELECT datid FROM pg_stat_activity WHERE datid IS NOT NULL)",
  );
  for (const { name, comment } of rows as { name: string; comment: string | null }[]) {
    const [host, pid, ...started] = comment?.split(" ") ?? [];
    const identity = { pid: Number(pid), started: started.join(" ") || "unknown" };
    if (host !== hostname() || mayBeRunning(identity)) continue;
    await client.query(`DROP DATABASE IF EXISTS ${name}`).catch(() => {});
  }
}

/** Returns the comment that names the process which owns a database. */
export function ownerOfDatabase(): string {
  const { pid, started } = identify(process.pid);
  return `${hostname()} ${pid} ${started}`.replaceAll("'", "");
}
