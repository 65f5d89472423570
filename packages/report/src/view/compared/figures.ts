import { share } from "../../content/comparison-words.ts";
import { figureRows, type Figure, type FigureRow } from "../../content/figures.ts";
import { h, hint, type Child, type Element } from "../parts/element.ts";
import { axisLabels, span, type Scale } from "../parts/scale.ts";
import { namedRow, scrolled, table } from "../parts/table.ts";
import { changeScale, tickWords } from "../parts/change-scale.ts";

/**
 * Returns the figures of a comparison as intervals on one axis, with the margin of a dead heat and the gate drawn in. All
 * that is drawn stands in the row as text too.
 */
export function figuresTable(figures: readonly Figure[], label: string): Element {
  const scale = axisOf(figures);
  const gated = figures.some(({ gate }) => gate !== null);
  const head = [
    "figure",
    { class: "bar", content: axis(scale) },
    "base → new",
    "change",
    "interval",
    "word",
    ...(gated ? ["gate"] : []),
  ];
  const rows = figureRows({ figures: [...figures] }).map((row) => {
    const { figure, values, change, interval, word } = row;
    const texts: Child[] = [values.replace(" -> ", " → "), change, interval];
    return namedRow(
      nameOf(row),
      [...texts, wordOf(figure, word), ...(gated ? [gateWords(figure)] : [])],
      h("td", { class: "bar" }, drawn(figure, scale)),
    );
  });
  return scrolled(label, table(head, rows, "plain plot changes-axis"));
}

/** An interval is not drawn farther than this from the ratios: a wide one would leave no room for the others. */
const WIDEST = 1.5;

/** Returns an axis that holds the intervals, margins and gates of all figures. */
export function axisOf(figures: readonly Figure[]): Scale {
  const ratios = [1, ...figures.map(({ ratio }) => ratio)];
  const [least, most] = [Math.min(...ratios) / WIDEST, Math.max(...ratios) * WIDEST];
  const ends = figures.flatMap(({ lo, hi, margin, gate }) => [
    Math.max(lo, least),
    Math.min(hi, most),
    1 / (1 + margin),
    1 + margin,
    ...(gate ? [1 + gate.limit] : []),
  ]);
  return changeScale(ends);
}

function nameOf({ label, change, word, figure }: FigureRow): Child {
  return [
    h("b", { class: "name" }, label),
    figure.named && h("small", {}, " named first"),
    h("small", { class: "beside" }, `${change}, `, wordOf(figure, word)),
  ];
}

/** The words that are good news about the new server, and those that are not. */
const kinds: Readonly<Record<Figure["verdict"], string>> = {
  faster: "better",
  less: "better",
  slower: "worse",
  more: "worse",
  "dead-heat": "even",
  undecided: "open",
};

function wordOf({ verdict }: Figure, word: string): Element {
  return h("span", { class: `word ${kinds[verdict]}` }, word);
}

function gateWords({ gate }: Figure): Child {
  if (gate === null) return "";
  return h("span", { class: `gate-${gate.outcome}` }, `+${share(gate.limit)}: ${gate.outcome}`);
}

function axis(scale: Scale): Child {
  return [
    "change, new over base",
    h("svg", { class: "axis", "aria-hidden": "true" }, axisLabels(scale, tickWords)),
  ];
}

function drawn(figure: Figure, { at, ticks }: Scale): Element {
  const { ratio, lo, hi, margin, gate, verdict, n } = figure;
  const line = (kind: string, value: number) =>
    h("line", { class: kind, x1: at(value), x2: at(value), y2: "100%" });
  const from = Number.parseFloat(at(1 / (1 + margin)));
  const width = Number.parseFloat(at(1 + margin)) - from;
  return h(
    "svg",
    { "aria-hidden": "true", class: kinds[verdict] },
    h("rect", { class: "margin", x: `${from}%`, width: `${width.toFixed(2)}%`, height: "100%" }),
    ticks.map((tick) => line(Math.abs(tick - 1) < 1e-9 ? "one" : "tick", tick)),
    gate && line("gate", 1 + gate.limit),
    n > 0 && span("inner", lo, hi, at),
    h("circle", { cx: at(ratio), cy: "50%", r: 5 }),
  );
}

/** Explains the drawing. */
export function figuresLegend(figures: readonly Figure[]): Element {
  const gate = figures.some((figure) => figure.gate !== null);
  const confidence = [...new Set(figures.map((figure) => share(figure.confidence)))].join(" and ");
  return hint(
    `Dots are changes, paired by block; lines are ${confidence} intervals. To the right the new server needs more. The ` +
      `band is the margin within which two servers are a dead heat.${gate ? " The dashed line is the gate." : ""} Words are ` +
      "corrected for all figures together.",
  );
}
