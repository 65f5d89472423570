import { changeWords } from "../../content/metrics.ts";
import { roundStep, type Scale } from "./scale.ts";

/** Returns an axis of changes that holds these ratios, and 1. It is logarithmic. */
export function changeScale(ends: readonly number[]): Scale {
  const logs = [0, ...ends].filter(Number.isFinite).map((end) => (end === 0 ? 0 : Math.log(end)));
  const [first, last] = [Math.min(...logs), Math.max(...logs)];
  const pad = 0.06 * (last - first || 0.1);
  const [from, to] = [first - pad, last + pad];
  const at = (ratio: number) => {
    const place = (Math.log(ratio) - from) / (to - from);
    return `${Number((100 * Math.min(1, Math.max(0, place))).toFixed(2))}%`;
  };
  return { ticks: ticksOf(Math.exp(from), Math.exp(to)), at };
}

/** Returns round changes, 0 among them, as ratios. */
function ticksOf(from: number, to: number): number[] {
  const step = roundStep((to - from) / 6);
  const first = Math.ceil((from - 1) / step);
  const count = Math.floor((to - 1) / step) - first + 1;
  return Array.from({ length: count }, (_, i) => 1 + (first + i) * step);
}

/** Returns `+10 %`, as short as a tick may be. */
export function tickWords(ratio: number): string {
  if (Math.abs(ratio - 1) < 1e-9) return "0";
  return changeWords(ratio).replace(".0 %", " %");
}
