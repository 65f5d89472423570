import { formatDuration, printable } from "@deadheat/report/format";
import { widthOf } from "@deadheat/report/wrap";
import type { Step } from "../step.ts";

/** A line at the end of a terminal that is rewritten, with the lines of its step above it. */
export interface LiveLine {
  /** Shows a step until the next call. Between two steps the remaining time counts down. */
  readonly show: (step: Step) => void;
  /** Removes the line, and writes above it what `write` writes. */
  readonly above: (write: () => void) => void;
  /** Removes the line for good, so that nothing half written stays. */
  readonly clear: () => void;
}

const MOST_COLUMNS = 80;
const CLEAR = "\r\u001b[2K";
const CLEAR_ABOVE = "\u001b[1A\u001b[2K";

/** @param columns returns the width of the terminal, which may change */
export function liveLine(
  terminal: Pick<NodeJS.WritableStream, "write">,
  columns: () => number,
): LiveLine {
  let shown: { readonly step: Step; readonly since: number } | null = null;
  let timer: NodeJS.Timeout | null = null;
  let linesAbove = 0;
  const cleared = () => {
    const text = CLEAR + CLEAR_ABOVE.repeat(linesAbove);
    linesAbove = 0;
    return text;
  };
  const draw = () => {
    if (shown === null) return;
    const { step, since } = shown;
    const elapsed = (performance.now() - since) / 1000;
    // A terminal that is full to its last column would begin another line.
    const width = Math.min(columns(), MOST_COLUMNS) - 1;
    const lines = (step.lines ?? []).map((line) => `${cut(printable(line), width)}\n`);
    terminal.write(`${cleared()}${lines.join("")}${stepLine(step, elapsed, width)}`);
    linesAbove = lines.length;
  };
  const clear = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
    if (shown !== null) terminal.write(cleared());
    shown = null;
  };
  return {
    show: (step) => {
      shown = { step, since: performance.now() };
      timer ??= setInterval(draw, 1000).unref();
      draw();
    },
    above: (write) => {
      if (shown !== null) terminal.write(cleared());
      write();
      draw();
    },
    clear,
  };
}

/** Returns `GET /: round 5 of 10, CPU +6.6 % ± 1.2 %, 1 min 10 s left`, at most so wide. */
export function stepLine(step: Step, elapsedSeconds: number, width: number): string {
  const { phase, done, of, estimate, secondsLeft } = step;
  const number = of === null ? `${done + 1}` : `${Math.min(done + 1, of)} of ${of}`;
  const left =
    secondsLeft === null
      ? ""
      : `, ${formatDuration(Math.max(0, secondsLeft - elapsedSeconds))} left`;
  const head = `${printable(phase)} ${number}`;
  const middle = estimate === "" ? "" : `, ${printable(estimate)}`;
  return cut(cut(head + middle, width - widthOf(left)) + left, width);
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return `${[...text].slice(0, Math.max(0, width - 1)).join("")}…`;
}
