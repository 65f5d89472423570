import { DatabaseSync } from "node:sqlite";
import type { Row, SyncStore } from "@deadheat/handlers";
import { SELECT_HELLO, SELECT_ROW } from "../sql.ts";

/** Opens one connection with prepared statements. */
export function open(path: string): SyncStore {
  const database = new DatabaseSync(path, { readOnly: true });
  const hello = database.prepare(SELECT_HELLO);
  const row = database.prepare(`${SELECT_ROW}?`);
  return {
    name: "node-sqlite",
    sync: true,
    hello: () => (hello.get() as { text: string }).text,
    row: (id) => row.get(id) as unknown as Row,
    close: () => database.close(),
  };
}
