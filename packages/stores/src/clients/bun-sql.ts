import type { AsyncStore, Fortune, Row } from "@deadheat/handlers";
import { POOL_SIZE } from "../sql.ts";

/** What is used of Bun here; its own types clash with those of Node and Deno. */
declare const Bun: {
  readonly SQL: new (url: string, options: { max: number }) => BunSql;
};
interface BunSql {
  (strings: TemplateStringsArray, ...values: unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** A pool; what stands in a tagged template is prepared once for each connection. */
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
