import type { AsyncStore, Fortune, Row } from "@deadheat/handlers";
import { Pool } from "pg";
import { POOL_SIZE, SELECT_FORTUNES, SELECT_HELLO, SELECT_ROW } from "../sql.ts";

/** Opens a pool with named statements, which are thereby prepared. */
export function open(address: string): AsyncStore {
  const pool = new Pool({ connectionString: address, max: POOL_SIZE });
  // A lost connection fails the requests under way, not the process.
  pool.on("error", () => {});
  const hello = { name: "hello", text: SELECT_HELLO };
  const fortunes = { name: "fortunes", text: SELECT_FORTUNES };
  const row = async (id: number): Promise<Row> => {
    const query = { name: "row", text: `${SELECT_ROW}$1`, values: [id] };
    return (await pool.query<Row>(query)).rows[0] as Row;
  };
  return {
    name: "pg",
    sync: false,
    hello: async () => (await pool.query<{ text: string }>(hello)).rows[0]?.text ?? "",
    row,
    rows: (ids) => Promise.all(ids.map(row)),
    fortunes: async () => (await pool.query<Fortune>(fortunes)).rows,
    close: () => pool.end(),
  };
}
