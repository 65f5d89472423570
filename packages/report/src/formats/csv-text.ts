export type Value = string | number | null | undefined;

/** Returns rows as CSV (RFC 4180). */
export function csvOf(rows: readonly (readonly Value[])[]): string {
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

function field(value: Value): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  // A spreadsheet runs a cell that begins like a formula. Where it separates cells by semicolons or tabs, a cell begins
  // after these too, whatever the quotes say.
  const inert = value.replaceAll(/(^|[;\t\r\n])( *)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, "$1$2'");
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
