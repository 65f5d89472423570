import { FIRST_ID, LAST_ID, seededRow } from "./seed.ts";

/**
 * Returns why a body breaks the rules of TechEmpower's multiple queries; null if it obeys them. A valid body is an
 * array of `count` objects, each with an id of the table, the number of that row, and nothing else. At 20 rows or more
 * they must not all be equal, as they would be from a single query.
 */
export function problemOfQueries(body: string, count: number): string | null {
  let rows: unknown;
  try {
    rows = JSON.parse(body);
  } catch {
    return "no JSON";
  }
  if (!Array.isArray(rows)) return "no array";
  if (rows.length !== count) return `${rows.length} rows instead of ${count}`;
  for (const row of rows as unknown[]) {
    const problem = problemOfRow(row);
    if (problem !== null) return problem;
  }
  const different = new Set(rows.map((row: { id: number }) => row.id)).size;
  return count >= 20 && different < count / 2 ? `only ${different} different rows` : null;
}

function problemOfRow(row: unknown): string | null {
  if (typeof row !== "object" || row === null) return `${JSON.stringify(row)} is no row`;
  const { id, randomNumber, ...rest } = row as Record<string, unknown>;
  if (!Number.isInteger(id) || (id as number) < FIRST_ID || (id as number) > LAST_ID) {
    return `id ${JSON.stringify(id)} is not in the table`;
  }
  if (Object.keys(rest).length > 0) return `a row with ${Object.keys(rest).join(", ")}`;
  const expected = seededRow(id as number).randomNumber;
  if (randomNumber === expected) return null;
  return `row ${String(id)} has ${JSON.stringify(randomNumber)} instead of ${expected}`;
}
