import { h, type Element } from "./element.ts";

/** A linear axis from 0. */
export interface Scale {
  readonly max: number;
  readonly ticks: readonly number[];
  /** Where a value lies, as `43.2%`; what is beyond the axis lies at its end. */
  readonly at: (value: number) => string;
}

/** An axis from 0 that holds the values, with four to eight round ticks. */
export function scaleOf(values: readonly number[]): Scale {
  const largest = Math.max(...values.filter(Number.isFinite), 0.1) * 1.02;
  const rough = largest / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((n) => n * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let i = 0; i * step <= largest; i++) ticks.push(Number((i * step).toPrecision(6)));
  const at = (value: number) =>
    `${Number((100 * Math.min(1, Math.max(0, value / largest))).toFixed(1))}%`;
  return { max: largest, ticks, at };
}

/** A line from `lo` to `hi` in a row's SVG; the style sheet knows how thick, and at which height. */
export function span(kind: "outer" | "inner", lo: number, hi: number, at: Scale["at"]): Element {
  const width = Number.parseFloat(at(hi)) - Number.parseFloat(at(lo));
  return h("rect", { class: kind, x: at(lo), width: `${Number(width.toFixed(1))}%` });
}
