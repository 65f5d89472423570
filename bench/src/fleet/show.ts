import { WriteStream } from "node:tty";
import type { Result } from "@deadheat/judge";
import { formatHalfWidth, formatRank, formatRatio } from "@deadheat/report/format";
import type { Io } from "deadheat/cli";
import type { WorkerState } from "./announce.ts";

type Step = NonNullable<Parameters<Io["note"]>[1]>;

/** The seconds after which the command says that nobody works, and how to start a worker. */
export const QUIET_SECONDS = 3;
/** Lines of a terminal that stay free for what the command printed before. */
const FREE_LINES = 6;
/** Every further share of the rounds after which a log gets the table. */
const TABLE_EVERY = 0.25;

/** The display of a run of a fleet: a line for each machine, and the table so far. */
export interface Display {
  readonly note: Io["note"];
  /** Shows the workers of this run, and says if nobody takes the tasks that wait. */
  readonly workers: (
    own: readonly WorkerState[],
    others: readonly WorkerState[],
    waiting: number,
  ) => void;
  /** @param done the share of the planned rounds that is there */
  readonly table: (soFar: () => Result | null, done: number) => void;
}

/**
 * Returns the display of a run. A terminal shows the workers and the table above the line of progress. A log gets a line
 * whenever a worker comes, goes or begins another cell, and the table after each quarter of the rounds.
 * @param commit the commit that workers must have
 */
export function displayOf(io: Pick<Io, "note" | "stderr">, commit: string | null): Display {
  const terminal = io.stderr instanceof WriteStream && io.stderr.isTTY ? io.stderr : null;
  const began = performance.now();
  const known = new Map<string, WorkerState>();
  let toldQuiet = false;
  let rows: readonly string[] = [];
  let shown = 0;
  let step: Step = { phase: "measuring", done: 0, of: null, estimate: "", secondsLeft: null };
  let since = began;
  const lines = () => {
    const room = Math.max(4, (terminal?.rows ?? 24) - FREE_LINES);
    const crew = firstOf([...known.values()].map(workerLine), Math.ceil(room / 2));
    return [...firstOf(rows, room - crew.length), ...crew];
  };
  const note: Io["note"] = (line, next) => {
    if (!next) return io.note(line);
    step = next;
    since = performance.now();
    io.note(line, { ...next, lines: lines() });
  };
  const redraw = () => {
    if (!terminal) return;
    const passed = (performance.now() - since) / 1000;
    const secondsLeft = step.secondsLeft === null ? null : step.secondsLeft - passed;
    io.note("", { ...step, secondsLeft, lines: lines() });
  };
  const say = (line: string) => {
    if (!terminal) io.note(line);
  };
  return {
    note,
    workers: (own, others, waiting) => {
      const there = new Set(own.map(({ worker }) => worker));
      for (const one of own) {
        const before = known.get(one.worker);
        known.set(one.worker, one);
        if (!before) io.note(`${one.label} joins (${one.cpu})`);
        // A log needs no line for each round: the results have one.
        const [cell, was] = [one, before].map((state) => state?.doing?.split(",")[0]);
        if (cell !== undefined && cell !== was) say(`${one.label}: ${cell}`);
      }
      for (const [id, { label, doing }] of known) {
        if (there.has(id)) continue;
        known.delete(id);
        io.note(
          doing === null ? `${label} leaves` : `${label} is gone. Another worker takes its task`,
        );
      }
      redraw();
      if (own.length > 0) toldQuiet = false;
      const isQuiet = (performance.now() - began) / 1000 > QUIET_SECONDS;
      if (own.length > 0 || toldQuiet || !isQuiet || waiting === 0) return;
      toldQuiet = true;
      io.note(quietWords(others, commit));
    },
    table: (soFar, done) => {
      const isDue = done - shown >= TABLE_EVERY && done < 1;
      if (!terminal && !isDue) return;
      const result = soFar();
      if (result === null) return;
      rows = tableLines(result);
      if (isDue) shown = done;
      if (isDue && !terminal) for (const line of rows) io.note(line);
      redraw();
    },
  };
}

function firstOf(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, most - 1), `(${lines.length - most + 1} more)`];
}

function workerLine({ label, doing, pace }: WorkerState): string {
  const slow = pace > 1.5 ? ` (${pace.toFixed(1)} times slower than planned)` : "";
  return `${label}: ${doing ?? "waits"}${slow}`;
}

/** Returns the table so far: a line for each cell with a ratio. */
function tableLines({ cells, differences }: Result): string[] {
  return differences.flatMap(({ scenario }) => {
    const own = cells.filter((cell) => cell.scenario === scenario && cell.efficiency !== null);
    if (own.length === 0) return [];
    const width = Math.max(...own.map(({ target }) => target.length));
    return [
      `${scenario}, so far`,
      ...own.map(({ rank, target, efficiency }) => {
        const { toNodeHttp, toFloor } = efficiency!;
        const ratio = toNodeHttp ?? toFloor;
        const rounds = toFloor.n === 0 ? "" : `, ${toFloor.n} rounds`;
        return `${(rank ? formatRank(rank) : "").padStart(5)}  ${target.padEnd(width)}  ${formatRatio(ratio.ratio).padStart(6)} ${formatHalfWidth(ratio)}${rounds}`;
      }),
    ];
  });
}

/** Returns why nobody takes the tasks, and what to do. */
export function quietWords(others: readonly WorkerState[], commit: string | null): string {
  const start =
    "To start one, run on each machine, in a clone at this commit, with the same QUEUE_URL and\n" +
    "TURBO_REMOTE_CACHE_SIGNATURE_KEY: npx -y pnpm@12.21.0 bench worker --queue";
  if (others.length === 0) return `No worker is there. Waiting for one. ${start}`;
  const shown = others.map(({ label, commit: its, class: name }) => {
    return `${label} (commit ${its?.slice(0, 12) ?? "none"}, class ${name})`;
  });
  return (
    `No worker has this code (commit ${commit?.slice(0, 12) ?? "none"}) and class of machine. ` +
    `Others wait: ${shown.slice(0, 5).join(", ")}. ${start}`
  );
}
