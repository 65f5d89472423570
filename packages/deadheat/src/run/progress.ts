import { duetName, failureOf, type JournalRecord } from "@deadheat/journal";
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
import { counted, formatCount, formatDuration, printable } from "@deadheat/report/format";
import { runningEstimate } from "../measure/progress.ts";
import type { Note } from "../step.ts";

/**
 * @param withinSeconds the budget of the rounds; null if their number decides
 * @param inParts true if several records come at once, from other machines
 */
export function showProgress(
  arranged: Arranged,
  withinSeconds: number | null,
  note: Note,
  inParts = false,
): (event: RunEvent) => void {
  const began = performance.now();
  let progress = progressOf(arranged, began, inParts ? began : null);
  return (event) => {
    progress = progressAfter(progress, event, performance.now());
    const line = lineOf(event, arranged, progress);
    if (line === null) return;
    const [done, of] = [doneOf(progress), totalOf(progress)];
    const now = performance.now();
    const budgetSeconds = (withinSeconds ?? Infinity) - (now - began) / 1000;
    const secondsLeft = secondsLeftOf(progress, now, budgetSeconds);
    const left = formatDuration(secondsLeft);
    // Lines about failures and about the cache stay on a terminal.
    if (event.kind !== "record") return note(line);
    const failed = failureOf(event.record) !== null;
    const step = { phase: "measuring", done, of, estimate: line, secondsLeft };
    note(`[${done}/${of}] ${line}, ${left} left`, failed ? undefined : step);
  };
}

function lineOf(event: RunEvent, arranged: Arranged, progress: Progress): string | null {
  if (event.kind === "replayed") {
    const count = event.records.filter(isMeasured).length;
    return `${event.target}: ${count} records taken from the cache`;
  }
  if (event.kind === "slow") return slowWords(event);
  if (event.kind !== "record") return null;
  const { record } = event;
  const place = placeOf(record, arranged);
  const failure = failureOf(record);
  if (failure !== null) return `${place}: FAILED: ${printable(failure)}`;
  if (record.type === "verify") return null;
  if (record.type !== "round") return place;
  return `${place}, ${runningEstimate(progress.rounds.get(duetName(record)) ?? [])}`;
}

/** Returns `Rounds take 1.9 times as long as usual on this machine: 15 targets need 21 min for the usual precision.` */
function slowWords({
  factor,
  targets,
  seconds,
  withinSeconds,
}: Extract<RunEvent, { kind: "slow" }>): string {
  const servers = counted(targets, "target");
  return (
    `Rounds take ${factor.toFixed(1)} times as long as usual on this machine: ${servers} ` +
    `${targets === 1 ? "needs" : "need"} ${formatDuration(seconds)} for the usual precision.` +
    (withinSeconds === null ? "" : ` Going on with ${formatDuration(withinSeconds)}.`)
  );
}

/** Returns what a record is about; null for one that is not about a cell. */
function placeOf(record: JournalRecord, { duets }: Arranged): string | null {
  switch (record.type) {
    case "verify":
      return `${record.target} ${record.scenario}`;
    case "sweep":
      return `${record.server} ${record.scenario} alone, ${record.connections} connections, round ${record.round}`;
    case "openLoop":
      return `${record.target} ${record.scenario} at ${formatCount(record.rate)} requests/s, round ${record.round}`;
    case "cost":
      return `${duetName(record)} at fixed rates: round ${record.n}`;
    case "round": {
      const planned = duets.find((duet) => duetName(duet) === duetName(record));
      const round =
        record.stage === 2
          ? `extra round ${record.n}`
          : `round ${record.n} of ${planned?.rounds ?? 0}`;
      return `${record.new} (${record.scenario}): ${round}`;
    }
    default:
      return null;
  }
}
