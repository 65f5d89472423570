import {
  duetName,
  targetOf,
  type OfCell,
  failureOf,
  isWhole,
  type RoundRecord,
  type JournalRecord,
} from "@deadheat/journal";
import { expectedIn, type Arranged } from "./cell/arrange.ts";
import type { CellRecord } from "./cell/measure.ts";
import { cellName, isMeasured } from "./measured.ts";
import { shareOf } from "./schedule/order.ts";
import type { Slowness } from "./schedule/slow.ts";

export type RunEvent =
  | { readonly kind: "record"; readonly record: JournalRecord }
  /** An interrupted attempt had measured these records of a target. */
  | { readonly kind: "left"; readonly target: string; readonly records: readonly JournalRecord[] }
  /** The journal of a target comes from the store, so the target is not measured. */
  | {
      readonly kind: "replayed";
      readonly target: string;
      readonly records: readonly JournalRecord[];
    }
  /** Duets get further rounds: their numbers by the duet's name. */
  | { readonly kind: "extended"; readonly shares: ReadonlyMap<string, number> }
  /** The rounds take clearly longer than usual. This comes once, as soon as it is known. */
  | ({ readonly kind: "slow" } & Slowness)
  /** The planned rounds end after this pass, because the time is used up. */
  | { readonly kind: "shortened"; readonly passes: number };

export interface Progress {
  readonly expected: readonly Expected[];
  /** The number of records by `keyOf`. */
  readonly done: ReadonlyMap<string, number>;
  /** The valid rounds of each duet, by the duet's name. */
  readonly rounds: ReadonlyMap<string, readonly RoundRecord[]>;
  readonly failed: ReadonlySet<string>;
  /** The targets whose journals are complete. They get no more records. */
  readonly settled: ReadonlySet<string>;
  readonly pace: Pace;
  readonly passes: number;
}

/** The speed of this attempt. The time before the first record is needed only once and does not count. */
interface Pace {
  /** The clock at the first record, in milliseconds; null before that record. `latest` is the clock at the latest one. */
  readonly since: number | null;
  readonly latest: number;
  /** The seconds that the records after the first one were expected to take. */
  readonly expected: number;
}

type Expected = ReturnType<typeof expectedOf>[number];

/** Returns the progress at the start of a run. @param now a reading of the clock, in milliseconds */
export function progressOf(arranged: Arranged, now: number): Progress {
  return {
    expected: expectedOf(arranged),
    done: new Map(),
    rounds: new Map(),
    failed: new Set(),
    settled: new Set(),
    pace: { since: null, latest: now, expected: 0 },
    passes: arranged.passes,
  };
}

export function progressAfter(before: Progress, event: RunEvent, now: number): Progress {
  switch (event.kind) {
    case "record": {
      const after = counted(before, event.record);
      return isMeasured(event.record)
        ? { ...after, pace: paced(before, event.record, now) }
        : after;
    }
    case "left":
    case "replayed": {
      const after = event.records.reduce(counted, before);
      if (event.kind === "left" && !isWhole(event.records))
        return { ...after, failed: before.failed };
      return { ...after, settled: new Set([...before.settled, event.target]) };
    }
    case "slow":
      return before;
    case "extended":
      return resized(before, ({ duet, steps }) => steps + (event.shares.get(duet ?? "") ?? 0));
    case "shortened":
      return resized(before, ({ duet, steps }) =>
        duet === null ? steps : shareOf(steps, event.passes, before.passes),
      );
  }
}

function resized(before: Progress, stepsOf: (one: Expected) => number): Progress {
  return { ...before, expected: before.expected.map((one) => ({ ...one, steps: stepsOf(one) })) };
}

export function doneOf({ done }: Progress): number {
  return [...done.values()].reduce((sum, count) => sum + count, 0);
}

/** Returns the expected number of records. A replayed journal may have more than this run would measure. */
export function totalOf({ expected, done }: Progress): number {
  return expected.reduce((sum, { key, steps }) => sum + Math.max(steps, done.get(key) ?? 0), 0);
}

/**
 * Returns the remaining seconds at the speed of this attempt so far.
 * @param budgetSeconds the remaining time of the budget, after which no pass begins; Infinity if there is no budget
 */
export function secondsLeft(progress: Progress, now: number, budgetSeconds = Infinity): number {
  const { expected, done, failed, settled, pace } = progress;
  const open = expected.filter(({ target, cell }) => !settled.has(target) && !failed.has(cell));
  const spent = (pace.latest - (pace.since ?? pace.latest)) / 1000;
  const factor = pace.expected === 0 ? 1 : spent / pace.expected;
  const secondsOf = (some: readonly Expected[]) =>
    some.reduce(
      (sum, { key, steps, secondsEach }) =>
        sum + factor * Math.max(0, steps - (done.get(key) ?? 0)) * secondsEach,
      0,
    );
  const [rounds, others] = [open.filter(isRound), open.filter((one) => !isRound(one))];
  return (
    Math.min(secondsOf(rounds), Math.max(0, budgetSeconds)) +
    secondsOf(others) -
    (now - pace.latest) / 1000
  );
}

const isRound = ({ duet }: Expected) => duet !== null;

function counted(before: Progress, record: JournalRecord): Progress {
  const fails = failureOf(record) !== null && "scenario" in record;
  const failed = fails ? new Set([...before.failed, cellName(record)]) : before.failed;
  if (!isMeasured(record)) return { ...before, failed };
  const key = keyOf(record.type, record);
  const done = new Map(before.done).set(key, (before.done.get(key) ?? 0) + 1);
  if (record.type !== "round" || record.void !== null) return { ...before, failed, done };
  const name = duetName(record);
  const rounds = new Map(before.rounds).set(name, [...(before.rounds.get(name) ?? []), record]);
  return { ...before, failed, done, rounds };
}

function paced({ pace, expected }: Progress, record: CellRecord, now: number): Pace {
  if (pace.since === null) return { ...pace, since: now, latest: now };
  // Kinds of steps take different times, so each step counts with its expected time.
  const each = expected.find(({ key }) => key === keyOf(record.type, record))?.secondsEach ?? 0;
  return { ...pace, latest: now, expected: pace.expected + each };
}

function keyOf(type: CellRecord["type"], cell: OfCell): string {
  return `${type} ${cellName(cell)}`;
}

/** Returns the number of records of each kind that each cell will have. */
function expectedOf(arranged: Arranged) {
  return expectedIn(arranged).map(({ type, cell, steps, secondsEach }) => ({
    key: keyOf(type, cell),
    target: targetOf(cell),
    cell: cellName(cell),
    /** The name of the duet if the records are its rounds. */
    duet: type === "round" && "base" in cell ? duetName(cell) : null,
    steps,
    secondsEach,
  }));
}
