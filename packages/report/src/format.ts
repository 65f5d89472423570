import type { Rank } from "@deadheat/judge/known";
import { halfWidth, type Ratio } from "@deadheat/stats";

// Formatting. All other code uses base units. A value that was not measured gives an empty text.

type Maybe<T> = T | null | undefined;

/** Returns `2.413`: four digits, which tell neighbours apart. */
export function formatRatio(ratio: Maybe<number>): string {
  return ratio?.toFixed(ratio >= 10 ? 2 : 3) ?? "";
}

/** Bounds that are this many times apart say that nothing is known (judge, rules/precision.ts). */
const UNKNOWN = 1e9;

/** Returns whether an interval of a ratio says anything. That of a single round does not. */
export function isKnown({ lo, hi }: Pick<Ratio, "lo" | "hi">): boolean {
  return hi / lo < UNKNOWN;
}

/** Returns `[0.439, 0.468]`, or `[?, ?]` if nothing is known about the bounds. */
export function formatInterval(of: Maybe<Pick<Ratio, "lo" | "hi">>): string {
  if (of && !isKnown(of)) return "[?, ?]";
  return of ? `[${formatRatio(of.lo)}, ${formatRatio(of.hi)}]` : "";
}

/** Returns `± 1.4 %`, the wider side of an interval relative to its ratio; `± > 999 %` if two rounds lie far apart. */
export function formatHalfWidth(interval: Ratio): string {
  const percent = 100 * halfWidth(interval);
  return percent > 999 ? "± > 999 %" : `± ${percent.toFixed(1)} %`;
}

export function formatPercent(share: Maybe<number>): string {
  return share == null ? "" : `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/** Returns `5 %` or `2.5 %`, with all digits. */
export function formatShare(share: number): string {
  return `${Number((100 * share).toPrecision(4))} %`;
}

/** Formats a rank as `3`, or as `2-5` if several places are possible. */
export function formatRank([from, to]: Rank): string {
  return from === to ? String(from) : `${from}-${to}`;
}

/** Formats a margin as `± 5 %`. */
export function marginWords(margin: number): string {
  return `± ${Number((100 * margin).toPrecision(3))} %`;
}

/** Returns `1 pair`, or `1,081 pairs`. */
export function counted(n: number, what: string): string {
  return `${n.toLocaleString("en-US")} ${what}${n === 1 ? "" : "s"}`;
}

/** Returns `8.1 %`. */
export function formatTenths(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Returns `109,300`: four digits, since a median over a few rounds has no more. */
export function formatCount(count: Maybe<number>): string {
  if (count == null) return "";
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 3);
  return (Math.round(count / step) * step).toLocaleString("en-US");
}

/** Returns `1.24 ms` or `87 µs`: three digits, and never more than were measured. */
export function formatLatency(seconds: Maybe<number>): string {
  if (seconds == null) return "";
  if (seconds >= 0.9995) return `${seconds.toPrecision(3)} s`;
  if (seconds >= 0.0009995) return `${(seconds * 1e3).toPrecision(3)} ms`;
  return `${Math.round(seconds * 1e6)} µs`;
}

/** Returns `9.13 µs`, `104 µs` or `1.24 ms`: three digits of CPU time, which is known to less than a microsecond. */
export function formatCpu(seconds: Maybe<number>): string {
  if (seconds == null) return "";
  if (seconds >= 0.0009995) return formatLatency(seconds);
  if (seconds === 0) return "0 µs";
  const microseconds = 1e6 * seconds;
  return `${microseconds < 0.995 ? microseconds.toFixed(2) : microseconds.toPrecision(3)} µs`;
}

/** Returns `11.4` or `1.11`, in microseconds, with the digits that `like` deserves. */
export function formatMicroseconds(seconds: number, like = seconds): string {
  const size = Math.abs(1e6 * like);
  const digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return (Number((1e6 * seconds).toFixed(digits)) || 0).toFixed(digits);
}

/** Returns a published metric of others with all its digits. */
export function formatPublished(value: Maybe<number>): string {
  return value?.toLocaleString("en-US", { maximumFractionDigits: 20 }) ?? "";
}

/** A unit of a metric, and its size in the base unit. */
export interface Scale {
  readonly size: number;
  readonly name: string;
}

export const byteScales = [
  { size: 1, name: "B" },
  { size: 1e3, name: "kB" },
  { size: 1e6, name: "MB" },
  { size: 1e9, name: "GB" },
] as const satisfies Scale[];

/** Returns the largest unit that leaves a value at 1 or more, rounded; the smallest unit for small values. */
export function scaleFor(
  [smallest, ...others]: readonly [Scale, ...Scale[]],
  value: number,
): Scale {
  return others.findLast(({ size }) => value >= size * 0.9995) ?? smallest;
}

/** Returns `1.2 MB`, with decimal units. */
export function formatBytes(bytes: Maybe<number>): string {
  if (bytes == null) return "";
  const { size, name } = scaleFor(byteScales, bytes);
  const value = bytes / size;
  return `${name === "B" || value >= 99.5 ? Math.round(value) : value.toPrecision(2)} ${name}`;
}

/** Returns `6 min 10 s` or `42 s`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const rest = whole % 60;
  return `${Math.floor(whole / 60)} min${rest === 0 ? "" : ` ${rest} s`}`;
}

/** Returns `2026-11-21 10:12`, in UTC. */
export function formatDate(iso: string): string {
  return iso.slice(0, 16).replace("T", " ");
}

/** Returns a message as a sentence that ends with a period. */
export function asSentence(message: string): string {
  return /[.!?:]$/.test(message) ? message : `${message}.`;
}

/** Quotes a word for a POSIX shell, if it needs quotes. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Returns the items without those that are absent: a condition in front of an item decides whether it appears. */
export function present<T>(items: readonly (T | false | null | undefined)[]): T[] {
  return items.filter((item) => item !== false && item !== null && item !== undefined) as T[];
}

/** Returns the first of many texts: `a, b, and 3 more`. */
export function someOf(texts: readonly string[], most: number, separator = ", "): string {
  const more = texts.length - most;
  return [...texts.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].join(separator);
}

/**
 * Returns text with visible escapes, as in JSON, for characters that a terminal would obey or hide: control characters,
 * marks of direction, line separators. All printed text passes through this function or `printableInColor`.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

// oxlint-disable-next-line no-control-regex -- styleText writes these
const COLOR = /(\u001b\[[\d;]*m)/;

/** Returns printable text that keeps the colours of `styleText`. */
export function printableInColor(text: string): string {
  return text
    .split(COLOR)
    .map((part, i) => (i % 2 === 1 ? part : printable(part)))
    .join("");
}

/** Escapes each UTF-16 unit, so that a JSON text stays valid. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, i) => {
    return `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  }).join("");
}
