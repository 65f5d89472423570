import { h, type Element } from "./element.ts";

/** A linear axis that begins at 0. */
export interface Scale {
  readonly max: number;
  readonly ticks: readonly number[];
  /** Returns the place of a value, as `43.2%`. A value beyond the axis is drawn at its end. */
  readonly at: (value: number) => string;
}

/** Returns an axis that contains the values, with four to eight round ticks. */
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

/** Draws a line from `lo` to `hi` in a row's SVG. The style sheet sets its thickness and height. */
export function span(kind: "outer" | "inner", lo: number, hi: number, at: Scale["at"]): Element {
  const width = Number.parseFloat(at(hi)) - Number.parseFloat(at(lo));
  return h("rect", { class: kind, x: at(lo), width: `${Number(width.toFixed(1))}%` });
}
