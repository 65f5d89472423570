import { type Comparison, type Versions, slowdownAt, budgetWords } from "@deadheat/judge";
import { runtimeOf } from "@deadheat/journal";
import { formatHalfWidth, formatInterval, formatRatio } from "../format.ts";

/** A comparison in sentences. */
export function renderComparison(comparison: Comparison): string {
  const { ratio, lo, hi, n, p, signFlipP, equivalenceP, confidence, margin } = comparison;
  const tests = [
    `p ${formatP(p)} (t)`,
    ...(signFlipP === null ? [] : [`p ${formatP(signFlipP)} (sign flip)`]),
    `p ${formatP(equivalenceP)} (tie within ${share(margin)})`,
  ];
  return [
    `${verdictWords(comparison)} (${comparison.scenario}).`,
    ...openLines(comparison),
    `ratio ${formatRatio(ratio)}, ${share(confidence)} interval ${formatInterval({ lo, hi })} ` +
      `(${formatHalfWidth({ ratio, lo, hi })}), n = ${n}, ${tests.join(", ")}; ${boundWords(comparison)}`,
    ...gateLines(comparison),
    ...untilLines(comparison),
    versionsLine(comparison),
    ...comparison.warnings.map((warning) => `! ${warning.message}`),
    `blocks: ${comparison.journal}`,
    "",
  ].join("\n");
}

function verdictWords({ a, b, ratio, verdict, margin, equivalenceP }: Comparison): string {
  const percent = Math.abs(100 * (ratio - 1)).toFixed(1);
  const near = equivalenceP < 0.05 ? `, within the margin of ${share(margin)}` : "";
  return {
    faster: `${a} is faster than ${b}: ${percent} % more requests per CPU-second${near}`,
    slower: `${a} is slower than ${b}: ${percent} % fewer requests per CPU-second${near}`,
    "dead-heat": `dead heat: ${a} and ${b} are within ${share(margin)} of each other`,
    undecided: `undecided: neither that ${a} and ${b} differ nor that they are within ${share(margin)} of each other is proven`,
  }[verdict];
}

function openLines(comparison: Comparison): string[] {
  if (comparison.verdict !== "undecided" || isCold(comparison)) return [];
  return [moreWords(comparison.moreBlocks, comparison)];
}

/** What it would take. */
function moreWords(more: number | null, { n, blockSeconds }: Comparison): string {
  if (more === null) return "More than 10,000 blocks would probably be needed to decide it.";
  const budget = budgetWords((n + more) * blockSeconds);
  return `About ${more} more block${more === 1 ? "" : "s"} would probably decide it: --budget ${budget}.`;
}

function gateLines(comparison: Comparison): string[] {
  const { a, b, gate, confidence, lo, hi } = comparison;
  if (gate === null) return [];
  const limit = share(gate.limit);
  const worst = slowdownAt(hi);
  // Rounded so that what is said is not more than what is known.
  const excluded = `a slowdown of more than ${(Math.ceil(1000 * worst) / 10).toFixed(1)} % is excluded`;
  const least = (Math.floor(1000 * slowdownAt(lo)) / 10).toFixed(1);
  const found = {
    passed:
      worst <= 0
        ? `passed: ${b} is not slower than ${a} at all`
        : `passed: ${b} is not slower than ${a} by more than ${limit}; ${excluded}`,
    failed: `failed: ${b} is slower than ${a} by more than ${limit}, at least by ${least} %`,
    undecided: `undecided: whether ${b} is slower than ${a} by more than ${limit} is not known; ${excluded}`,
  }[gate.outcome];
  const open = gate.outcome === "undecided" && !isCold(comparison);
  return [
    `gate ${limit} ${found}.${open ? ` ${moreWords(gate.moreBlocks, comparison)}` : ""}`,
    ...(confidence > 0.95
      ? [
          `The interval is one of ${share(confidence)} so that those of all looks hold at once with 95 %.`,
        ]
      : []),
  ];
}

function untilLines({ until, n, blockSeconds }: Comparison): string[] {
  if (until === null) return [];
  const width = `± ${share(until.halfWidth)}`;
  if (until.reached) return [`until ${width}: reached with ${n} blocks.`];
  return [
    `until ${width}: not reached. The spread of the first blocks asks for ${until.needed} in all ` +
      `(--budget ${budgetWords(until.needed * blockSeconds)}), and the budget held ${n}: the interval is wider, ` +
      "and holds.",
  ];
}

function versionsLine({ a, b, versions }: Comparison): string {
  const [one, other] = [
    `${a} is ${versionWords(a, versions.a)}`,
    `${b} is ${versionWords(b, versions.b)}`,
  ];
  return a === b ? `${one}.` : `${one}; ${other}.`;
}

/** `express 5.3.0 on node 26.10.0`. */
function versionWords(name: string, { framework, runtime }: Versions): string {
  const on = `${runtimeOf(name)} ${runtime}`;
  return framework === null ? on : `${name.split("/")[0]} ${framework} on ${on}`;
}

function boundWords({ a, b, bound }: Comparison): string {
  return bound.a === bound.b ? `both ${bound.a}` : `${a} ${bound.a}, ${b} ${bound.b}`;
}

function isCold({ warnings }: Comparison): boolean {
  return warnings.some(({ code }) => code === "cold");
}

/** `99.2 %`, `5 %`: as many digits as it has. */
function share(of: number): string {
  return `${Number((100 * of).toPrecision(6))} %`;
}

function formatP(p: number): string {
  return p < 0.0001 ? "< 0.0001" : `= ${p.toFixed(4)}`;
}
