import { estimate, interval, type RatioInterval, halfWidth } from "@deadheat/stats";
import { formatHalfWidth, formatRatio } from "@deadheat/report/format";
import type { Observation } from "../lab/experiment.ts";

/** The ratio of a target to its floor as both give more answers. */
export interface Curve {
  readonly target: string;
  readonly scenario: string;
  /** The numbers of answers after which each server was measured: at least three, ascending. */
  readonly levels: readonly number[];
  /** The level that is the default warm-up. */
  readonly usual: number;
  /** ln(ratio) at each level, for each pair of processes. */
  readonly runs: readonly (readonly number[])[];
}

/** A ratio is cold if it differs from the end of its curve significantly, and by at least this much. */
const CLOSE = 0.02;
/** Any other ratio is warm if the half-width of its interval is at most this, else unclear. */
const KNOWN = 0.05;
const CONFIDENCE = 0.95;
/** The number of last levels whose mean is the end of a curve. */
const LAST = 2;

type Warmth = "warm" | "cold" | "unclear";

type Judged = ReturnType<typeof judgeCurve>;

/** Finds the number of answers from which on each curve is flat, and fails if the usual number is too small. */
export function judgeWarmup(
  curves: readonly Curve[],
  unsupported: readonly string[] = [],
): Observation {
  // Bonferroni: chance calls one of many curves cold as rarely as it would a single curve.
  const strict = 1 - (1 - CONFIDENCE) / curves.length;
  const judged = curves.map((curve) => judgeCurve(curve, strict));
  const namesOf = (warmth: Warmth): string => {
    const names = judged
      .filter((one) => one.usually === warmth)
      .map(({ target, scenario }) => `${target} ${scenario}`);
    return names.length === 0 ? "none" : names.join(", ");
  };
  return {
    observed: [
      `cold at the usual number of answers (bold): ${namesOf("cold")}; unclear: ${namesOf("unclear")}`,
      "Ratio to the floor after so many answers of each server, relative to the mean of the last two columns. ± is half of",
      `the 95 % interval over ${Math.min(...curves.map(({ runs }) => runs.length))} pairs of processes. Cold: differs significantly, by ${100 * CLOSE} % or ` +
        `more. Warm: not cold, and known to ± ${100 * KNOWN} %.`,
      ...table(judged),
      ...unsupported.map((reason) => `not measured: ${reason}`),
    ].join("\n"),
    pass: judged.every(({ usually }) => usually !== "cold"),
    metrics: {
      curves: judged,
      runs: curves.map(({ runs }) => runs.map((run) => run.map(Math.exp))),
    },
  };
}

function judgeCurve({ target, scenario, levels, usual, runs }: Curve, strict: number) {
  const ends = runs.map((run) => estimate(run.slice(-LAST)).mean);
  const relative = levels.map((_, level) =>
    estimate(runs.map((run, i) => (run[level] ?? Number.NaN) - (ends[i] ?? Number.NaN))),
  );
  const points = relative.map((one, i) => {
    // The ratio to the end of the curve, paired within processes.
    const toEnd = interval(one, CONFIDENCE);
    return { responses: levels[i] ?? 0, toEnd, warmth: warmthOf(toEnd) };
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
    /** The ratio to the floor at the end of the curve. */
    end: interval(estimate(ends), CONFIDENCE),
    points,
    /** The number of answers from which on the target is warm. null if it is not warm at the last level. */
    warmFrom: points[lastCold + 1]?.responses ?? null,
    /** The warmth at the usual number, corrected for the number of curves. */
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

/** Returns a Markdown table with aligned columns. The usual number is bold. */
function table(curves: readonly Judged[]): string[] {
  const levels = [...new Set(curves.flatMap(({ points }) => points.map((one) => one.responses)))];
  levels.sort((a, b) => a - b);
  const count = (responses: number) => responses.toLocaleString("en-US");
  const rows = [
    ["target", "scenario", ...levels.map(count), "to its floor", "warm from"],
    ...curves.map((curve) => [
      curve.target,
      curve.scenario,
      ...levels.map((level) => {
        const point = curve.points.find(({ responses }) => responses === level);
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
