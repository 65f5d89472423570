import type { Cell } from "@deadheat/judge";
import { bottleneckWords } from "../content/notes.ts";
import { formatDate } from "../format.ts";

/** A remark that a reader needs before using the numbers of a target. */
interface Flag {
  readonly label: string;
  readonly text: string;
  readonly tone: "note" | "warning";
  /** true if the numbers themselves are imprecise. Such a flag appears next to the name, which no screen hides. */
  readonly imprecise: boolean;
}

const imprecise: ReadonlySet<string> = new Set(["cold", "wide", "kinds"]);

export function flagsOf(cell: Cell): Flag[] {
  const { replayedFrom, status, reason, warnings } = cell;
  const flags: Flag[] = [];
  const add = (tone: Flag["tone"], label: string, text: string, isImprecise = false) =>
    flags.push({ label, text, tone, imprecise: isImprecise });
  const bottleneck = bottleneckWords({ ...cell, status: "ok" });
  if (!["", "server"].includes(bottleneck)) add("note", bottleneck, "What limited its throughput.");
  if (replayedFrom !== null) {
    const text =
      `From the cache, measured ${formatDate(replayedFrom.startedAt)} UTC: nothing that it depends on has changed. A ` +
      "comparison with targets of this run is a comparison across runs.";
    add("note", "↺ replayed", text);
  }
  if (status === "limited") add("warning", "limited", reason ?? "");
  for (const { code, message } of warnings) {
    add("warning", code, message, imprecise.has(code));
  }
  return flags;
}
