import { CustomChart, LineChart, type CustomSeriesOption } from "echarts/charts";
import { GridSimpleComponent } from "echarts/components";
import { init, use, type ECharts, type EChartsCoreOption } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { CanvasRenderer } from "echarts/renderers";
import type { Runtime } from "../../view/data/page-data.ts";
import type { Child } from "../../view/parts/element.ts";
import { hideTip, showTip } from "./tip.ts";

// Only what the charts need: the whole of ECharts would add 1.1 MB to every report.
use([CustomChart, LineChart, GridSimpleComponent, LabelLayout, CanvasRenderer]);

export type { CustomSeriesOption, EChartsCoreOption };

/** A chart. */
export interface Chart {
  readonly heading: string;
  readonly note: Child;
  /** The description that a screen reader says. */
  readonly label: string;
  readonly height: number;
  readonly option: (colors: Colors) => EChartsCoreOption;
}

/** A chart with the same figures as a table, for readers who do not see the chart. */
export interface Figure extends Chart {
  readonly table: {
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  };
}

/** The colours of the current theme, from the style sheet. */
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

/** The data of a mark: the text of its tooltip, and its target. */
type Marked = { readonly tip?: string; readonly target?: string } | null;

const drawn = new Map<HTMLElement, ECharts>();

/** Draws a chart into an element. A click on a mark calls `onTarget` with its target. */
export function draw(host: HTMLElement, chart: Chart, onTarget: (target: string) => void): void {
  const colors = colorsOf(host);
  host.style.height = `${chart.height}px`;
  const canvas = init(host, null, { renderer: "canvas" });
  canvas.setOption({
    animation: false,
    textStyle: { fontFamily: "system-ui, sans-serif", color: colors.ink },
    ...chart.option(colors),
  });
  canvas.on("mouseover", ({ data, event }) => showTip((data as Marked)?.tip, event?.event));
  canvas.on("mouseout", hideTip);
  canvas.on("click", ({ data }) => {
    const target = (data as Marked)?.target;
    if (target !== undefined) onTarget(target);
  });
  drawn.set(host, canvas);
}

/** Disposes of the charts that are no longer in the page, and resizes the others. */
export function tidy(): void {
  hideTip();
  for (const [host, canvas] of drawn) {
    if (host.isConnected) {
      canvas.resize();
    } else {
      canvas.dispose();
      drawn.delete(host);
    }
  }
}

/** Returns an axis in the page's colours. */
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

/** Reports whether the page is as narrow as a phone, which leaves less room for names. */
export function narrow(): boolean {
  return innerWidth < 520;
}
