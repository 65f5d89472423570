import type { Comparison } from "../compare.ts";
import { slowdownAt } from "../gate.ts";
import { formatHalfWidth, formatInterval, formatRatio } from "./format.ts";

/** A comparison in sentences. */
export function renderComparison(comparison: Comparison): string {
  const { a, b, scenario, ratio, lo, hi, n, p, signFlipP, confidence, verdict } = comparison;
  const percent = Math.abs(100 * (ratio - 1)).toFixed(1);
  const words = {
    faster: `${a} is faster than ${b}: ${percent} % more requests per CPU-second`,
    slower: `${a} is slower than ${b}: ${percent} % fewer requests per CPU-second`,
    "dead-heat": `dead heat: no difference between ${a} and ${b} was found`,
  }[verdict];
  const flip = signFlipP === null ? "" : `, p ${formatP(signFlipP)} (sign flip)`;
  return [
    `${words} (${scenario}).`,
    `ratio ${formatRatio(ratio)}, ${share(confidence)} interval ${formatInterval({ lo, hi })} ` +
      `(${formatHalfWidth({ ratio, lo, hi })}), n = ${n}, p ${formatP(p)} (t)${flip}; ` +
      comparison.bound,
    ...gateLines(comparison),
    ...untilLines(comparison),
    ...comparison.warnings.map((warning) => `! ${warning.message}`),
    `blocks: ${comparison.journal}`,
    "",
  ].join("\n");
}

function gateLines({ a, b, gate, confidence, lo, hi }: Comparison): string[] {
  if (gate === null) return [];
  const limit = share(gate.limit);
  const worst = slowdownAt(hi);
  const open =
    worst <= 0
      ? `${b} is not slower at all`
      : `a slowdown of up to ${(100 * worst).toFixed(1)} % is not excluded, so this is no proof that they are equal`;
  const decided = !gate.passed
    ? `failed: ${b} is slower than ${a} by more than ${limit}, at least by ${(100 * slowdownAt(lo)).toFixed(1)} %`
    : worst <= gate.limit
      ? `passed: ${b} is not slower than ${a} by more than ${limit}; ${open}`
      : `passed, undecided: that ${b} is slower than ${a} by more than ${limit} was not shown; ${open}`;
  return [
    `gate ${limit} ${decided}.`,
    `The interval is one of ${share(confidence)} so that those of all looks hold at once with 95 %.`,
  ];
}

function untilLines({ until, n }: Comparison): string[] {
  if (until === null) return [];
  const width = `± ${share(until.halfWidth)}`;
  if (until.reached) return [`until ${width}: reached with ${n} blocks.`];
  return [
    `until ${width}: not reached. The spread of the first blocks asks for ${until.needed} in all, and the ` +
      `budget held ${n}: the interval is wider, and holds.`,
  ];
}

/** `99.2 %`, `5 %`: as many digits as it has. */
function share(of: number): string {
  return `${Number((100 * of).toPrecision(6))} %`;
}

function formatP(p: number): string {
  return p < 0.0001 ? "< 0.0001" : `= ${p.toFixed(4)}`;
}
