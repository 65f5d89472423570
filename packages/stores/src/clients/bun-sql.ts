import type { AsyncStore, Fortune, Row } from "@deadheat/handlers";
import { POOL_SIZE } from "../sql.ts";

/** The part of Bun that this file uses. Bun's own types clash with those of Node and Deno. */
declare const Bun: {
  readonly SQL: new (url: string, options: { max: number }) => BunSql;
};
interface BunSql {
  (strings: TemplateStringsArray, ...values: unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a pool. Each connection prepares a tagged template once. */
export function open(address: string): AsyncStore {
  const sql = new Bun.SQL(address, { max: POOL_SIZE });
  const row = async (id: number): Promise<Row> => {
    const rows = await sql`SELECT id, "randomNumber" FROM world WHERE id = ${id}`;
    return (rows as Row[])[0] as Row;
  };
  return {
    name: "bun-sql",
    sync: false,
    hello: async () => {
      const rows = await sql`SELECT 'Hello World!' AS text`;
      return (rows as { text: string }[])[0]?.text ?? "";
    },
    row,
    rows: (ids) => Promise.all(ids.map(row)),
    fortunes: () => sql`SELECT id, message FROM fortune` as Promise<Fortune[]>,
    close: () => sql.close(),
  };
}
