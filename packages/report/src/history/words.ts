import type { Cell, History, Result, Step } from "@deadheat/judge";
import { marginWords } from "@deadheat/judge/known";
import { formatTenths as percent } from "../format.ts";

/** A result whose order is `versions`. */
export type HistoryResult = Result & { readonly history: History };

export function isHistory(result: Result): result is HistoryResult {
  return result.order === "versions" && result.history !== undefined;
}

/** A version in one panel, with its cell. */
export interface Point {
  readonly label: string;
  readonly target: string;
  readonly spec: string;
  readonly releasedAt: string | null;
  readonly isReference: boolean;
  readonly cell: Cell | null;
}

/** The versions of one series with one request, and the steps between them. */
export interface Panel {
  /** A unique name for links, such as `hono-node-1`. */
  readonly id: string;
  readonly title: string;
  readonly series: History["series"][number];
  readonly scenario: string;
  readonly points: readonly Point[];
  readonly steps: readonly Step[];
  /** The CPU time of the reference in seconds a request; null if it was not measured. */
  readonly referenceCpu: number | null;
}

/** Returns the panels of a history: one for each series and request, the series of one request together. */
export function panelsOf({ history, cells }: HistoryResult): Panel[] {
  const scenarios = [...new Set(cells.map(({ scenario }) => scenario))];
  return scenarios.flatMap((scenario) =>
    history.series.map((series, i): Panel => {
      const points = history.versions
        .filter((version) => version.series === series.name)
        .map(({ label, target, spec, releasedAt }) => ({
          label,
          target,
          spec,
          releasedAt,
          isReference: target === series.reference,
          cell: cells.find((one) => one.target === target && one.scenario === scenario) ?? null,
        }));
      return {
        id: `p${scenarios.indexOf(scenario) + 1}-${i + 1}`,
        title: scenarios.length > 1 ? `${series.name}, ${scenario}` : series.name,
        series,
        scenario,
        points,
        steps: history.steps.filter(
          (step) => step.series === series.name && step.scenario === scenario,
        ),
        referenceCpu: points.find(({ isReference }) => isReference)?.cell?.cpuPerRequest ?? null,
      };
    }),
  );
}

/** Returns the number of rounds that a history rests on, of all its runs and attempts. */
export function roundsIn({ cells, noise }: Pick<Result, "cells" | "noise">): number {
  const own = cells.reduce((sum, cell) => sum + (cell.efficiency?.toFloor.rounds.length ?? 0), 0);
  return own + (noise.aa?.n ?? 0);
}

export function isProven({ verdict }: Pick<Step, "verdict">): boolean {
  return verdict === "faster" || verdict === "slower";
}

/** Returns `4.0 % slower`, `tie` or `undecided`. */
export function stepWords({ verdict, ratio }: Pick<Step, "verdict" | "ratio">): string {
  if (verdict === "same") return "tie";
  if (verdict === "undecided") return verdict;
  return `${percent(Math.abs(ratio - 1))} ${verdict}`;
}

/** Returns `[3.1 %, 4.9 %]`, how much faster or slower the newer one is; empty if the interval is not known. */
export function stepInterval({ verdict, lo, hi }: Pick<Step, "verdict" | "lo" | "hi">): string {
  if (lo === null || hi === null) return "";
  return verdict === "slower"
    ? `[${percent(1 - hi)}, ${percent(1 - lo)}]`
    : `[${percent(lo - 1)}, ${percent(hi - 1)}]`;
}

/** Returns the label of a step's target. */
export function labelOf({ points }: Pick<Panel, "points">, target: string): string {
  return points.find((point) => point.target === target)?.label ?? target;
}

/** Returns one sentence about a panel: its versions, its proven steps, and how many neighbours are alike or open. */
export function panelSentence(panel: Panel, margin: number): string {
  const { steps, points } = panel;
  const proven = steps.filter(isProven);
  const count = (verdict: Step["verdict"]) =>
    steps.filter((step) => step.verdict === verdict).length;
  const told = proven.map(
    (step) =>
      `${labelOf(panel, step.new)} is ${stepWords(step)} than ${labelOf(panel, step.base)} ${stepInterval(step)}`,
  );
  const missing = points.filter(({ cell }) => cell?.efficiency == null).length;
  const of = steps.length === 1 ? "the one step" : `${steps.length} steps`;
  const ties = count("same");
  const parts = [
    `of ${of} ${proven.length === 0 ? "none" : proven.length} proven${told.length === 0 ? "" : `: ${told.join(", ")}`}`,
    `${ties} ${ties === 1 ? "tie" : "ties"} (within ${marginWords(margin)})`,
    `${count("undecided")} undecided`,
    ...(missing > 0 ? [`${missing} of ${points.length} versions could not be measured`] : []),
  ];
  const sentence = parts.join("; ");
  return `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`;
}

/** Returns the commands that look into a step: its comparison, the reasons, and the change that made it. */
export function commandsOf(
  step: Step,
  panel: Panel,
  { options }: Pick<History, "options">,
): string[] {
  const spec = (target: string) =>
    shellWord(panel.points.find((one) => one.target === target)?.spec ?? target);
  const request = /^[A-Z]+ \//.test(step.scenario) ? ["--request", shellWord(step.scenario)] : [];
  const rest = [spec(step.base), spec(step.new), ...options.map(shellWord), ...request].join(" ");
  return ["compare", "explain", "bisect"].map((command) => `npx deadheat ${command} ${rest}`);
}

/** Quotes a word for a shell, if it needs quotes. */
function shellWord(word: string): string {
  return /^[\w@./:=^~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
