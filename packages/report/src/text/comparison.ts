import { type Comparison, slowdownAt, budgetWords } from "@deadheat/judge";
import { formatHalfWidth, formatInterval, formatRatio } from "../format.ts";
import { namesOf, versionWords, type Names } from "./comparison-names.ts";

/**
 * A comparison in sentences, the first one about the new server.
 * @param together how many comparisons share a budget that is given
 */
export function renderComparison(comparison: Comparison, together = 1): string {
  const { ratio, lo, hi, n, p, signFlipP, equivalenceP, confidence, margin } = comparison;
  const names = namesOf(comparison);
  const tests = [
    `p ${formatP(p)} (t)`,
    ...(signFlipP === null ? [] : [`p ${formatP(signFlipP)} (sign flip)`]),
    `p ${formatP(equivalenceP)} (tie within ${share(margin)})`,
  ];
  return [
    `${verdictWords(comparison, names)} (${comparison.scenario}).`,
    ...openLines(comparison, together),
    `ratio ${formatRatio(ratio)} of ${unitWords(comparison)}, ${share(confidence)} interval ` +
      `${formatInterval({ lo, hi })} (${formatHalfWidth({ ratio, lo, hi })}), n = ${n}, ${tests.join(", ")}; ` +
      boundWords(comparison, names),
    ...gateLines(comparison, names, together),
    ...untilLines(comparison, together),
    ...versionLines(comparison, names),
    ...comparison.warnings.map((warning) => `! ${warning.message}`),
    `blocks: ${comparison.journal}`,
    "",
  ].join("\n");
}

function verdictWords(comparison: Comparison, { a, b, on }: Names): string {
  const { ratio, lo, hi, verdict, equivalenceP } = comparison;
  const margin = share(comparison.margin);
  const near = equivalenceP < 0.05 ? `, within the margin of ${margin}` : "";
  const between = (from: number, to: number) => `[${percent(from)}, ${percent(to)}]${near}`;
  return {
    faster: `${b} is ${percent(ratio - 1)} faster than ${a}${on} ${between(lo - 1, hi - 1)}`,
    slower: `${b} is ${percent(1 - ratio)} slower than ${a}${on} ${between(1 - hi, 1 - lo)}`,
    "dead-heat": `dead heat: ${b} and ${a} are within ${margin} of each other${on}`,
    undecided:
      `undecided: neither that ${b} and ${a} differ nor that they are within ${margin} of each other is ` +
      `proven${on}`,
  }[verdict];
}

function openLines(comparison: Comparison, together: number): string[] {
  if (comparison.verdict !== "undecided" || isCold(comparison)) return [];
  return [moreWords(comparison.moreBlocks, comparison, together)];
}

/** Returns how many more blocks would probably decide the comparison. */
function moreWords(more: number | null, { n, blockSeconds }: Comparison, together: number): string {
  if (more === null) return "More than 10,000 blocks would probably be needed to decide it.";
  const budget = budgetWords((n + more) * blockSeconds * together);
  return `About ${more} more block${more === 1 ? "" : "s"} would probably decide it: --budget ${budget}.`;
}

function gateLines(comparison: Comparison, { a, b }: Names, together: number): string[] {
  const { gate, confidence, lo, hi } = comparison;
  if (gate === null) return [];
  const limit = share(gate.limit);
  const worst = slowdownAt(lo);
  // Rounded so that what is said is not more than what is known.
  const excluded = `a slowdown of more than ${(Math.ceil(1000 * worst) / 10).toFixed(1)} % is excluded`;
  const least = (Math.floor(1000 * slowdownAt(hi)) / 10).toFixed(1);
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
    `gate ${limit} ${found}.${open ? ` ${moreWords(gate.moreBlocks, comparison, together)}` : ""}`,
    ...(confidence > 0.95
      ? [
          `The interval is one of ${share(confidence)} so that those of all looks hold at once with 95 %.`,
        ]
      : []),
  ];
}

function untilLines({ until, n, blockSeconds }: Comparison, together: number): string[] {
  if (until === null) return [];
  const width = `± ${share(until.halfWidth)}`;
  if (until.reached) return [`until ${width}: reached with ${n} blocks.`];
  return [
    `until ${width}: not reached. The spread of the first blocks asks for ${until.needed} in all ` +
      `(--budget ${budgetWords(until.needed * blockSeconds * together)}), and the budget held ${n}: the interval is wider, ` +
      "and holds.",
  ];
}

/** Nothing where the sentences have said it, nor of a server of which only its answers are known. */
function versionLines({ a, b, versions }: Comparison, names: Names): string[] {
  if (names.b !== b) return [];
  const known = [
    ...(versions.a.runtimeName === null ? [] : [`${a} is ${versionWords(a, versions.a)}`]),
    ...(versions.b.runtimeName === null ? [] : [`${b} is ${versionWords(b, versions.b)}`]),
  ];
  return known.length === 0 ? [] : [`${[...new Set(known)].join("; ")}.`];
}

function boundWords({ bound }: Comparison, { a, b }: Names): string {
  return bound.a === bound.b ? `both ${bound.a}` : `${a} ${bound.a}, ${b} ${bound.b}`;
}

/** A server that ran already may be one whose CPU time cannot be read. */
function unitWords(comparison: Comparison): string {
  return `responses per ${isWarned(comparison, "requests-per-second-only") ? "second" : "CPU-second"}`;
}

function isCold(comparison: Comparison): boolean {
  return isWarned(comparison, "cold");
}

function isWarned({ warnings }: Comparison, of: string): boolean {
  return warnings.some(({ code }) => code === of);
}

/** `99.2 %`, `5 %`: as many digits as it has. */
function share(of: number): string {
  return `${Number((100 * of).toPrecision(6))} %`;
}

/** `22.5 %`. */
function percent(of: number): string {
  return `${(100 * of).toFixed(1)} %`;
}

function formatP(p: number): string {
  return p < 0.0001 ? "< 0.0001" : `= ${p.toFixed(4)}`;
}
