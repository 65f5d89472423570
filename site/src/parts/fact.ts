import { formatCpu, formatDate, formatRatio } from "@deadheat/report/format";
import type { Child, Element } from "@deadheat/report/site-parts";
import { floorOf, rankedOf, type Found, type Standing } from "../read/site.ts";

// Every number of the site says which field of which result it is, or which rule makes it from which fields. A test walks
// the pages and looks each of them up.

/** A number from results. */
export interface Figure {
  readonly value: number;
  /** The fields, such as `epyc-2cpu-vm/2026-11-24-service#cells.3.cpuPerRequest`. */
  readonly from: readonly string[];
  /** The rule that makes the number from the fields; absent if it is the field. */
  readonly by?: "over" | "ratio" | "ranked" | "length" | "percent";
}

export interface Interval {
  readonly ratio: Figure;
  readonly lo: Figure;
  readonly hi: Figure;
}

export function fact({ value, from, by }: Figure, format: (value: number) => string): Element {
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

/** Returns the CPU time of a request; null if it was not measured. */
export function cpuOf(found: Found): Figure | null {
  const value = found.cell.cpuPerRequest;
  return value === null ? null : { value, from: [field(found, "cpuPerRequest")] };
}

/** Returns the ratio of efficiencies to a reference; null if it was not measured. */
export function ratioOf(found: Found, to: "toFloor" | "toNodeHttp"): Interval | null {
  const measured = found.cell.efficiency?.[to];
  if (!measured) return null;
  const figure = (end: "ratio" | "lo" | "hi"): Figure => ({
    value: measured[end],
    from: [field(found, `efficiency.${to}.${end}`)],
  });
  return { ratio: figure("ratio"), lo: figure("lo"), hi: figure("hi") };
}

/** Returns what a request costs more than on the floor: the floor's CPU time, times what the ratio to it leaves. */
export function overOf(found: Found): Interval | null {
  const floor = floorOf(found);
  const ratio = ratioOf(found, "toFloor");
  const own = floor && cpuOf(floor);
  if (!floor || !own || !ratio || floor.cell.target === found.cell.target) return null;
  const over = (of: Figure): Figure => ({
    value: own.value * (1 / of.value - 1),
    from: [...own.from, ...of.from],
    by: "over",
  });
  return { ratio: over(ratio.ratio), lo: over(ratio.hi), hi: over(ratio.lo) };
}

/** Returns the number of ranked targets of a scenario. */
export function rankedCount(standing: Standing): Figure {
  const from = [`${standing.from.name}#${standing.scenario}`];
  return { value: rankedOf(standing).length, from, by: "ranked" };
}

/** Returns `1.48 [1.44, 1.52]`. */
export function ratioWords({ ratio, lo, hi }: Interval): Child {
  return [fact(ratio, formatRatio), " ", between(lo, hi, formatRatio)];
}

/** Returns `+1.10 us [0.90, 1.31]`. */
export function overWords({ ratio, lo, hi }: Interval): Child {
  return [fact(ratio, signed), " ", between(lo, hi, bare)];
}

export function between(lo: Figure, hi: Figure, format: (value: number) => string): Child {
  const ends = ["[", fact(lo, format), ", ", fact(hi, format), "]"];
  return { tag: "small", attributes: { class: "interval" }, children: ends };
}

/** Returns `+1.10 us`, or `-0.20 us` for a server that costs less than its floor. */
export function signed(seconds: number): string {
  return `${seconds < 0 ? "-" : "+"}${formatCpu(Math.abs(seconds))}`;
}

function bare(seconds: number): string {
  return signed(seconds).replace(/^\+/, "").replace(/ us$/, "");
}

/** Returns `3`, or `2-5` if the rank is not certain. */
export function rankWords(found: Found): Child {
  const { rank } = found.cell;
  if (rank === null) return "-";
  const end = (i: 0 | 1) => fact({ value: rank[i], from: [field(found, `rank.${i}`)] }, String);
  return rank[0] === rank[1] ? end(0) : [end(0), "-", end(1)];
}
