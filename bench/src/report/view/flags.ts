import { formatDate } from "../format.ts";
import type { Cell } from "./data.ts";

/** What a reader should know of a cell before using its figure. */
export interface Flag {
  readonly label: string;
  readonly text: string;
  readonly tone: "note" | "warning";
}

// A map: a code from outside may be called like something that every object has.
const labels: ReadonlyMap<string, string> = new Map([
  ["wide", "wide"],
  ["not-warm", "not warm"],
  ["foreign", "disturbed"],
  ["steal", "steal"],
]);

const verdicts: ReadonlyMap<string | null, string> = new Map([
  [
    "generator-bound",
    "The load generator's CPU was full before the server's. With idle time a server answers less per CPU-second: it can do this or more.",
  ],
  ["unsaturated", "Neither the server's CPU nor the generator's was full: it can do this or more."],
]);

export function flagsOf(cell: Cell): Flag[] {
  const flags: Flag[] = [];
  const verdict = verdicts.get(cell.verdict);
  if (cell.verdict !== null && verdict !== undefined) {
    flags.push({ label: cell.verdict, text: verdict, tone: "note" });
  }
  if (cell.replayed !== null) {
    const text = `From the cache, measured ${formatDate(cell.replayed)} UTC: nothing that it depends on has changed.`;
    flags.push({ label: "↺ replayed", text, tone: "note" });
  }
  if (cell.status === "limited") {
    flags.push({ label: "limited", text: cell.reason ?? "", tone: "warning" });
  }
  for (const { code, message } of cell.warnings) {
    flags.push({ label: labels.get(code) ?? code, text: message, tone: "warning" });
  }
  return flags;
}
