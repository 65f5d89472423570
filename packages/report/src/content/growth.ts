import {
  isUnbounded,
  memoryGrowth,
  type Comparison,
  type Growth,
  type GrowthSide,
} from "@deadheat/judge";
import { counted } from "../format.ts";
import { byteScales, scaleFor, type Scale } from "../format.ts";
import { TOO_LITTLE, type MetricRow } from "./metric-row.ts";

export const GROWTH_LABEL = memoryGrowth.label;

/** Returns the row of memory that grows, in bytes per request; none if it was not measured. */
export function growthRows({ growth }: Pick<Comparison, "growth">): MetricRow[] {
  if (growth === undefined) return [];
  const { base, new: next, difference, gate } = growth;
  const unit = unitOf(base.perResponse, next.perResponse);
  const apart = unitOf(difference.bytes);
  const tooLittle = isUnbounded(difference);
  return [
    {
      label: "growth per request",
      base: `${inUnit(base.perResponse, unit)} ${unit.name}`,
      new: `${inUnit(next.perResponse, unit)} ${unit.name}`,
      change: tooLittle ? "" : `${signed(difference.bytes, apart)} ${apart.name}`,
      interval: tooLittle
        ? ""
        : `[${signed(difference.lo, apart)}, ${signed(difference.hi, apart)}]`,
      verdict: difference.verdict,
      verdictText: tooLittle ? TOO_LITTLE : difference.verdict,
      limit: gate === null ? "" : `${bytesWords(gate.limit)}: ${gate.outcome}`,
    },
  ];
}

/** Returns whether each server keeps growing; none if that was not measured. */
export function growthSentences(
  { growth }: Pick<Comparison, "growth">,
  { base, new: next }: { readonly base: string; readonly new: string },
): string[] {
  if (growth === undefined) return [];
  const both = [growth.base, growth.new];
  if (both.every(({ verdict }) => verdict === "steady")) {
    const most = Math.max(0, ...both.map(({ hi }) => hi));
    return [
      `Neither server keeps growing: a request leaves at most ${bytesWords(Math.ceil(most))} behind.`,
    ];
  }
  return [
    sideSentence(base, growth.base, growth, growth.responses.base),
    sideSentence(next, growth.new, growth, growth.responses.new),
  ];
}

function sideSentence(
  name: string,
  side: GrowthSide,
  { of, margin, n }: Growth,
  responses: number,
): string {
  const { verdict, perResponse, lo, hi, early } = side;
  const much = bytesWords(perResponse);
  const over = `${Math.round(responses / n).toLocaleString("en-US")} requests a round`;
  switch (verdict) {
    case "grows": {
      const slowed = perResponse < SLOWED * early;
      const pace = slowed
        ? `and slowed down from ${bytesWords(early)}, but did not stop`
        : "and the growth did not slow";
      const outside =
        of === "resident"
          ? " Its heap does not grow: the memory is native, outside of the heap."
          : "";
      return `${name} keeps growing: ${much} per request over ${over}, ${pace}.${outside}`;
    }
    case "plateau":
      return (
        `${name} grew by ${bytesWords(early)} per request in the first half of ${over} and then no more: ` +
        "a plateau, not a leak."
      );
    case "steady":
      return `${name} does not keep growing: at most ${bytesWords(Math.ceil(Math.max(0, hi)))} per request.`;
    case "undecided": {
      const found = isUnbounded(side)
        ? `${much} per request in ${counted(n, "round")}`
        : `between ${bytesWords(lo)} and ${bytesWords(hi)} per request`;
      const noise = `less than ${bytesWords(Math.ceil(margin))} is noise`;
      return `Not enough data to tell whether ${name} keeps growing: ${found}, where ${noise}.`;
    }
  }
}

/** Returns what a request leaves behind: `318 B`, `none`, or both bounds if that is not certain. */
export function leftWords(side: GrowthSide): string {
  const { verdict, perResponse, lo, hi } = side;
  if (verdict === "grows") return bytesWords(perResponse);
  if (isUnbounded(side)) return `${bytesWords(perResponse)}?`;
  return verdict === "undecided" ? `${bytesWords(lo)} to ${bytesWords(hi)}` : "none";
}

/** A second half with a smaller share of the first half's growth has slowed down. */
const SLOWED = 0.8;

/** Returns `at least 310 B more`, which the outcome of the limit rests on. null if there is too little data. */
export function growthBounds({ difference, gate }: Growth): string | null {
  if (isUnbounded(difference)) return null;
  const { lo, hi } = difference;
  const [least, most] = [bytesWords(lo), bytesWords(hi)];
  if (gate?.outcome === "failed") return `at least ${least} more`;
  if (hi <= 0) return "not more";
  return gate?.outcome === "passed" ? `at most ${most} more` : `${least} to ${most} more`;
}

/** Returns `memory growth +316 B [+310, +322]`. */
export function growthChange(growth: Growth): string {
  const [row] = growthRows({ growth });
  return `${GROWTH_LABEL} ${row?.change} ${row?.interval}`;
}

/** Returns `318 B`, `1.2 kB`. */
export function bytesWords(bytes: number): string {
  const unit = unitOf(bytes);
  return `${inUnit(bytes, unit)} ${unit.name}`;
}

function unitOf(...bytes: readonly number[]): Scale {
  return scaleFor(byteScales, Math.max(...bytes.map(Math.abs)));
}

function inUnit(bytes: number, { size, name }: Scale): string {
  const value = bytes / size;
  const text = value.toFixed(name === "B" || Math.abs(value) >= 99.95 ? 0 : 1);
  return Number(text) === 0 ? "0" : text;
}

function signed(bytes: number, unit: Scale): string {
  const text = inUnit(bytes, unit);
  return text.startsWith("-") ? text : `+${text}`;
}
