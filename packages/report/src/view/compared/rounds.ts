import {
  changeWords,
  metricLabel,
  metricValue,
  type MetricName,
  type MetricSamples,
} from "../../content/metrics.ts";
import { folded, h, html, type Child, type Element } from "../parts/element.ts";
import { roundTicks } from "../parts/scale.ts";
import { namedRow, scrolled, table } from "../parts/table.ts";

interface Sample {
  readonly base: number;
  readonly new: number;
}

/** Returns a chart for each metric, with a dot for each server in each round, in the order of measuring. */
export function roundCharts(samples: MetricSamples, names: { base: string; new: string }): Child {
  const charts = [...samples].filter(([, own]) => own.length > 0);
  if (charts.length === 0) return null;
  return html`<h3>Every round, in the order of measuring</h3>
    <p class="key">
      <span>${dotKey("base")}${names.base}</span> <span>${dotKey("new")}${names.new}</span>
      <span>Both servers of a round ran at the same moment.</span>
    </p>
    <div class="charts">${charts.map(([metric, own]) => chart(metric, own))}</div>
    ${folded("The rounds as a table", roundsTable(charts))}`;
}

function dotKey(side: "base" | "new"): Element {
  return h(
    "svg",
    { class: "dot", "aria-hidden": "true" },
    h("circle", { class: side, cx: "50%", cy: "50%", r: 4.5 }),
  );
}

function chart(metric: MetricName, samples: readonly Sample[]): Element {
  const values = samples.flatMap((sample) => [sample.base, sample.new]);
  const { at, ticks } = verticalScale(values);
  const place = (i: number) => `${(14 + (84 * (i + 0.5)) / samples.length).toFixed(2)}%`;
  const range = (side: "base" | "new") => {
    const own = samples.map((sample) => sample[side]);
    return [Math.min(...own), Math.max(...own)].map((one) => metricValue(metric, one)).join(" to ");
  };
  const label = `${metricLabel(metric)} in ${samples.length} rounds: base ${range("base")}, new ${range("new")}`;
  return h(
    "figure",
    {},
    h("figcaption", {}, metricLabel(metric)),
    h(
      "svg",
      { class: "rounds", role: "img", "aria-label": label },
      ticks.map((tick) => [
        h("line", { class: "tick", x1: 0, x2: "100%", y1: at(tick), y2: at(tick) }),
        h("text", { x: 0, y: at(tick), dy: -3 }, metricValue(metric, tick)),
      ]),
      samples.map((sample, i) => [
        h("line", {
          class: "pair",
          x1: place(i),
          x2: place(i),
          y1: at(sample.base),
          y2: at(sample.new),
        }),
        h("circle", { class: "base", cx: place(i), cy: at(sample.base), r: 4 }),
        h("circle", { class: "new", cx: place(i), cy: at(sample.new), r: 4 }),
      ]),
    ),
  );
}

/** Returns an axis from bottom to top that holds the values, with two or three round ticks. It need not begin at 0. */
function verticalScale(values: readonly number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // Two equal servers would otherwise fill the chart with their noise.
  const room = Math.max(most - least, 0.06 * most) || 1;
  const middle = (least + most) / 2;
  const [from, to] = [Math.max(0, middle - 0.62 * room), middle + 0.62 * room];
  return {
    at: (value: number) => `${(100 * (1 - (value - from) / (to - from))).toFixed(2)}%`,
    // A label at the very top would meet the heading.
    ticks: roundTicks(from, to - 0.1 * (to - from), 3.15),
  };
}

function roundsTable(charts: readonly (readonly [MetricName, readonly Sample[]])[]): Element {
  const head = [
    "round",
    ...charts.flatMap(([metric]) => [`${metricLabel(metric)}, base`, "new", "change"]),
  ];
  const most = Math.max(...charts.map(([, own]) => own.length));
  const rows = Array.from({ length: most }, (_, i) => {
    const texts = charts.flatMap(([metric, own]) => textsOf(metric, own[i]));
    return namedRow(i + 1, texts);
  });
  return scrolled("The rounds", table(head, rows));
}

function textsOf(metric: MetricName, sample: Sample | undefined): string[] {
  if (sample === undefined) return ["", "", ""];
  const { base, new: next } = sample;
  return [metricValue(metric, base), metricValue(metric, next), changeWords(next / base)];
}
