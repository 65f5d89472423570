import { metricNames, type MetricName, type Limits, type LimitName } from "@deadheat/judge";

// With more digits than these, a number could become 0, 100% or Infinity.

/** A percentage above 0% and below 100%: `5%`, `0.5 %`. */
const SHARE = String.raw`(?!0*(?:\.0*)?\s?%)\d{1,2}(?:\.\d{1,6})?\s?%`;
export const PERCENT = new RegExp(`^${SHARE}$`);

/** Other names of metrics on the command line and in a configuration. */
const OTHER: Readonly<Record<string, MetricName>> = {
  p50: "latency-p50",
  p99: "latency-p99",
  startup: "start",
};
const NAMES = [...metricNames, ...Object.keys(OTHER)].toSorted((a, b) => b.length - a.length);
/** Bytes above zero: `100B`, `0.5 kB`, `1MB`. */
const BYTES = String.raw`(?!0*(?:\.0*)?\s?[BkM])\d{1,6}(?:\.\d{1,6})?\s?(?:B|kB|MB)`;
const LIMIT = `(?:memory-growth:\\s?${BYTES}|(?:${NAMES.join("|")}):\\s?${SHARE})`;

/** A percentage, which is that of `cpu`, or limits by metric: `5%`, `cpu:5%,memory-peak:10%,memory-growth:100B`. */
export const GATE = new RegExp(`^(?:${SHARE}|${LIMIT}(?:,\\s?${LIMIT}){0,20})$`);

/** A time above zero: `90s`, `1.5m`, `2h`. */
export const DURATION = /^(?!0*(?:\.0*)?[smh])\d{1,6}(?:\.\d{1,6})?[smh]$/;

export function shareOf(text: string): number | null {
  return PERCENT.test(text) ? Number.parseFloat(text) / 100 : null;
}

export function secondsOf(text: string): number | null {
  if (!DURATION.test(text)) return null;
  return Number.parseFloat(text) * { s: 1, m: 60, h: 3600 }[text.slice(-1) as "s" | "m" | "h"];
}

/** Returns the limits of a gate; null if the text is none. If it names a metric twice, the smaller limit counts. */
export function limitsFrom(text: string): Limits | null {
  if (!GATE.test(text)) return null;
  const limits: Limits = {};
  for (const part of text.split(",")) {
    const [name, share] = part.includes(":")
      ? (part.split(":") as [string, string])
      : ["cpu", part];
    const metric = limitNamed(name.trim());
    const limit = metric === "memory-growth" ? bytesOf(share) : Number.parseFloat(share) / 100;
    limits[metric] = Math.min(limits[metric] ?? Infinity, limit);
  }
  return limits;
}

function limitNamed(name: string): LimitName {
  return name === "memory-growth" ? name : (metricNamed(name) ?? "cpu");
}

/** Returns bytes; 1 kB is 1,000. */
function bytesOf(text: string): number {
  const unit = /kB|MB/.exec(text)?.[0] as "kB" | "MB" | undefined;
  return Number.parseFloat(text) * (unit === undefined ? 1 : { kB: 1e3, MB: 1e6 }[unit]);
}

export function metricNamed(name: string): MetricName | null {
  return (
    (Object.hasOwn(OTHER, name) ? OTHER[name] : null) ??
    metricNames.find((one) => one === name) ??
    null
  );
}
