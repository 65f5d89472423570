import type { Cell } from "@deadheat/judge";
import { bottleneckWords } from "../content/notes.ts";
import { formatDate, present } from "../format.ts";
import { imprecise, warningWords } from "../words/warnings.ts";

/** A remark that a reader needs before using the numbers of a target. */
interface Flag {
  readonly label: string;
  readonly text: string;
  readonly tone: "note" | "warning";
  /** true if the numbers themselves are imprecise. Such a flag appears next to the name, which no screen hides. */
  readonly imprecise: boolean;
}

export function flagsOf(cell: Cell): Flag[] {
  const { replayedFrom, status, reason, warnings } = cell;
  const flag = (tone: Flag["tone"], label: string, text: string) => {
    return { label, text, tone, imprecise: imprecise.has(label) };
  };
  const bottleneck = bottleneckWords({ ...cell, status: "ok" });
  return present([
    !["", "server"].includes(bottleneck) &&
      flag("note", bottleneck, "What limited its throughput."),
    replayedFrom &&
      flag(
        "note",
        "↺ replayed",
        `From the cache, measured ${formatDate(replayedFrom.startedAt)} UTC: nothing that it depends on has changed. A ` +
          "comparison with targets of this run is a comparison across runs.",
      ),
    status === "limited" && flag("warning", "limited", reason ?? ""),
    ...warnings.map((one) => flag("warning", one.code, warningWords(one))),
  ]);
}
