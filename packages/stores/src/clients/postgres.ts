import type { AsyncStore, Fortune, Row } from "@deadheat/handlers";
import postgres from "postgres";
import { POOL_SIZE } from "../sql.ts";

/** Opens a pool. Each connection prepares a tagged template once. */
export function open(address: string): AsyncStore {
  const sql = postgres(address, { max: POOL_SIZE });
  const row = async (id: number): Promise<Row> => {
    const [found] = await sql<Row[]>`SELECT id, "randomNumber" FROM world WHERE id = ${id}`;
    return found as Row;
  };
  return {
    name: "postgres",
    sync: false,
    hello: async () => {
      const [found] = await sql<{ text: string }[]>`SELECT 'Hello World!' AS text`;
      return found?.text ?? "";
    },
    row,
    rows: (ids) => Promise.all(ids.map(row)),
    fortunes: () => sql<Fortune[]>`SELECT id, message FROM fortune`,
    close: () => sql.end(),
  };
}
