import { formatCpu, formatDate, formatMicroseconds, formatRatio } from "@deadheat/report/format";
import { h, type Child, type Element } from "@deadheat/report/site-parts";
import { isFloor } from "@deadheat/journal";
import { floorOf, rankedOf, referenceOf, type Found, type Standing } from "../read/site.ts";

// Every number of the site says which field of which result it is, or which rule makes it from which fields. A test walks
// the pages and looks each of them up.

/** A number from results. */
export interface Metric {
  readonly value: number;
  /** The fields, such as `epyc-2cpu-vm/2026-11-25-cost#cells.3.cpuPerRequest`. */
  readonly from: readonly string[];
  /** The rule that makes the number from the fields; absent if it is the field. */
  readonly by?:
    | "each"
    | "over"
    | "page"
    | "page-over"
    | "page-over-floor"
    | "ratio"
    | "hour"
    | "ranked"
    | "length"
    | "percent";
}

export interface Interval {
  readonly ratio: Metric;
  readonly lo: Metric;
  readonly hi: Metric;
}

export function fact({ value, from, by }: Metric, format: (value: number) => string): Element {
  const attributes = {
    value: Number(value.toPrecision(6)),
    "data-from": from.join(" "),
    "data-by": by,
  };
  return { tag: "data", attributes, children: [format(value)] };
}

/** Returns a text of a result, which the same test looks up. */
export function quote(text: string, from: string, kind?: string): Element {
  return { tag: "span", attributes: { "data-from": from, class: kind }, children: [text] };
}

export function dateOf(iso: string, from: string): Element {
  const attributes = { datetime: iso, "data-from": from };
  return { tag: "time", attributes, children: [formatDate(iso).slice(0, 10)] };
}

export function field(found: Found, path: string): string {
  return `${found.from.name}#cells.${found.index}.${path}`;
}

/** The fields by which all CPU times of a scenario are on one scale. */
interface Scale {
  /** The CPU time of a request on the server of the scale: node-http/node, or the floor in a scenario without Node. */
  readonly cpu: Metric;
  /** The ratio of the floor to that server; null if it is the floor. */
  readonly floor: Interval | null;
}

/** Returns the scale of a cell, as the report has it; null if its floor was not measured. */
function scaleOf(found: Found): Scale | null {
  const floor = floorOf(found);
  const base = referenceOf(found) ?? floor;
  const cpu = base?.cell.cpuPerRequest ?? null;
  if (!floor || !base || cpu === null) return null;
  const across = base === floor ? null : ratioOf(floor, "toNodeHttp");
  return { cpu: { value: cpu, from: [field(base, "cpuPerRequest")] }, floor: across };
}

/** Returns what a request costs, on the scale of the scenario; null if it was not measured. */
export function eachOf(found: Found): Interval | null {
  const scale = scaleOf(found);
  const ratio = ratioOf(found, "toNodeHttp") ?? ratioOf(found, "toFloor");
  if (!scale || !ratio) return null;
  const each = (of: Metric): Metric => ({
    value: scale.cpu.value / of.value,
    from: [...scale.cpu.from, ...of.from],
    by: "each",
  });
  return { ratio: each(ratio.ratio), lo: each(ratio.hi), hi: each(ratio.lo) };
}

/** Returns the ratio of efficiencies to a reference; null if it was not measured. */
export function ratioOf(found: Found, to: "toFloor" | "toNodeHttp"): Interval | null {
  const measured = found.cell.efficiency?.[to];
  return measured ? intervalAt(field(found, `efficiency.${to}`), measured) : null;
}

/** Returns an interval of a result, whose ends are fields of the same names below `at`. */
export function intervalAt(at: string, measured: Record<keyof Interval, number>): Interval {
  const metric = (end: keyof Interval): Metric => ({
    value: measured[end],
    from: [`${at}.${end}`],
  });
  return { ratio: metric("ratio"), lo: metric("lo"), hi: metric("hi") };
}

/** Returns what a request costs more than on the floor: the floor's CPU time, times what the ratio to it leaves. */
export function overOf(found: Found): Interval | null {
  const scale = scaleOf(found);
  const ratio = ratioOf(found, "toFloor");
  if (!scale || !ratio || isFloor(found.cell.target)) return null;
  const { cpu, floor } = scale;
  const over = (of: Metric): Metric => ({
    value: (cpu.value / (floor?.ratio.value ?? 1)) * (1 / of.value - 1),
    from: [...cpu.from, ...(floor?.ratio.from ?? []), ...of.from],
    by: "over",
  });
  return { ratio: over(ratio.ratio), lo: over(ratio.hi), hi: over(ratio.lo) };
}

/** Returns the number of rounds of a ratio to the floor as text; nothing for the floor itself. */
export function roundsText(found: Found): Child {
  const value = found.cell.efficiency?.toFloor.n ?? 0;
  return value > 0 && fact({ value, from: [field(found, "efficiency.toFloor.n")] }, String);
}

/** Returns what a request costs as text; nothing if it was not measured. */
export function eachText(found: Found): Child {
  const each = eachOf(found);
  return each && eachWords(each);
}

/** Returns what a request costs more than on the floor as text; nothing if it was not measured. */
export function overText(found: Found): Child {
  const over = overOf(found);
  return over && overWords(over);
}

/** Returns a ratio to a reference as text; nothing if it was not measured. */
export function ratioText(found: Found, to: "toFloor" | "toNodeHttp"): Child {
  const ratio = ratioOf(found, to);
  return ratio && ratioWords(ratio);
}

/** Returns the number of ranked targets of a scenario. */
export function rankedCount(standing: Standing): Metric {
  const from = [`${standing.from.name}#${standing.scenario}`];
  return { value: rankedOf(standing).length, from, by: "ranked" };
}

/** Returns `1.48 [1.44, 1.52]`. */
export function ratioWords({ ratio, lo, hi }: Interval): Child {
  return whole(fact(ratio, formatRatio), " ", between(lo, hi, formatRatio));
}

/** Returns a number and its interval, which no line break separates. */
function whole(...children: Child[]): Child {
  return h("span", { class: "whole" }, children);
}

/** Returns `11.4 µs [11.3, 11.5]`, or `10.3 µs` for the server of the scale itself. */
export function eachWords({ ratio, lo, hi }: Interval): Child {
  return whole(
    fact(ratio, formatCpu),
    lo.value < hi.value && [" ", between(lo, hi, bareLike(ratio))],
  );
}

/** Returns `+1.10 µs [0.90, 1.31]`. */
export function overWords({ ratio, lo, hi }: Interval): Child {
  return whole(fact(ratio, signed), " ", between(lo, hi, bareLike(ratio)));
}

export function between(lo: Metric, hi: Metric, format: (value: number) => string): Child {
  const ends = ["[", fact(lo, format), ", ", fact(hi, format), "]"];
  return { tag: "small", attributes: { class: "interval" }, children: ends };
}

/** Returns `+1.10 µs`, or `-0.20 µs` for a server that costs less than its floor. */
function signed(seconds: number): string {
  return `${seconds < 0 ? "-" : "+"}${formatCpu(Math.abs(seconds))}`;
}

/** Returns a format of the ends of an interval: `0.90`, in the unit of its middle, which has the unit's name. */
function bareLike({ value }: Metric): (seconds: number) => string {
  const perMicrosecond = Math.abs(value) >= 0.0009995 ? 1000 : 1;
  return (seconds) => formatMicroseconds(seconds / perMicrosecond);
}

/** Returns `3`, or `2-5` if the rank is not proven. */
export function rankWords(found: Found): Child {
  const { rank } = found.cell;
  if (rank === null) return "-";
  const end = (i: 0 | 1) => fact({ value: rank[i], from: [field(found, `rank.${i}`)] }, String);
  return rank[0] === rank[1] ? end(0) : [end(0), "-", end(1)];
}
