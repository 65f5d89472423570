import type { Row, SyncStore } from "@deadheat/handlers";
import { SELECT_HELLO, SELECT_ROW } from "../sql.ts";

/** The part of Bun that this file uses. Bun's own types clash with those of Node and Deno. */
interface BunSqlite {
  readonly Database: new (
    path: string,
    options: { readonly: boolean },
  ) => {
    query(sql: string): { get(...values: unknown[]): unknown };
    close(): void;
  };
}

/** Opens one connection with prepared statements. */
export async function open(path: string): Promise<SyncStore> {
  // @ts-expect-error Bun has this module, and only Bun loads this file.
  const { Database } = (await import("bun:sqlite")) as BunSqlite;
  const database = new Database(path, { readonly: true });
  const hello = database.query(SELECT_HELLO);
  const row = database.query(`${SELECT_ROW}?`);
  return {
    name: "bun-sqlite",
    sync: true,
    hello: () => (hello.get() as { text: string }).text,
    row: (id) => row.get(id) as Row,
    close: () => database.close(),
  };
}
