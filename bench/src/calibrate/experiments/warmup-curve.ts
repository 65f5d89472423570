import { estimate, interval, type RatioInterval, halfWidth } from "@deadheat/stats";
import { formatHalfWidth, formatRatio } from "@deadheat/report/format";
import type { Observation } from "../lab/experiment.ts";

/** How a target's ratio to its floor changes as both give more answers. */
export interface Curve {
  readonly target: string;
  readonly scenario: string;
  /** Answers of each server when it was measured, ascending; at least three. */
  readonly levels: readonly number[];
  /** That of them which warms by default. */
  readonly usual: number;
  /** ln(ratio) at each level, of each pair of processes. */
  readonly runs: readonly (readonly number[])[];
}

/** A ratio that is significantly off its end, and at least by so much, is cold. */
const CLOSE = 0.02;
/** Any other is warm if half of its interval is at most so wide, and unclear if it is not. */
const KNOWN = 0.05;
const CONFIDENCE = 0.95;
/** Their mean is a curve's end. */
const LAST = 2;

type Warmth = "warm" | "cold" | "unclear";

interface Point {
  readonly answers: number;
  /** To the curve's end, paired within processes. */
  readonly toEnd: RatioInterval;
  readonly warmth: Warmth;
}

interface Judged {
  readonly target: string;
  readonly scenario: string;
  readonly usual: number;
  /** The ratio to the floor at the end. */
  readonly end: RatioInterval;
  readonly points: readonly Point[];
  /** From this number on it is warm; null: not even at the last one. */
  readonly warmFrom: number | null;
  /** At the usual number, after the correction for all curves. */
  readonly usually: Warmth;
}

/** Pure: from which number of answers on each curve is flat, and whether the usual number is enough. */
export function judgeWarmup(
  curves: readonly Curve[],
  unsupported: readonly string[] = [],
): Observation {
  // Bonferroni: that one of many is called cold by chance is as rare as with a single one.
  const strict = 1 - (1 - CONFIDENCE) / curves.length;
  const judged = curves.map((curve) => judgeCurve(curve, strict));
  const namesOf = (warmth: Warmth): string => {
    const names = judged.filter((one) => one.usually === warmth).map(nameOf);
    return names.length === 0 ? "none" : names.join(", ");
  };
  return {
    observed: [
      `at the usual number of answers (bold) are cold: ${namesOf("cold")}; unclear: ${namesOf("unclear")}`,
      "Ratio to the floor at so many answers of each server, relative to the mean of the last two; ± is half of its",
      `95 % interval over ${runsOf(curves)} pairs of processes. Cold: significantly off, by ${100 * CLOSE} % or more; ` +
        `warm: not cold, and known to ± ${100 * KNOWN} %.`,
      ...table(judged),
      ...unsupported.map((reason) => `not measured: ${reason}`),
    ].join("\n"),
    pass: judged.every(({ usually }) => usually !== "cold"),
    figures: {
      curves: judged,
      runs: curves.map(({ runs }) => runs.map((run) => run.map(Math.exp))),
    },
  };
}

function judgeCurve({ target, scenario, levels, usual, runs }: Curve, strict: number): Judged {
  const ends = runs.map((run) => estimate(run.slice(-LAST)).mean);
  const relative = levels.map((_, level) =>
    estimate(runs.map((run, i) => (run[level] ?? Number.NaN) - (ends[i] ?? Number.NaN))),
  );
  const points = relative.map((one, i) => {
    const toEnd = interval(one, CONFIDENCE);
    return { answers: levels[i] ?? 0, toEnd, warmth: warmthOf(toEnd) };
  });
  const lastCold = points.findLastIndex(({ warmth }) => warmth !== "warm");
  const at = levels.indexOf(usual);
  const [point, atUsual] = [points[at], relative[at]];
  if (!point || !atUsual) throw new RangeError(`${target} was not measured at ${usual} answers`);
  const spared = point.warmth === "cold" && !isCold(interval(atUsual, strict));
  return {
    target,
    scenario,
    usual,
    end: interval(estimate(ends), CONFIDENCE),
    points,
    warmFrom: points[lastCold + 1]?.answers ?? null,
    usually: spared ? "unclear" : point.warmth,
  };
}

function warmthOf(toEnd: RatioInterval): Warmth {
  if (isCold(toEnd)) return "cold";
  return halfWidth(toEnd) <= KNOWN ? "warm" : "unclear";
}

function isCold({ ratio, lo, hi }: RatioInterval): boolean {
  return Math.abs(ratio - 1) >= CLOSE && (lo > 1 || hi < 1);
}

function nameOf({ target, scenario }: Pick<Curve, "target" | "scenario">): string {
  return `${target} ${scenario}`;
}

function runsOf(curves: readonly Curve[]): number {
  return Math.min(...curves.map(({ runs }) => runs.length));
}

/** In Markdown, for documents, with its columns aligned, for people; bold: the usual number. */
function table(curves: readonly Judged[]): string[] {
  const levels = [...new Set(curves.flatMap(({ points }) => points.map((one) => one.answers)))];
  levels.sort((a, b) => a - b);
  const count = (answers: number) => answers.toLocaleString("en-US");
  const rows = [
    ["target", "scenario", ...levels.map(count), "to its floor", "warm from"],
    ...curves.map((curve) => [
      curve.target,
      curve.scenario,
      ...levels.map((level) => {
        const point = curve.points.find(({ answers }) => answers === level);
        if (point === undefined) return "";
        const text = `${formatRatio(point.toEnd.ratio)} ${formatHalfWidth(point.toEnd)}`;
        return level === curve.usual ? `**${text}**` : text;
      }),
      `${formatRatio(curve.end.ratio)} ${formatHalfWidth(curve.end)}`,
      curve.warmFrom === null ? (curve.points.at(-1)?.warmth ?? "") : count(curve.warmFrom),
    ]),
  ];
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)];
}
