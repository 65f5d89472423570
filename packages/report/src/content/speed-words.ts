import { isKnown } from "../format.ts";

/** A ratio of CPU time per request, new over base, with its interval; null if the interval is unknown. */
export interface Speed {
  readonly ratio: number;
  readonly lo: number | null;
  readonly hi: number | null;
}

/** Returns `5.4 % slower` or `0.2 % faster`. */
export function speedWords({ ratio }: Pick<Speed, "ratio">): string {
  return `${tenths(Math.abs(ratio - 1))} % ${ratio > 1 ? "slower" : "faster"}`;
}

/**
 * Returns `[4.7, 6.0]`, in percent; empty if the interval is unknown.
 * @param faster true to count how much faster the new server is, false to count how much slower it is
 */
export function speedInterval({ ratio, lo, hi }: Speed, faster = ratio < 1): string {
  if (lo === null || hi === null) return "";
  if (!isKnown({ lo, hi })) return "[?, ?]";
  const [least, most] = faster ? [1 - hi, 1 - lo] : [lo - 1, hi - 1];
  return `[${tenths(least)}, ${tenths(most)}]`;
}

function tenths(share: number): string {
  return (100 * share).toFixed(1).replace(/^-(0\.0)$/, "$1");
}
