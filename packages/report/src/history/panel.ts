import type { Step } from "@deadheat/judge";
import { changeAndInterval, changeWords } from "../content/metrics.ts";
import { formatCpu, formatMicroseconds } from "../format.ts";
import { tickWords } from "../view/parts/change-scale.ts";
import { h, type Child, type Element } from "../view/parts/element.ts";
import { datePlaces, drawnInterval, verticalScale, type VerticalScale } from "./scales.ts";
import { isProven, labelOf, stepWords, type Panel, type Point } from "../content/history.ts";

/** The measures of a panel's drawing in pixels. */
export const WIDTH = 860;
export const HEIGHT = 300;
const LEFT = 64;
const RIGHT = 76;
const TOP = 66;
const BOTTOM = HEIGHT - 62;
/** The least distance of two versions, for names with days below them, and for names at a slant. */
const DAY_GAP = 70;
const NAME_GAP = 30;
const MOST_DAYS = 9;
/** The height of a label. */
const LINE = 14;
const INSET = 34;

/**
 * Draws one panel: versions along x, CPU time per request relative to the reference along y, and in microseconds on the right.
 * Points stand in their 95 % intervals. The line between two neighbors shows the verdict: colored with a label for a proven
 * change, plain for a tie, dashed if it is undecided, and no line if no run connects the two.
 * @param linked whether points and lines are links to the elements with their ids in the same page
 */
export function panelDrawing(panel: Panel, linked: boolean): Child[] {
  const { points, series } = panel;
  const ends = points.flatMap(({ cpu }) => (cpu === null ? [] : Object.values(drawnInterval(cpu))));
  const scale = verticalScale(ends, TOP, BOTTOM);
  const inner = WIDTH - LEFT - RIGHT - 2 * INSET;
  const dense = points.length > MOST_DAYS;
  const places = datePlaces(points, (dense ? NAME_GAP : DAY_GAP) / inner);
  const x = new Map(
    points.map(({ target }, i) => [target, rounded(LEFT + INSET + (places[i] ?? 0) * inner)]),
  );
  const at = (target: string) => x.get(target) ?? 0;
  const unit = `CPU time per request vs. ${labelOf(panel, series.reference)}, lower is better`;
  const link = (id: string, kind: string | null, drawn: Child): Element =>
    linked
      ? h("a", { href: `#${panel.id}-${id}`, class: kind }, drawn)
      : h("g", { class: kind }, drawn);
  return [
    h("text", { x: 12, y: 20, class: "title" }, panel.title),
    h("text", { x: 12, y: 40, class: "unit" }, unit),
    h("text", { x: WIDTH - 6, y: 40, class: "unit end" }, "µs per request"),
    gridLines(scale, panel),
    points.map((point) => versionLabel(point, at(point.target), dense)),
    panel.steps.map((step, i) => {
      // The labels of two changes side by side need different heights if the versions are close.
      const drawn = stepDrawing(step, panel, at, scale, dense ? (i % 2) * LINE : 0);
      return drawn && link(`s${i + 1}`, null, drawn);
    }),
    points.map((point, i) => {
      const drawn = pointDrawing(point, panel, at(point.target), scale);
      return drawn && link(`v${i + 1}`, `${series.runtime} version-point`, drawn);
    }),
  ];
}

function gridLines({ ticks, y }: VerticalScale, { referenceCpu }: Panel): Child {
  const x2 = WIDTH - RIGHT;
  return ticks.map((tick) => {
    const own = y(tick);
    const kind = Math.abs(tick - 1) < 1e-9 ? "one" : "grid";
    return [
      h("line", { x1: LEFT, x2, y1: own, y2: own, class: kind }),
      h("text", { x: LEFT - 8, y: own + 4, class: "end" }, tickWords(tick)),
      referenceCpu !== null &&
        h("text", { x: x2 + 8, y: own + 4 }, formatMicroseconds(referenceCpu * tick)),
    ];
  });
}

/** Draws the name and the day of a version below its place. Many versions have their names at a slant. */
function versionLabel({ label, releasedAt, cpu }: Point, x: number, slanted: boolean): Child {
  const top = BOTTOM + 18;
  const short = label.length <= 12 ? label : `${label.slice(0, 11)}\u2026`;
  const turn = slanted ? { transform: `rotate(-35 ${x} ${top})` } : {};
  const kind = slanted ? "end" : "middle";
  return [
    h("line", { x1: x, x2: x, y1: BOTTOM, y2: BOTTOM + 5, class: "grid" }),
    h(
      "text",
      { x, y: top, class: `${kind} version`, ...turn },
      cpu === null ? `${short} \u00d7` : short,
    ),
    !slanted &&
      releasedAt !== null &&
      h("text", { x, y: top + 16, class: "middle unit" }, releasedAt.slice(0, 10)),
  ];
}

function stepDrawing(
  step: Step,
  panel: Panel,
  at: (target: string) => number,
  { y }: VerticalScale,
  raised: number,
): Child {
  // Without an interval, no run connects the two.
  if (step.lo === null || step.hi === null) return null;
  const [from, to] = [step.base, step.new].map(
    (target) => panel.points.find((point) => point.target === target)?.cpu,
  );
  if (!from || !to) return null;
  const [x1, x2] = [at(step.base), at(step.new)];
  const kind = isProven(step) ? step.verdict : step.verdict === "same" ? "tie" : "open";
  const top = Math.min(...[from, to].map((cpu) => y(drawnInterval(cpu).hi)));
  const place = {
    x: rounded((x1 + x2) / 2),
    y: Math.max(TOP - 4, top - 8) - raised,
    class: `middle label ${kind}`,
  };
  const title = `${labelOf(panel, step.base)} to ${labelOf(panel, step.new)}: ${stepWords(step)}`;
  return [
    h("title", {}, title),
    h("line", { x1, x2, y1: y(from.ratio), y2: y(to.ratio), class: `step ${kind}` }),
    isProven(step) && h("text", place, changeWords(step.ratio).replace("-", "\u2212")),
  ];
}

function pointDrawing(
  { cpu, label, isReference }: Point,
  { referenceCpu }: Panel,
  x: number,
  { y }: VerticalScale,
): Child {
  if (cpu === null) return null;
  const { lo, hi } = drawnInterval(cpu);
  const time = referenceCpu === null ? "" : `, ${formatCpu(referenceCpu * cpu.ratio)}`;
  const words = isReference ? "the reference" : changeAndInterval({ ...cpu, lo, hi });
  return [
    h("title", {}, `${label}: ${words}${time}`),
    !isReference && h("line", { x1: x, x2: x, y1: y(hi), y2: y(lo), class: "interval" }),
    h("circle", { cx: x, cy: y(cpu.ratio), r: 5, class: isReference ? "reference" : "point" }),
  ];
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}
