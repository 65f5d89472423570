import type { Column, MetricTable, Plot } from "../../content/section.ts";
import type { Runtime } from "@deadheat/journal";
import { h, hint, html, type Child, type Element } from "./element.ts";
import { mark, targetName, type TargetName } from "./marks.ts";
import { axisLabels, logScaleOf, scaleOf, span, type Scale } from "./scale.ts";
import { namedRow, scrolled, table } from "./table.ts";

/** A mark in the shape of a runtime, with a thin line from `lo` to `hi`, or a thick one if `within` is missing. */
export interface Mark {
  readonly runtime: Runtime;
  readonly at: number;
  readonly lo: number;
  readonly hi: number;
  /** The thick line on the thin one. */
  readonly within?: { readonly lo: number; readonly hi: number };
}

/** A column with a drawing in each row, all on one axis. */
export interface Drawn<Row> extends Omit<Plot<Row>, "of"> {
  readonly of: (row: Row) => readonly Mark[];
  /** true if the metrics are ratios: a line shows where 1 is. */
  readonly one?: boolean;
  /** The axis, if it is neither linear from 0 nor logarithmic by powers of ten. */
  readonly scale?: Scale;
}

/** Returns a column that draws ratios, with a line at 1. */
export function ratios<Row>(name: string, of: (row: Row) => readonly Mark[]): Drawn<Row> {
  return { name, of, format: String, one: true };
}

interface PlotTable<Row> {
  /** The description that a screen reader says. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly name: readonly [heading: string, of: (row: Row) => Child];
  readonly drawn: readonly Drawn<Row>[];
  readonly columns: readonly (readonly [Column, (of: Row) => Child])[];
  readonly kind?: string;
}

/** Returns a table whose rows begin with drawings. Everything that is drawn is a text in the row too. */
export function plotTable<Row>(of: PlotTable<Row>): Element {
  const { label, rows, name, columns, kind = "" } = of;
  const drawn = of.drawn.map((plot) => ({ plot, scale: scaleFor(plot, rows) }));
  const head = [
    name[0],
    ...drawn.map(({ plot, scale }) => ({ class: "bar", content: axis(plot, scale) })),
    ...columns.map(([column]) => column.name),
  ];
  const lines = rows.map((row) =>
    namedRow(
      name[1](row),
      columns.map(([, text]) => text(row)),
      ...drawn.map(({ plot, scale: { at } }) => {
        const one = plot.one && h("line", { class: "one", x1: at(1), x2: at(1), y2: "100%" });
        const marks = plot.of(row).map((each) => drawMark(each, at));
        return h("td", { class: "bar" }, h("svg", { "aria-hidden": "true" }, one, marks));
      }),
    ),
  );
  return scrolled(label, table(head, lines, `plot ${kind}`.trim()));
}

/** Draws a mark, and its lines, in a row's SVG. */
function drawMark({ runtime, at: value, lo, hi, within }: Mark, at: Scale["at"]): Element {
  return h(
    "g",
    { class: runtime },
    lo < hi && span(within ? "outer" : "inner", lo, hi, at),
    within && within.lo < within.hi && span("inner", within.lo, within.hi, at),
    mark(runtime, at(value)),
  );
}

function scaleFor<Row>(plot: Drawn<Row>, rows: readonly Row[]): Scale {
  if (plot.scale) return plot.scale;
  const marks = rows.flatMap(plot.of);
  if (plot.log) return logScaleOf(marks.flatMap(({ lo, hi }) => [lo, hi]));
  // An interval may be so wide that it would leave no room for the others.
  const ends = marks.map(({ at, hi }) => Math.min(hi, 1.6 * at));
  return scaleOf(plot.one ? [1, ...ends] : ends);
}

/** Labels with units are long, and columns narrow: every second one is shown. */
function axis<Row>({ name, format, log, one }: Drawn<Row>, { ticks, at }: Scale): Child {
  const shown = log || one ? ticks : ticks.filter((_, i) => i % 2 === 0);
  const labels = axisLabels({ ticks: shown, at }, format);
  return [name, h("svg", { class: "axis", "aria-hidden": "true" }, labels)];
}

/** Returns a table for each group of metrics, with the texts that the other reports have, folded or open; null without metrics. */
export function metricView<Row extends { readonly cell: TargetName }>(
  { title, lead, columns, groupedBy, groups, plots, notes }: MetricTable<Row>,
  kind: string,
  open: boolean,
): Element | null {
  const shown = groups.filter(({ rows }) => rows.length > 0);
  if (shown.length === 0) return null;
  const others = columns.filter(([{ name }]) => name !== "target" && name !== groupedBy);
  const drawn = plots.map((plot) => ({
    ...plot,
    of: (row: Row) => {
      const metric = plot.of(row);
      return metric === null ? [] : [{ runtime: row.cell.runtime, ...metric }];
    },
  }));
  const content = [
    hint(lead),
    shown.map((group) => [
      group.title !== "" && html`<h3>${group.title}</h3>`,
      plotTable({
        label: `${title}, ${group.title}`,
        rows: group.rows,
        name: ["target", ({ cell }) => targetName(cell)],
        drawn,
        columns: others,
        kind,
      }),
    ]),
    notes.map((note) => hint(note)),
  ];
  return h("details", { open }, h("summary", {}, title), content);
}
