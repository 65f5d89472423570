import type { Comparison } from "@deadheat/judge";
import { leastSlowdown, mostSlowdown, share } from "../content/comparison-words.ts";
import { formatInterval, formatRatio } from "../format.ts";

/** `at most 1.5 % slower, gate 5 %, ratio 0.998 [0.985, 1.011]`: the numbers behind a gate's outcome. */
export function outcomeWords(comparison: Comparison): string {
  const limit = comparison.gate === null ? "" : `, gate ${share(comparison.gate.limit)}`;
  return `${slowdownWords(comparison)}${limit}, ${ratioWords(comparison)}`;
}

/** `ratio 0.998 [0.985, 1.011]`. */
export function ratioWords(comparison: Comparison): string {
  return `ratio ${formatRatio(comparison.ratio)} ${formatInterval(comparison)}`;
}

function slowdownWords(comparison: Comparison): string {
  const [least, most] = [leastSlowdown(comparison), mostSlowdown(comparison)];
  if (most <= 0) return "not slower";
  const words = { passed: "at most", failed: "at least", undecided: "up to" };
  const outcome = comparison.gate?.outcome ?? "undecided";
  if (outcome === "undecided" && least > 0) {
    return `${least.toFixed(1)} % to ${most.toFixed(1)} % slower`;
  }
  const shown = outcome === "failed" ? least : most;
  return `${words[outcome]} ${shown.toFixed(1)} % slower`;
}
