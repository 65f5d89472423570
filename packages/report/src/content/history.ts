import type { Cell, History, Result, Step } from "@deadheat/judge";
import { speedInterval, speedWords } from "./speed-words.ts";
import { counted, marginWords, shellWord } from "../format.ts";

/** A result whose order is `versions`. */
export type HistoryResult = Result & { readonly history: History };

export function isHistory(result: Result): result is HistoryResult {
  return result.order === "versions" && result.history !== undefined;
}

/** A version in one panel. */
export interface Point extends Pick<
  History["versions"][number],
  "label" | "target" | "spec" | "releasedAt"
> {
  readonly isReference: boolean;
  /** CPU time per request relative to the reference, with its 95 % interval; null if it was not measured. */
  readonly cpu: { readonly ratio: number; readonly lo: number; readonly hi: number } | null;
  /** The reason that the version was not measured; null if it was. */
  readonly reason: string | null;
}

/** The versions of one series with one request, and the steps between neighbors. */
export interface Panel {
  /** A unique name for links, such as `p1-1`. */
  readonly id: string;
  readonly title: string;
  readonly series: History["series"][number];
  readonly points: readonly Point[];
  readonly steps: readonly Step[];
  /** The CPU time of the reference in seconds per request; null if it was not measured. */
  readonly referenceCpu: number | null;
}

/** Returns the panels of a history: one for each request and series. */
export function panelsOf({ history, cells }: HistoryResult): Panel[] {
  const scenarios = [...new Set(cells.map(({ scenario }) => scenario))];
  return scenarios.flatMap((scenario, s) =>
    history.series.map((series, i): Panel => {
      const cellOf = (target: string) =>
        cells.find((cell) => cell.target === target && cell.scenario === scenario);
      return {
        id: `p${s + 1}-${i + 1}`,
        title: `${series.name}, ${scenario}`,
        series,
        points: history.versions
          .filter((version) => version.series === series.name)
          .map((version) => ({
            ...version,
            isReference: version.target === series.reference,
            ...measuredIn(cellOf(version.target)),
          })),
        steps: history.steps.filter(
          (step) => step.series === series.name && step.scenario === scenario,
        ),
        referenceCpu: cellOf(series.reference)?.cpuPerRequest ?? null,
      };
    }),
  );
}

/** A cell has requests per CPU time, which is turned round here. */
function measuredIn(cell: Cell | undefined): Pick<Point, "cpu" | "reason"> {
  if (!cell?.efficiency) return { cpu: null, reason: cell?.reason ?? "not measured" };
  const { ratio, lo, hi } = cell.efficiency.toFloor;
  return { cpu: { ratio: 1 / ratio, lo: 1 / hi, hi: 1 / lo }, reason: null };
}

/** Returns the number of rounds that a history rests on, of all its runs and attempts. */
export function roundsIn({ cells, noise }: Pick<Result, "cells" | "noise">): number {
  const own = cells.reduce((sum, cell) => sum + (cell.efficiency?.toFloor.rounds.length ?? 0), 0);
  return own + (noise.aa?.n ?? 0);
}

export function isProven({ verdict }: { readonly verdict: string }): boolean {
  return verdict === "faster" || verdict === "slower";
}

/** Returns `4.0 % slower [3.1, 4.9]`, `same [-0.3, 0.4]` or `undecided [-3.1, 3.3]`. */
export function stepWords(step: Step): string {
  return `${isProven(step) ? speedWords(step) : step.verdict} ${intervalOf(step)}`.trim();
}

function intervalOf(step: Step): string {
  return speedInterval(step, step.verdict === "faster");
}

/** Returns the label of a step's target. */
export function labelOf({ points }: Pick<Panel, "points">, target: string): string {
  return points.find((point) => point.target === target)?.label ?? target;
}

/** Returns the answer of a panel, each significant change with its version and interval, and what is open. */
export function panelWords(panel: Panel, margin: number) {
  const { steps, points } = panel;
  const proven = steps.filter(isProven);
  const missing = points.filter(({ cpu }) => cpu === null).length;
  const count = proven.length === 0 ? "no" : String(proven.length);
  const changes = proven.length === 1 ? "change" : "changes";
  return {
    answer: `${count} significant ${changes} in ${points.length - missing} versions`,
    changes: proven.map((step) => [
      labelOf(panel, step.new),
      `${speedWords(step)} than ${labelOf(panel, step.base)}`,
      intervalOf(step),
    ]),
    rest: [
      ...openSentences(steps, margin),
      ...(missing > 0 ? [`${missing} of ${points.length} versions could not be measured.`] : []),
    ],
  };
}

function openSentences(steps: readonly Step[], margin: number): string[] {
  const open = steps.filter((step) => !isProven(step));
  if (open.length === 0) return [];
  const same = open.filter(({ verdict }) => verdict === "same").length;
  const are = (n: number) => (n === 1 ? "1 is" : `${n} are`);
  const others = open.length === steps.length ? "" : "the other ";
  return [
    `Of ${others}${counted(open.length, "pair")} of neighbors, ${are(same)} the same (within ${marginWords(margin)}) and ` +
      `${are(open.length - same)} undecided.`,
  ];
}

/** Returns the words of a panel in one paragraph. */
export function panelSentence(panel: Panel, margin: number): string {
  const { answer, changes, rest } = panelWords(panel, margin);
  const list = changes
    .map(([label, change, interval]) => `${label} is ${change} ${interval}`)
    .join(", ");
  const first = `${answer[0]?.toUpperCase()}${answer.slice(1)}${list === "" ? "" : `: ${list}`}.`;
  return [first, ...rest].join(" ");
}

/** Returns the commands that look into a step: its comparison, the functions that changed, and the change that made it. */
export function commandsOf(
  step: Step,
  panel: Panel,
  { options }: Pick<History, "options">,
): string[] {
  const spec = (target: string) => panel.points.find((one) => one.target === target)?.spec;
  const request = /^[A-Z]+ \//.test(step.scenario) ? ["--request", step.scenario] : [];
  const words = [spec(step.base) ?? step.base, spec(step.new) ?? step.new, ...options, ...request];
  return ["compare", "explain", "bisect"].map(
    (command) => `npx deadheat ${command} ${words.map(shellWord).join(" ")}`,
  );
}

/** Returns how the numbers of a history are to be read. */
export function measuredWords(result: HistoryResult): string {
  const { history } = result;
  const references = history.series.map(({ reference }) => reference).join(", ");
  const several =
    history.betweenRuns === undefined
      ? ""
      : " The history has several runs; the intervals include the variance between them.";
  const then =
    history.dependencies === "then"
      ? " Each version ran with its dependencies as of the day of its release."
      : "";
  return (
    `Lower is better: CPU time per request, relative to ${references}. Every version ran side by side with the reference, ` +
    `in random order, ${roundsIn(result)} rounds in all. Verdicts are corrected for testing all changes at once (95 %, ` +
    `Holm).${several}${then}`
  );
}
