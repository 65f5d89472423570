import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { estimate, interval } from "@deadheat/stats";
import { logRatios } from "./analyse.ts";
import type { Io } from "./io.ts";
import type { Target } from "./manifest.ts";
import { journalPath, keptJournalPath } from "./measure/task.ts";
import { duetName, type Plan } from "./plan.ts";
import type { BlockRecord, JournalRecord } from "./record.ts";
import { formatDuration, formatHalfWidth, formatRatio, printable } from "./report/format.ts";

const POLL_MILLISECONDS = 250;

/**
 * Shows how a run gets on, from nothing but its journals: they are written block by block anyway.
 * A terminal has one line that is rewritten, everything else plain lines.
 */
export function watchProgress(
  plan: Plan,
  targets: readonly Target[],
  out: string,
  io: Io,
): { stop: () => void } {
  const journals = targets.map((target) => ({
    target,
    // What an earlier attempt has left is not news, but counts as done.
    read: tail(journalPath(out, target)),
  }));
  const planned = plan.duets.filter((d) => targets.some((target) => target.name === d.target));
  const done = new Map<string, BlockRecord[]>();
  const total = planned.reduce((sum, duet) => sum + duet.blocks, 0);
  const startedAt = performance.now();
  let before = 0;
  let last = "";
  let lastBlockAt = startedAt;

  const add = (record: JournalRecord): void => {
    if (record.type !== "block") return;
    const name = duetName(record);
    done.set(name, [...(done.get(name) ?? []), record]);
  };
  const blocksDone = () => [...done.values()].reduce((sum, blocks) => sum + blocks.length, 0);
  const secondsLeft = () => {
    const replayed = journals.filter(({ target }) => existsSync(keptJournalPath(target)));
    const settled = new Set(replayed.map(({ target }) => target.name));
    const open = planned.filter((duet) => !settled.has(duet.target));
    const left = open.reduce(
      (sum, duet) => sum + Math.max(0, duet.blocks - (done.get(duetName(duet))?.length ?? 0)),
      0,
    );
    const measured = blocksDone() - before;
    const spent = (lastBlockAt - startedAt) / 1000;
    const each = measured === 0 ? plan.seconds / total : spent / measured;
    return left * each - (performance.now() - lastBlockAt) / 1000;
  };

  for (const { read } of journals) read().forEach(add);
  before = blocksDone();

  const show = (): void => {
    for (const { read } of journals) {
      for (const record of read()) {
        add(record);
        if (record.type === "block") lastBlockAt = performance.now();
        const line = lineOf(record, planned, done);
        if (line === null) continue;
        const place = `[${blocksDone()}/${total}] `;
        const left = `, ${formatDuration(secondsLeft())} left`;
        last = line;
        if (io.terminal) io.stderr.write("\r\u001b[2K");
        io.note(place + line + left);
      }
    }
    if (!io.terminal) return;
    const line = `[${blocksDone()}/${total}] measuring, ${formatDuration(secondsLeft())} left  ${last}`;
    io.stderr.write(`\r\u001b[2K${line.slice(0, Math.max(20, io.columns - 1))}`);
  };
  const timer = setInterval(show, POLL_MILLISECONDS);
  return {
    stop: () => {
      clearInterval(timer);
      show();
      if (io.terminal) io.stderr.write("\r\u001b[2K");
    },
  };
}

function lineOf(
  record: JournalRecord,
  planned: Plan["duets"],
  done: ReadonlyMap<string, readonly BlockRecord[]>,
): string | null {
  if (record.type === "verify" && record.status === "failed") {
    return `${record.target} ${record.scenario}: FAILED: ${printable(record.reason ?? "")}`;
  }
  if (record.type !== "block") return null;
  const name = duetName(record);
  if (record.void !== null) return `${name}: FAILED: ${printable(record.void)}`;
  const of = planned.find((duet) => duetName(duet) === name)?.blocks ?? 0;
  const running = interval(estimate(logRatios(done.get(name) ?? [])));
  const width = Number.isFinite(running.hi) ? ` ${formatHalfWidth(running)}` : "";
  return `${name}: block ${record.n}/${of}, ${formatRatio(running.ratio)}${width}`;
}

/** Reads what was appended to a file since the last call, as whole records. */
function tail(path: string): () => JournalRecord[] {
  let offset = 0;
  let rest = "";
  return () => {
    if (!existsSync(path)) return [];
    const file = openSync(path, "r");
    try {
      const buffer = Buffer.alloc(256 * 1024);
      for (;;) {
        const bytes = readSync(file, buffer, 0, buffer.length, offset);
        if (bytes === 0) break;
        offset += bytes;
        rest += buffer.toString("utf8", 0, bytes);
      }
    } finally {
      closeSync(file);
    }
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    return lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as JournalRecord];
      } catch {
        return [];
      }
    });
  };
}
