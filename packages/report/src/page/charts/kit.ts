import { CustomChart, LineChart, type CustomSeriesOption } from "echarts/charts";
import { GridSimpleComponent } from "echarts/components";
import { init, use, type ECharts, type EChartsCoreOption } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { CanvasRenderer } from "echarts/renderers";
import type { Runtime } from "../../view/data/page-data.ts";
import type { Child } from "../../view/parts/element.ts";
import { hideTip, showTip } from "./tip.ts";

// What the charts need and no more: the whole of ECharts would be 1.1 MB in every report.
use([CustomChart, LineChart, GridSimpleComponent, LabelLayout, CanvasRenderer]);

export type { CustomSeriesOption, EChartsCoreOption };

/** A chart with its words, and the same figures as a table for those who do not see it. */
export interface Figure {
  readonly heading: string;
  readonly note: Child;
  /** What a screen reader says of it. */
  readonly label: string;
  readonly height: number;
  readonly option: (colors: Colors) => EChartsCoreOption;
  readonly table: {
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  };
}

/** The page's colours, as its style sheet has them for the theme that is shown. */
export interface Colors {
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly paper: string;
  readonly runtime: Readonly<Record<Runtime, string>>;
}

function colorsOf(element: Element): Colors {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: color("ink"),
    quiet: color("quiet"),
    line: color("line"),
    paper: color("paper"),
    runtime: { node: color("node"), bun: color("bun"), deno: color("deno") },
  };
}

export const symbols: Readonly<Record<Runtime, string>> = {
  node: "circle",
  bun: "rect",
  deno: "triangle",
};

/** What a chart's mark carries: its words, and the target that it stands for. */
type Marked = { readonly tip?: string; readonly target?: string } | null;

const drawn = new Map<HTMLElement, ECharts>();

/** Draws a figure into its place; `onTarget` is told which target's mark was clicked. */
export function draw(
  host: HTMLElement,
  figure: Omit<Figure, "table">,
  onTarget: (target: string) => void,
): void {
  const colors = colorsOf(host);
  host.style.height = `${figure.height}px`;
  const chart = init(host, null, { renderer: "canvas" });
  chart.setOption({
    animation: false,
    textStyle: { fontFamily: "system-ui, sans-serif", color: colors.ink },
    ...figure.option(colors),
  });
  chart.on("mouseover", ({ data, event }) => showTip((data as Marked)?.tip, event?.event));
  chart.on("mouseout", hideTip);
  chart.on("click", ({ data }) => {
    const target = (data as Marked)?.target;
    if (target !== undefined) onTarget(target);
  });
  drawn.set(host, chart);
}

/** Forgets the charts that are no longer in the page, and fits the others to it. */
export function tidy(): void {
  hideTip();
  for (const [host, chart] of drawn) {
    if (host.isConnected) {
      chart.resize();
    } else {
      chart.dispose();
      drawn.delete(host);
    }
  }
}

/** An axis in the page's colours. */
export function axis(colors: Colors, name: string) {
  return {
    name,
    nameLocation: "middle" as const,
    nameGap: 30,
    nameTextStyle: { color: colors.quiet },
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { color: colors.quiet, hideOverlap: true },
    splitLine: { lineStyle: { color: colors.line } },
  };
}

/** A line for each name, the first one on top. */
export function nameAxis(colors: Colors, names: readonly string[], width: number) {
  return {
    type: "category" as const,
    inverse: true,
    data: [...names],
    ...axis(colors, ""),
    axisLabel: { color: colors.ink, interval: 0, width, overflow: "truncate" as const },
  };
}

/** A phone's width leaves less room for names. */
export function narrow(): boolean {
  return innerWidth < 520;
}

/** The runtime's shape: circle, square, triangle. */
export function symbol(runtime: Runtime, x: number, y: number, fill: string, edge: string) {
  const style = { fill, stroke: edge, lineWidth: 1.5 };
  if (runtime === "node") return { type: "circle" as const, shape: { cx: x, cy: y, r: 5 }, style };
  if (runtime === "bun") {
    return { type: "rect" as const, shape: { x: x - 4.5, y: y - 4.5, width: 9, height: 9 }, style };
  }
  const points = [
    [x, y - 6],
    [x + 5.6, y + 4.4],
    [x - 5.6, y + 4.4],
  ];
  return { type: "polygon" as const, shape: { points }, style };
}
