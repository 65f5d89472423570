import type { OpenClient } from "@deadheat/measure";

/** Everything of a database that migrations make, one row each: columns, indexes, constraints, views, triggers, functions. */
const SCHEMA = `
  WITH own AS (SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema')
  SELECT concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull) AS line
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN own ON own.oid = relnamespace WHERE attnum > 0
  UNION ALL SELECT indexdef FROM pg_indexes JOIN own ON nspname = schemaname
  UNION ALL SELECT conname || ' ' || pg_get_constraintdef(c.oid) FROM pg_constraint c JOIN own ON own.oid = connamespace
  UNION ALL SELECT viewname || ' ' || definition FROM pg_views JOIN own ON nspname = schemaname
  UNION ALL SELECT matviewname || ' ' || definition FROM pg_matviews JOIN own ON nspname = schemaname
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT proname || ' ' || prosrc FROM pg_proc JOIN own ON own.oid = pronamespace
  ORDER BY 1`;

const TABLES = `
  SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  WHERE relkind = 'r' AND nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY 1`;

/**
 * Returns the schema of a database and the number of rows in each table. Migrations count themselves in a table, so two
 * databases with the same answer have had as many of them, and differ only in values, such as those of a random seed.
 */
export async function schemaAndRows(client: OpenClient): Promise<string> {
  const { rows } = await client.query(SCHEMA);
  const lines = (rows as { line: string }[]).map(({ line }) => line);
  const tables = (await client.query(TABLES)).rows as { name: string }[];
  for (const { name } of tables) {
    const counted = await client.query(`SELECT count(*) AS n FROM ${name}`);
    lines.push(`${name} ${(counted.rows[0] as { n: string }).n}`);
  }
  return lines.join("\n");
}
