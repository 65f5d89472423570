import { formatDate } from "../../format.ts";
import type { Cell } from "./page-data.ts";

/** What a reader should know of a cell before using its figure. */
export interface Flag {
  readonly label: string;
  readonly text: string;
  readonly tone: "note" | "warning";
  /** It makes the figure itself vague: it is told beside the name, where nothing hides it. */
  readonly vague?: true;
}

// A map: a code from outside may be called like something that every object has.
const labels: ReadonlyMap<string, string> = new Map([
  ["cold", "cold"],
  ["wide", "wide"],
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

const vague: ReadonlySet<string> = new Set(["cold", "wide"]);

export function flagsOf(cell: Cell): Flag[] {
  const flags: Flag[] = [];
  const verdict = verdicts.get(cell.verdict);
  if (cell.verdict !== null && verdict !== undefined) {
    flags.push({ label: cell.verdict, text: verdict, tone: "note" });
  }
  // Where both wait it is alike for both.
  if (cell.verdict === "server-bound" && verdicts.has(cell.floorVerdict)) {
    const text =
      "The server that it raced had idle time. With that a server answers less per CPU-second, so that this one may " +
      "look better beside it than it is.";
    flags.push({ label: "floor waits", text, tone: "note" });
  }
  if (cell.replayed !== null) {
    const text =
      `From the cache, measured ${formatDate(cell.replayed)} UTC: nothing that it depends on has changed. Its ` +
      "comparison with what was measured in this run holds across runs only.";
    flags.push({ label: "↺ replayed", text, tone: "note" });
  }
  if (cell.status === "limited") {
    flags.push({ label: "limited", text: cell.reason ?? "", tone: "warning" });
  }
  for (const { code, message } of cell.warnings) {
    flags.push({
      label: labels.get(code) ?? code,
      text: message,
      tone: "warning",
      ...(vague.has(code) && { vague: true }),
    });
  }
  return flags;
}
