import { formatDate } from "../format.ts";
import type { Cell } from "@deadheat/judge";

/** A remark that a reader needs before using the numbers of a target. */
export interface Flag {
  readonly label: string;
  readonly text: string;
  readonly tone: "note" | "warning";
  /** true if the numbers themselves are imprecise. Such a flag appears next to the name, which no screen hides. */
  readonly imprecise: boolean;
}

// Maps, since a code from outside may have the name of a property that every object has.
const labels: ReadonlyMap<string, string> = new Map([["foreign", "disturbed"]]);

const bottlenecks: ReadonlyMap<string | null | undefined, string> = new Map([
  [
    "generator",
    "The load generator's CPU was full before the server's. A server with idle time serves fewer requests per CPU-second, so it can do at least this.",
  ],
  ["neither", "Neither the server's CPU nor the generator's was full: it can do at least this."],
]);

const floorIdle =
  "Its floor had idle time. A server with idle time serves fewer requests per CPU-second, so this target may " +
  "look better than it is.";

const imprecise: ReadonlySet<string> = new Set(["cold", "wide", "kinds"]);

export function flagsOf(cell: Cell): Flag[] {
  const { bottleneck, floorBottleneck, replayedFrom, status, reason, warnings } = cell;
  const flags: Flag[] = [];
  const add = (tone: Flag["tone"], label: string, text: string, isImprecise = false) =>
    flags.push({ label, text, tone, imprecise: isImprecise });
  const bound = bottlenecks.get(bottleneck);
  if (bottleneck !== null && bound !== undefined) add("note", bottleneck, bound);
  // If both servers waited, the comparison is fair.
  if (bottleneck === "server" && bottlenecks.has(floorBottleneck)) {
    add("note", "floor idle", floorIdle);
  }
  if (replayedFrom !== null) {
    const text =
      `From the cache, measured ${formatDate(replayedFrom.startedAt)} UTC: nothing that it depends on has changed. A ` +
      "comparison with targets of this run is a comparison across runs.";
    add("note", "↺ replayed", text);
  }
  if (status === "limited") add("warning", "limited", reason ?? "");
  for (const { code, message } of warnings) {
    add("warning", labels.get(code) ?? code, message, imprecise.has(code));
  }
  return flags;
}
