import { h, type Element } from "./element.ts";

/** An axis, linear from 0 or logarithmic. */
export interface Scale {
  readonly ticks: readonly number[];
  /** Returns the place of a value, as `43.2%`. A value beyond the axis is drawn at its end. */
  readonly at: (value: number) => string;
}

/** Returns an axis from 0 that contains the values, with four to eight round ticks. */
export function scaleOf(values: readonly number[]): Scale {
  const largest = 1.02 * (Math.max(0, ...values.filter(Number.isFinite)) || 1);
  // A label at the very end would have no room.
  return { ticks: roundTicks(0, 0.96 * largest, 4.8), at: (value) => place(value / largest) };
}

/** Returns the multiples of a round step between two ends, at most so many steps. */
export function roundTicks(from: number, to: number, most: number): number[] {
  const least = (to - from) / most;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 2.5, 5].find((n) => n * power >= least) ?? 10) * power;
  const first = Math.ceil(from / step);
  const length = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length }, (_, i) => Number(((first + i) * step).toPrecision(6)));
}

/** Returns a logarithmic axis that contains the values, with a tick at each power of ten. */
export function logScaleOf(values: readonly number[]): Scale {
  const logs = values.filter((value) => value > 0).map(Math.log10);
  const [from, to] = [Math.min(...logs) - 0.05, Math.max(...logs) + 0.05];
  const powers = Array.from({ length: 20 }, (_, i) => 10 ** (Math.ceil(from) + i));
  return {
    ticks: powers.filter((power) => Math.log10(power) < to - 0.04 * (to - from)),
    at: (value) => place((Math.log10(value) - from) / (to - from)),
  };
}

export function place(share: number, digits = 1): string {
  return `${Number((100 * Math.min(1, Math.max(0, share))).toFixed(digits))}%`;
}

export function axisLabels({ ticks, at }: Scale, format: (value: number) => string): Element[] {
  return ticks.map((tick) => {
    const kind = tick === 1 ? "one" : at(tick) === "0%" ? "zero" : null;
    return h("text", { x: at(tick), y: "100%", class: kind }, format(tick));
  });
}

/** Draws a line from `lo` to `hi` in a row's SVG. The style sheet sets its thickness and height. */
export function span(
  kind: "outer" | "inner" | "part" | "rest",
  lo: number,
  hi: number,
  at: Scale["at"],
): Element {
  const width = Number.parseFloat(at(hi)) - Number.parseFloat(at(lo));
  return h("rect", { class: kind, x: at(lo), width: `${Number(width.toFixed(1))}%` });
}
