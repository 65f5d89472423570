import { changeWords } from "../../content/metrics.ts";
import { place, roundTicks, type Scale } from "./scale.ts";

/** Returns an axis of changes that holds these ratios, and 1. It is logarithmic. */
export function changeScale(ends: readonly number[]): Scale {
  const logs = [0, ...ends].filter(Number.isFinite).map((end) => (end === 0 ? 0 : Math.log(end)));
  const [first, last] = [Math.min(...logs), Math.max(...logs)];
  const pad = 0.06 * (last - first || 0.1);
  const [from, to] = [first - pad, last + pad];
  const at = (ratio: number) => place((Math.log(ratio) - from) / (to - from), 2);
  // Round changes, 0 among them.
  const ticks = roundTicks(Math.exp(from) - 1, Math.exp(to) - 1, 6).map((change) => 1 + change);
  return { ticks, at };
}

/** Returns `+10 %`, as short as a tick may be. */
export function tickWords(ratio: number): string {
  if (Math.abs(ratio - 1) < 1e-9) return "0";
  return changeWords(ratio).replace(".0 %", " %");
}
