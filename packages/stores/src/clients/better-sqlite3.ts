import type { Row, SyncStore } from "@deadheat/handlers";
import Database from "better-sqlite3";
import { SELECT_HELLO, SELECT_ROW } from "../sql.ts";

/** Opens one connection with prepared statements. */
export function open(path: string): SyncStore {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  const hello = database.prepare<[], { text: string }>(SELECT_HELLO);
  const row = database.prepare<[number], Row>(`${SELECT_ROW}?`);
  return {
    name: "better-sqlite3",
    sync: true,
    hello: () => (hello.get() as { text: string }).text,
    row: (id) => row.get(id) as Row,
    close: () => void database.close(),
  };
}
