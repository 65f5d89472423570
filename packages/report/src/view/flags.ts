import { formatDate } from "../format.ts";
import type { Cell } from "@deadheat/judge";

/** A remark about a cell that a reader needs before using its metric. */
export interface Flag {
  readonly label: string;
  readonly text: string;
  readonly tone: "note" | "warning";
  /** Whether the metric itself is vague. Such a flag stands beside the name, which no screen hides. */
  readonly vague: boolean;
}

// Maps, since a code from outside may have the name of a property that every object has.
const labels: ReadonlyMap<string, string> = new Map([["foreign", "disturbed"]]);

const bottlenecks: ReadonlyMap<string | null | undefined, string> = new Map([
  [
    "generator",
    "The load generator's CPU was full before the server's. A server with idle time answers fewer requests per CPU-second, so it can do at least this.",
  ],
  ["neither", "Neither the server's CPU nor the generator's was full: it can do at least this."],
]);

const floorWaits =
  "The floor that raced it had idle time. A server with idle time answers fewer requests per CPU-second, so this target may " +
  "look better than it is.";

const vague: ReadonlySet<string> = new Set(["cold", "wide", "kinds"]);

export function flagsOf(cell: Cell): Flag[] {
  const { bottleneck, floorBottleneck, replayedFrom, status, reason, warnings } = cell;
  const flags: Flag[] = [];
  const add = (tone: Flag["tone"], label: string, text: string, isVague = false) =>
    flags.push({ label, text, tone, vague: isVague });
  const bound = bottlenecks.get(bottleneck);
  if (bottleneck !== null && bound !== undefined) add("note", bottleneck, bound);
  // If both servers waited, the comparison is fair.
  if (bottleneck === "server" && bottlenecks.has(floorBottleneck)) {
    add("note", "floor waits", floorWaits);
  }
  if (replayedFrom !== null) {
    const text =
      `From the cache, measured ${formatDate(replayedFrom.startedAt)} UTC: nothing that it depends on has changed. Its ` +
      "comparison with cells that this run measured holds across runs only.";
    add("note", "↺ replayed", text);
  }
  if (status === "limited") add("warning", "limited", reason ?? "");
  for (const { code, message } of warnings) {
    add("warning", labels.get(code) ?? code, message, vague.has(code));
  }
  return flags;
}
