import type { Step } from "@deadheat/judge";
import { formatCpu } from "../format.ts";
import { h, type Child, type Element } from "../view/parts/element.ts";
import { datePlaces, ratioAxis, type RatioAxis } from "./scales.ts";
import { isProven, labelOf, stepInterval, stepWords, type Panel, type Point } from "./words.ts";

/** The measures of a panel's drawing in pixels. */
export const WIDTH = 860;
export const HEIGHT = 300;
const LEFT = 64;
const RIGHT = 76;
const TOP = 52;
const BOTTOM = 62;
/** The least distance of two versions, for names with days below them, and for names at a slant. */
const DAY_GAP = 70;
const NAME_GAP = 30;
const MOST_DAYS = 9;
/** The height of a label. */
const LINE = 14;
const INSET = 34;

/** The options of a drawing. */
export interface Drawing {
  /** Whether points and steps lead to the element with their id in the same page. */
  readonly linked: boolean;
}

/**
 * Draws one panel: versions along x, the ratio to the reference along y, and the CPU time of a request on the right. Points
 * stand in their 95 % intervals. A line between two neighbours says what is known: coloured and labelled for a proven step,
 * plain for a tie, dashed if it is undecided, none if the two come from days with nothing in common.
 */
export function panelDrawing(panel: Panel, drawing: Drawing): Child[] {
  const axis = ratioAxis([panel]);
  const y = (ratio: number) => round(TOP + axis.at(ratio) * (HEIGHT - TOP - BOTTOM));
  const inner = WIDTH - LEFT - RIGHT - 2 * INSET;
  const places = datePlaces(panel.points, (isDense(panel) ? NAME_GAP : DAY_GAP) / inner);
  const x = new Map(
    panel.points.map(({ target }, i) => [target, round(LEFT + INSET + (places[i] ?? 0) * inner)]),
  );
  const at = (target: string) => x.get(target) ?? 0;
  return [
    h("text", { x: 12, y: 20, class: "title" }, panel.title),
    h("text", { x: 12, y: 40, class: "unit" }, `to ${labelOf(panel, panel.series.reference)}`),
    h("text", { x: WIDTH - 6, y: 40, class: "unit end" }, "us a request"),
    gridLines(axis, panel, y),
    panel.points.map((point) => versionLabel(point, at(point.target), isDense(panel))),
    panel.steps.map((step, i) => stepDrawing(step, panel, i, at, y, drawing)),
    panel.points.map((point) => pointDrawing(point, panel, at(point.target), y, drawing)),
  ];
}

function gridLines(
  { ticks }: RatioAxis,
  { referenceCpu }: Panel,
  y: (ratio: number) => number,
): Child {
  return ticks.map((tick) => [
    h("line", {
      x1: LEFT,
      x2: WIDTH - RIGHT,
      y1: y(tick),
      y2: y(tick),
      class: tick === 1 ? "one" : "grid",
    }),
    h("text", { x: LEFT - 8, y: y(tick) + 4, class: "end" }, changeWords(tick)),
    referenceCpu !== null &&
      h("text", { x: WIDTH - RIGHT + 8, y: y(tick) + 4 }, microsecondsOf(referenceCpu / tick)),
  ]);
}

/** Returns whether a panel has too many versions for days below their names. */
function isDense({ points }: Pick<Panel, "points">): boolean {
  return points.length > MOST_DAYS;
}

/** Returns `+2 %`, `-0.5 %` or `0 %`. */
function changeWords(ratio: number): string {
  const change = Number((100 * (ratio - 1)).toFixed(1));
  return `${change > 0 ? "+" : change < 0 ? "\u2212" : ""}${Math.abs(change)} %`;
}

function microsecondsOf(seconds: number): string {
  return formatCpu(seconds).replace(/ us$/, "");
}

/** Draws the name and the day of a version below its place. Many versions have their names at a slant. */
function versionLabel({ label, releasedAt, cell }: Point, x: number, slanted: boolean): Child {
  const top = HEIGHT - BOTTOM + 18;
  const missing = cell?.efficiency == null;
  const name = `${shortened(label)}${missing ? " \u00d7" : ""}`;
  const turn = slanted ? { transform: `rotate(-35 ${x} ${top})` } : {};
  const kind = slanted ? "end" : "middle";
  return [
    h("line", { x1: x, x2: x, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM + 5, class: "grid" }),
    h("text", { x, y: top, class: `${kind} version`, ...turn }, name),
    !slanted &&
      releasedAt !== null &&
      h("text", { x, y: top + 16, class: "middle unit" }, releasedAt.slice(0, 10)),
  ];
}

function shortened(label: string): string {
  return label.length <= 12 ? label : `${label.slice(0, 11)}\u2026`;
}

function stepDrawing(
  step: Step,
  panel: Panel,
  i: number,
  at: (target: string) => number,
  y: (ratio: number) => number,
  { linked }: Drawing,
): Element | null {
  // Metrics of different days with nothing in common are no line.
  if (step.lo === null || step.hi === null) return null;
  const [x1, x2] = [at(step.base), at(step.new)];
  const [from, to] = [heightOf(panel, step.base), heightOf(panel, step.new)];
  const kind = isProven(step) ? step.verdict : step.verdict === "same" ? "tie" : "open";
  const top = Math.min(topOf(panel, step.base, y), topOf(panel, step.new, y));
  // The labels of two steps side by side need different heights if the versions are close.
  const raised = isDense(panel) ? (i % 2) * LINE : 0;
  const title = `${labelOf(panel, step.base)} to ${labelOf(panel, step.new)}: ${stepWords(step)} ${stepInterval(step)}`;
  const drawn = [
    h("title", {}, title.trim()),
    h("line", { x1, x2, y1: y(from), y2: y(to), class: `step ${kind}` }),
    isProven(step) &&
      h(
        "text",
        {
          x: round((x1 + x2) / 2),
          y: Math.max(TOP - 4 - raised, top - 8 - raised),
          class: `middle label ${kind}`,
        },
        step.ratio > 1
          ? `+${(100 * (step.ratio - 1)).toFixed(1)} %`
          : `\u2212${(100 * (1 - step.ratio)).toFixed(1)} %`,
      ),
  ];
  return linked ? h("a", { href: `#${panel.id}-s${i + 1}` }, drawn) : h("g", {}, drawn);
}

function ratioOf(panel: Panel, target: string) {
  const point = panel.points.find((one) => one.target === target);
  return point?.cell?.efficiency?.toFloor ?? { ratio: 1, lo: 1, hi: 1 };
}

function heightOf(panel: Panel, target: string): number {
  return ratioOf(panel, target).ratio;
}

function topOf(panel: Panel, target: string, y: (ratio: number) => number): number {
  const { ratio, hi } = ratioOf(panel, target);
  return y(Math.min(hi, 2 * ratio));
}

function pointDrawing(
  point: Point,
  panel: Panel,
  x: number,
  y: (ratio: number) => number,
  { linked }: Drawing,
): Element | null {
  const { cell, label, isReference } = point;
  if (!cell?.efficiency) return null;
  const { ratio } = cell.efficiency.toFloor;
  const [lo, hi] = [
    Math.max(cell.efficiency.toFloor.lo, ratio / 2),
    Math.min(cell.efficiency.toFloor.hi, ratio * 2),
  ];
  const cpu = panel.referenceCpu === null ? "" : `, ${formatCpu(panel.referenceCpu / ratio)}`;
  const words = isReference
    ? "the reference"
    : `${changeWords(ratio)} [${changeWords(lo)}, ${changeWords(hi)}]`;
  const drawn = [
    h("title", {}, `${label}: ${words}${cpu}`),
    !isReference && h("line", { x1: x, x2: x, y1: y(hi), y2: y(lo), class: "interval" }),
    h("circle", { cx: x, cy: y(ratio), r: 5, class: isReference ? "reference" : "point" }),
  ];
  const kind = `${panel.series.runtime} version-point`;
  return linked
    ? h("a", { href: `#${panel.id}-v${panel.points.indexOf(point) + 1}`, class: kind }, drawn)
    : h("g", { class: kind }, drawn);
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
