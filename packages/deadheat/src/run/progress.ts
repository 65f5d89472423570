import { interval } from "@deadheat/stats";
import { roundEstimate, workOf } from "@deadheat/judge";
import {
  duetName,
  failureOf,
  type RoundRecord,
  type CostRecord,
  type OpenLoopRecord,
  type SweepRecord,
} from "@deadheat/journal";
import {
  doneOf,
  isMeasured,
  progressAfter,
  progressOf,
  secondsLeft as secondsLeftOf,
  totalOf,
  type Arranged,
  type Progress,
  type RunEvent,
} from "@deadheat/runner";
import {
  formatCount,
  formatDuration,
  formatHalfWidth,
  formatLatency,
  formatRatio,
  printable,
} from "@deadheat/report/format";
import type { Note } from "../step.ts";

export function showProgress(arranged: Arranged, note: Note): (event: RunEvent) => void {
  let progress = progressOf(arranged, performance.now());
  return (event) => {
    progress = progressAfter(progress, event, performance.now());
    const line = lineOf(event, arranged, progress);
    if (line === null) return;
    const [done, of] = [doneOf(progress), totalOf(progress)];
    const secondsLeft = secondsLeftOf(progress, performance.now());
    const left = formatDuration(secondsLeft);
    // Lines about failures and about the cache stay on a terminal.
    if (event.kind !== "record") return note(line);
    const failed = failureOf(event.record) !== null;
    const step = { phase: "measuring", done, of, estimate: line, secondsLeft };
    note(`[${done}/${of}] ${line}, ${left} left`, failed ? undefined : step);
  };
}

function lineOf(event: RunEvent, { duets }: Arranged, progress: Progress): string | null {
  if (event.kind === "replayed") {
    const count = event.records.filter(isMeasured).length;
    return `${event.target}: ${count} records taken from the cache`;
  }
  if (event.kind !== "record") return null;
  const { record } = event;
  switch (record.type) {
    case "verify":
      return record.status === "failed"
        ? `${record.target} ${record.scenario}: FAILED: ${printable(record.reason ?? "")}`
        : null;
    case "sweep":
    case "openLoop":
      return soloLine(record);
    case "cost":
      return costLine(record);
    case "round":
      return roundLine(record, duets, progress.rounds.get(duetName(record)) ?? []);
    default:
      return null;
  }
}

function roundLine(
  record: RoundRecord,
  planned: Arranged["duets"],
  good: readonly RoundRecord[],
): string {
  const name = `${record.new} (${record.scenario})`;
  if (record.void !== null) return `${name}: FAILED: ${printable(record.void)}`;
  const of = planned.find((duet) => duetName(duet) === duetName(record))?.rounds ?? 0;
  const running = interval(roundEstimate(good));
  const width = Number.isFinite(running.hi) ? ` ${formatHalfWidth(running)}` : "";
  const place = record.stage === 2 ? `extra round ${record.n}` : `round ${record.n} of ${of}`;
  return `${name}: ${place}, ${formatRatio(running.ratio)}${width}`;
}

function soloLine(record: SweepRecord | OpenLoopRecord): string {
  const { target, scenario, connections, load } = record;
  const what =
    record.type === "sweep"
      ? `${record.server} ${scenario} alone, ${connections} connections`
      : `${target} ${scenario} at ${formatCount(record.rate)} requests/s`;
  const place = `${what}, round ${record.round}`;
  if (record.void !== null) return `${place}: FAILED: ${printable(record.void)}`;
  if (load === null) {
    return `${place}: ${record.type === "openLoop" ? record.notOffered : "no responses"}`;
  }
  return record.type === "sweep"
    ? `${place}: ${formatCount(load.good / load.seconds)} requests/s`
    : `${place}: p99 ${formatLatency(load.latency.p99)}`;
}

function costLine(record: CostRecord): string {
  const place = `${duetName(record)} at fixed rates: round ${record.n}`;
  if (record.void !== null) return `${place}: FAILED: ${printable(record.void)}`;
  const each = record.rates.map(({ rate, sides }) => {
    const work = sides && workOf(sides.new);
    const cost = work === null ? "not delivered" : formatLatency(work.cpuSeconds / work.good);
    return `${cost} at ${formatCount(rate.new)}/s`;
  });
  return `${place}, ${each.join(", ")}`;
}
