import type { AsyncStore, Fortune, Row } from "@deadheat/handlers";
import { SELECT_FORTUNES, SELECT_HELLO, SELECT_ROW } from "../sql.ts";

/** The part of sqlite3 that this file uses. sqlite3 is optional and has no types of its own. */
interface Sqlite3 {
  readonly OPEN_READONLY: number;
  readonly Database: new (
    path: string,
    mode: number,
    opened: (error: Error | null) => void,
  ) => Database;
}
interface Database {
  prepare(sql: string): Statement;
  close(closed: (error: Error | null) => void): void;
}
interface Statement {
  all(values: unknown[], done: (error: Error | null, rows: unknown) => void): void;
  finalize(done: () => void): void;
}

/**
 * Opens one connection with prepared statements, whose queries run on libuv's threads. `all` runs a statement to its
 * end. `get` would stop at the first row. Without parameters, the next call would continue there and return no row
 * (https://github.com/TryGhost/node-sqlite3/issues/1743).
 */
export async function open(path: string): Promise<AsyncStore> {
  const { default: sqlite3 } = (await import("sqlite3")) as unknown as { default: Sqlite3 };
  const database = await new Promise<Database>((resolve, reject) => {
    const opened: Database = new sqlite3.Database(path, sqlite3.OPEN_READONLY, (error) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const hello = database.prepare(SELECT_HELLO);
  const row = database.prepare(`${SELECT_ROW}?`);
  const fortunes = database.prepare(SELECT_FORTUNES);
  const all = <T>(statement: Statement, ...values: unknown[]): Promise<T[]> =>
    new Promise((resolve, reject) => {
      statement.all(values, (error, rows) => (error ? reject(error) : resolve(rows as T[])));
    });
  const first = async <T>(statement: Statement, ...values: unknown[]): Promise<T> =>
    (await all<T>(statement, ...values))[0] as T;
  return {
    name: "sqlite3",
    sync: false,
    hello: async () => (await first<{ text: string }>(hello)).text,
    row: (id) => first<Row>(row, id),
    rows: (ids) => Promise.all(ids.map((id) => first<Row>(row, id))),
    fortunes: () => all<Fortune>(fortunes),
    close: async () => {
      for (const statement of [hello, row, fortunes]) {
        await new Promise<void>((done) => statement.finalize(done));
      }
      await new Promise<void>((resolve, reject) => {
        database.close((error) => (error ? reject(error) : resolve()));
      });
    },
  };
}
