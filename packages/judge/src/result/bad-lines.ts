import type { BadLine, Warning } from "@deadheat/journal";

/** Lines of journals that could not be read, each a warning of the result. */
export function badLineWarnings(bad: readonly BadLine[]): Warning[] {
  return bad.map(({ where, why }) => ({ code: "bad-line", message: `${where}: ${why}` }));
}
