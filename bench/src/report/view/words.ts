import { formatDate, formatDuration, formatPercent, formatRatio, halfWidth } from "../format.ts";
import { runtimes, type Cell, type Interval, type PageData, type Scenario } from "./data.ts";
import { runtimeName } from "./marks.ts";
import { bridgeInterval, relativeTo } from "./ratios.ts";

// What the report says in words, without anything that a statistician has to translate.

export function cellsOf(data: PageData, scenario: string): Cell[] {
  return data.cells.filter((cell) => cell.scenario === scenario);
}

/** Targets than which none is significantly faster, the best first. */
export function winners(data: PageData, scenario: string): Cell[] {
  return cellsOf(data, scenario).filter((cell) => cell.rank === 1);
}

/** `Dead heat for first: a, b and c`, or the one that is faster than all others. */
export function headline(data: PageData, scenario: string): string {
  const first = winners(data, scenario);
  const [only, ...others] = first;
  if (!only) return "Nothing could be ranked in this run";
  if (others.length === 0) return `${only.target} is the fastest`;
  return `Dead heat for first place: ${listed(first.map((cell) => cell.target))}`;
}

/** What the headline means, with figures. */
export function headlineDetail(data: PageData, scenario: string): string {
  const cells = cellsOf(data, scenario);
  const first = winners(data, scenario);
  const reference = cells.find((cell) => cell.target === data.floors.node);
  const ratios = first.flatMap((cell) => (reference && relativeTo(cell, reference, data)) ?? []);
  if (ratios.length === 0) return "";
  const [least, most] = [Math.min, Math.max].map((of) => of(...ratios.map(({ ratio }) => ratio)));
  const range =
    formatRatio(least ?? 1) === formatRatio(most ?? 1)
      ? `${formatRatio(least ?? 1)} times`
      : `${formatRatio(least ?? 1)} to ${formatRatio(most ?? 1)} times`;
  const served = `${range} the requests that ${data.floors.node} serves from one second of CPU.`;
  return first.length === 1
    ? `Significantly faster than every other target: ${served}`
    : `Nothing measured is significantly faster than any of them: ${served}`;
}

/** How many of the differences between targets are real. */
export function tieWords({ pairs, significant }: Scenario): { figure: string; detail: string } {
  const ties = pairs - significant;
  return {
    figure: pairs === 0 ? "nothing to compare" : `${ties} of ${pairs} pairs tie`,
    detail:
      pairs === 0
        ? "Fewer than two targets were measured."
        : `The other ${significant} differences are significant: at 95 %, corrected for making ${pairs} ` +
          "comparisons at once. Targets in a dead heat share a band, and may share a rank.",
  };
}

/** The noise floor of the run, as somebody who runs servers would say it. */
export function noiseWords(data: PageData, scenario: string): { figure: string; detail: string } {
  const { noise, floors } = data;
  const { aa, smallestDetectable } = noise;
  if (aa === null) {
    return {
      figure: "not measured",
      detail: "Nothing in this run says how large its own error is: trust only large differences.",
    };
  }
  const raced =
    `${floors.node} raced against itself ${aa.n} times came out as ${formatRatio(aa.ratio)} ` +
    `(${formatRatio(aa.lo)} to ${formatRatio(aa.hi)}); the truth is 1.`;
  const smallest =
    smallestDetectable === null
      ? ""
      : ` Within one runtime, a difference of less than ${formatPercent(smallestDetectable - 1)} would probably go unseen.`;
  const wrong = aa.lo > 1 || aa.hi < 1;
  return {
    figure: wrong ? "a server differs from itself" : `± ${formatPercent(halfWidth(aa))}`,
    detail: wrong
      ? `${raced} Do not trust small differences of this run.`
      : `${raced}${smallest}${bridgeNoise(data, scenario)}`,
  };
}

/** How much less sure a comparison across runtimes is; empty where there is one runtime. */
function bridgeNoise(data: PageData, scenario: string): string {
  const bridges = runtimes.flatMap((runtime) => {
    const bridge = runtime === "node" ? null : bridgeInterval(runtime, scenario, data);
    return bridge ? [`${runtimeName[runtime]} ± ${formatPercent(halfWidth(bridge))}`] : [];
  });
  return bridges.length === 0 ? "" : ` Across runtimes less is seen: ${listed(bridges)} to Node.`;
}

/** Why that is so, beside the ranking. */
export function bridgeWords(data: PageData, scenario: string): string {
  const noise = bridgeNoise(data, scenario);
  if (noise === "") return "";
  return (
    "Every target raced the thinnest server of its own runtime, and those servers raced each other. A " +
    `comparison across runtimes carries the uncertainty of those races as well.${noise}`
  );
}

/** `26 targets on AMD EPYC (2 CPUs), 2026-11-21 11:26 UTC, 174 races in 19 min 19 s`. */
export function runWords(data: PageData): string {
  const { run, cpu, cores } = data;
  const targets = new Set(data.cells.filter((c) => c.rank !== null).map((c) => c.target)).size;
  return (
    `${targets} targets on ${cpu}, ${cores} CPUs · ${formatDate(run.startedAt)} UTC · ` +
    (run.blocks > 0 ? `${run.blocks} races in ${formatDuration(run.seconds)}` : "from the cache")
  );
}

/** The answer to "is a faster than b", in a sentence. */
export function comparisonWords(a: Cell, b: Cell, ratio: Interval, dead: boolean): string {
  const interval = `${formatRatio(ratio.ratio)} [${formatRatio(ratio.lo)}, ${formatRatio(ratio.hi)}]`;
  if (!dead) {
    const faster = ratio.ratio > 1;
    const percent = formatPercent(Math.abs((faster ? ratio.ratio : 1 / ratio.ratio) - 1));
    const [first, second] = faster ? [a, b] : [b, a];
    return (
      `${first.target} is faster than ${second.target}: it serves ${percent} more requests from the ` +
      `same CPU time (${a.target} / ${b.target} = ${interval}).`
    );
  }
  const excludes = ratio.lo > 1 || ratio.hi < 1;
  return (
    `${a.target} and ${b.target} are in a dead heat: ${interval}. ` +
    (excludes
      ? "The interval by itself leaves 1 out, but among so many pairs some do by luck; " +
        `\`pnpm bench compare ${a.target} ${b.target}\` would settle it.`
      : `The true difference is probably below ${formatPercent(Math.max(ratio.hi, 1 / ratio.lo) - 1)}, either way.`)
  );
}

export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
