// With more digits than these, a number could become 0, 100% or Infinity.

/** A percentage above 0% and below 100%: `5%`, `0.5 %`. */
export const PERCENT = /^(?!0*(?:\.0*)?\s?%)\d{1,2}(?:\.\d{1,6})?\s?%$/;

/** A time above zero: `90s`, `1.5m`, `2h`. */
export const DURATION = /^(?!0*(?:\.0*)?[smh])\d{1,6}(?:\.\d{1,6})?[smh]$/;

/** Returns a percentage as a share of 1; null if the text is not a percentage. */
export function shareOf(text: string): number | null {
  return PERCENT.test(text) ? Number.parseFloat(text) / 100 : null;
}

/** Returns a time in seconds; null if the text is not a time. */
export function secondsOf(text: string): number | null {
  if (!DURATION.test(text)) return null;
  return Number.parseFloat(text) * { s: 1, m: 60, h: 3600 }[text.slice(-1) as "s" | "m" | "h"];
}
