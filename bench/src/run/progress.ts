import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { interval } from "@deadheat/stats";
import { blockEstimate, workOf } from "@deadheat/judge";
import { blockSeconds } from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import type { Target } from "../targets/manifest.ts";
import { journalPath } from "../task/journal-path.ts";
import type { Plan } from "../plan/plan.ts";
import {
  duetName,
  failureOf,
  runtimesOf,
  type BlockRecord,
  type CostRecord,
  type JournalRecord,
  type OpenLoopRecord,
  type SweepRecord,
} from "@deadheat/journal";
import { isMeasured, type Measured } from "./measured.ts";
import { shareOf } from "./order.ts";
import type { OpenRun } from "deadheat/parts";
import {
  formatCount,
  formatDuration,
  formatHalfWidth,
  formatLatency,
  formatRatio,
  printable,
} from "@deadheat/report/format";

const POLL_MILLISECONDS = 250;

export interface Progress {
  /** Nothing of these is to be measured. */
  readonly replayed: (targets: readonly Pick<Target, "name">[]) => void;
  /** Duets have so many more blocks to come, by name. */
  readonly extend: (further: ReadonlyMap<string, number>) => void;
  /** The planned blocks end with so many rounds. */
  readonly shorten: (rounds: number) => void;
  readonly stop: () => void;
}

/**
 * Shows how a run gets on, from nothing but its journals: they are written block by block anyway.
 * A terminal has one line that is rewritten, everything else plain lines.
 */
export function watchProgress(
  plan: Plan,
  targets: readonly Target[],
  { out, id }: Pick<OpenRun, "out" | "id">,
  io: Io,
): Progress {
  const journals = targets.map((target) => ({
    target,
    // What an earlier attempt has left is not news, but counts as done.
    read: tail(journalPath(out, target)),
    /** Its run is this one: it was not replayed. */
    own: false,
  }));
  const planned = plan.duets.filter((d) => targets.some((target) => target.name === d.target));
  const expected = expectedOf(plan).filter((e) => targets.some((t) => t.name === e.target));
  const blocks = new Map<string, BlockRecord[]>();
  const done = new Map<string, number>();
  const failed = new Set<string>();
  const settled = new Set<string>();
  let last = "";
  let lastRecordAt = performance.now();
  /** When this run's own first record came, and what followed, in seconds by the plan. What precedes it is paid once. */
  let firstRecordAt: number | null = null;
  let measured = 0;

  const add = (record: JournalRecord): void => {
    if (failureOf(record) !== null && "scenario" in record) failed.add(cellOf(record));
    if (!isMeasured(record)) return;
    const key = keyOf(record);
    done.set(key, (done.get(key) ?? 0) + 1);
    if (record.type !== "block") return;
    const name = duetName(record);
    blocks.set(name, [...(blocks.get(name) ?? []), record]);
  };
  // What was replayed may have more of its own.
  const total = () =>
    expected.reduce((sum, { key, steps }) => sum + Math.max(steps, done.get(key) ?? 0), 0);
  const stepsDone = () => [...done.values()].reduce((sum, count) => sum + count, 0);
  /** A record of this run, and not one that was replayed, tells how fast it goes. */
  const clock = (record: Measured): void => {
    lastRecordAt = performance.now();
    if (firstRecordAt === null) firstRecordAt = lastRecordAt;
    // By the plan, since steps of different kinds take different times.
    else measured += expected.find(({ key }) => key === keyOf(record))?.secondsEach ?? 0;
  };
  const secondsLeft = () => {
    const left = expected
      .filter(({ target, cell }) => !settled.has(target) && !failed.has(cell))
      .reduce((sum, e) => sum + Math.max(0, e.steps - (done.get(e.key) ?? 0)) * e.secondsEach, 0);
    const spent = (lastRecordAt - (firstRecordAt ?? lastRecordAt)) / 1000;
    const pace = measured === 0 ? 1 : spent / measured;
    return left * pace - (performance.now() - lastRecordAt) / 1000;
  };

  const take = (journal: (typeof journals)[number], record: JournalRecord): void => {
    if (record.type === "run") journal.own = record.runId === id;
    add(record);
  };
  for (const journal of journals) for (const record of journal.read()) take(journal, record);

  const show = (): void => {
    for (const journal of journals) {
      for (const record of journal.read()) {
        take(journal, record);
        if (isMeasured(record) && journal.own) clock(record);
        const line = lineOf(record, planned, blocks);
        if (line === null) continue;
        const place = `[${stepsDone()}/${total()}] `;
        const left = `, ${formatDuration(secondsLeft())} left`;
        last = line;
        if (io.terminal) io.stderr.write("\r\u001b[2K");
        io.note(place + line + left);
      }
    }
    if (!io.terminal) return;
    const line = `[${stepsDone()}/${total()}] measuring, ${formatDuration(secondsLeft())} left  ${last}`;
    io.stderr.write(`\r\u001b[2K${line.slice(0, Math.max(20, io.columns - 1))}`);
  };
  const timer = setInterval(show, POLL_MILLISECONDS);
  return {
    replayed: (found) => {
      for (const { name } of found) settled.add(name);
    },
    extend: (further) => {
      for (const one of expected) one.steps += further.get(one.duet ?? "") ?? 0;
    },
    shorten: (rounds) => {
      for (const one of expected)
        if (one.duet !== null) one.steps = shareOf(one.steps, rounds, plan.rounds);
    },
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
  if (record.type === "sweep" || record.type === "openLoop") return soloLine(record);
  if (record.type === "cost") return costLine(record);
  if (record.type !== "block") return null;
  const name = duetName(record);
  if (record.void !== null) return `${name}: FAILED: ${printable(record.void)}`;
  const of = planned.find((duet) => duetName(duet) === name)?.blocks ?? 0;
  const running = interval(
    blockEstimate((done.get(name) ?? []).filter((block) => block.void === null)),
  );
  const width = Number.isFinite(running.hi) ? ` ${formatHalfWidth(running)}` : "";
  const place = record.stage === 2 ? `${record.n}, beyond the planned ones` : `${record.n}/${of}`;
  return `${name}: block ${place}, ${formatRatio(running.ratio)}${width}`;
}

function cellOf({ target, scenario }: Pick<Measured, "target" | "scenario">) {
  return `${target} ${scenario}`;
}

function keyOf({ type, ...cell }: Pick<Measured, "type" | "target" | "scenario">) {
  return `${type} ${cellOf(cell)}`;
}

/** How many records of one kind a cell will have. */
interface Expected {
  readonly key: string;
  readonly target: string;
  readonly cell: string;
  /** Its name, where the records are blocks. */
  readonly duet: string | null;
  steps: number;
  readonly secondsEach: number;
}

function expectedOf({ duets, sweeps, openLoops, costs, load }: Plan): Expected[] {
  const of = (
    type: Measured["type"],
    cell: { target: string; scenario: string },
    steps: number,
    secondsEach: number,
    duet: string | null = null,
  ): Expected => ({
    key: keyOf({ type, ...cell }),
    target: cell.target,
    cell: cellOf(cell),
    duet,
    steps,
    secondsEach,
  });
  return [
    ...duets.map((duet) =>
      of("block", duet, duet.blocks, blockSeconds(load, runtimesOf(duet)), duetName(duet)),
    ),
    ...costs.map((pair) => of("cost", pair, pair.blocks, pair.secondsEach)),
    ...sweeps.map((cell) => of("sweep", cell, cell.steps, cell.secondsEach)),
    ...openLoops.map((cell) => of("openLoop", cell, cell.steps, cell.secondsEach)),
  ];
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
    return `${place}: ${record.type === "openLoop" ? record.notOffered : "nothing"}`;
  }
  return record.type === "sweep"
    ? `${place}: ${formatCount(load.good / load.seconds)} requests/s`
    : `${place}: p99 ${formatLatency(load.latency.p99)}`;
}

function costLine(record: CostRecord): string {
  const place = `${duetName(record)} at fixed rates: block ${record.n}`;
  if (record.void !== null) return `${place}: FAILED: ${printable(record.void)}`;
  const each = record.rates.map(({ rate, sides }) => {
    const work = sides && workOf(sides.target);
    const cost = work === null ? "not delivered" : formatLatency(work.cpuSeconds / work.good);
    return `${cost} at ${formatCount(rate.target)}/s`;
  });
  return `${place}, ${each.join(", ")}`;
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
