import { formatCpu, formatDate, formatMicroseconds, formatRatio } from "@deadheat/report/format";
import { h, type Child, type Element } from "@deadheat/report/site-parts";
import { isFloor } from "@deadheat/journal";
import { costOf, rankedOf, type SiteCell, type Standing } from "../read/site.ts";

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
    | "ranked";
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

/**
 * Returns a text of a result, which the same test looks up.
 * @param by the rule that makes the text from the field; absent if it is the field
 */
export function quote(
  text: string,
  from: string,
  by?: "margin" | "reasons" | "sentences" | "warning",
): Element {
  return { tag: "span", attributes: { "data-from": from, "data-by": by }, children: [text] };
}

export function dateOf(iso: string, from: string): Element {
  const attributes = { datetime: iso, "data-from": from };
  return { tag: "time", attributes, children: [formatDate(iso).slice(0, 10)] };
}

export function field(found: SiteCell, path: string): string {
  return `${found.from.name}#cells.${found.index}.${path}`;
}

/** Returns a field of a cell as a fact; nothing if it was not measured. */
export function factIn(found: SiteCell, path: string, format: (value: number) => string): Child {
  const value = path
    .split(".")
    .reduce<unknown>((of, key) => (of as Record<string, unknown> | null)?.[key], found.cell);
  return typeof value === "number" && fact({ value, from: [field(found, path)] }, format);
}

/** Returns what a request costs, as the report has it; null if it was not measured. */
export function eachOf(found: SiteCell): Interval | null {
  const each = costOf(found)?.each;
  return each ? intervalBy("each", [field(found, "cpuPerRequest")], each.at, each) : null;
}

/** Returns what a request costs more than on the floor, as the report has it; null for a floor. */
export function overOf(found: SiteCell): Interval | null {
  const over = isFloor(found.cell.target) ? null : costOf(found)?.over;
  return over ? intervalBy("over", [field(found, "cpuPerRequest")], over.at, over) : null;
}

/** Returns an interval whose three numbers follow from the same fields by one rule. */
export function intervalBy(
  by: NonNullable<Metric["by"]>,
  from: readonly string[],
  value: number,
  { lo, hi }: { readonly lo: number; readonly hi: number },
): Interval {
  return { ratio: { value, from, by }, lo: { value: lo, from, by }, hi: { value: hi, from, by } };
}

/** Returns the ratio of efficiencies to a reference; null if it was not measured. */
export function ratioOf(found: SiteCell, to: "toFloor" | "toNodeHttp"): Interval | null {
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

/** Returns the number of rounds of a ratio to the floor as text; nothing for the floor itself. */
export function roundsText(found: SiteCell): Child {
  return found.cell.efficiency?.toFloor.n !== 0 && factIn(found, "efficiency.toFloor.n", String);
}

export function eachText(found: SiteCell): Child {
  const each = eachOf(found);
  return each && eachWords(each);
}

export function overText(found: SiteCell): Child {
  const over = overOf(found);
  return over && overWords(over);
}

export function ratioText(found: SiteCell, to: "toFloor" | "toNodeHttp"): Child {
  const ratio = ratioOf(found, to);
  return ratio && ratioWords(ratio);
}

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
export function rankWords(found: SiteCell): Child {
  const { rank } = found.cell;
  if (rank === null) return "-";
  const end = (i: 0 | 1) => factIn(found, `rank.${i}`, String);
  return rank[0] === rank[1] ? end(0) : [end(0), "-", end(1)];
}
