import type { AsyncStore, Fortune, Row } from "@deadheat/handlers";
import { SELECT_FORTUNES, SELECT_HELLO, SELECT_ROW } from "../sql.ts";

/** What is used of sqlite3, which is optional and brings no types of its own. */
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
  get(values: unknown[], done: (error: Error | null, row: unknown) => void): void;
  all(values: unknown[], done: (error: Error | null, rows: unknown) => void): void;
  finalize(done: () => void): void;
}

/** One connection with prepared statements; its queries run on libuv's threads. */
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
  const get = <T>(statement: Statement, ...values: unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      statement.get(values, (error, found) => (error ? reject(error) : resolve(found as T)));
    });
  return {
    name: "sqlite3",
    sync: false,
    hello: async () => (await get<{ text: string }>(hello)).text,
    row: (id) => get<Row>(row, id),
    rows: (ids) => Promise.all(ids.map((id) => get<Row>(row, id))),
    fortunes: () =>
      new Promise((resolve, reject) => {
        fortunes.all([], (error, rows) => (error ? reject(error) : resolve(rows as Fortune[])));
      }),
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
