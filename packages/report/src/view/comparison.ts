import { marginWords } from "@deadheat/judge/known";
import { left, right } from "../content/section.ts";
import { formatInterval, formatPercent, formatRatio } from "../format.ts";
import { cellsOf, type Interval, type PageData } from "./data/page-data.ts";
import { verdictOf, type Verdict } from "./data/pairs.ts";
import { relativeTo } from "./data/ratios.ts";
import { h, type Child } from "./parts/element.ts";
import { plotTable } from "./parts/plot.ts";
import { blocksWords } from "./words.ts";

/** Returns the comparison of two targets in every scenario: ratio, interval, and the verdict as a sentence. */
export function comparisonTable(data: PageData, a: string, b: string, scenario: string): Child {
  if (a === b) {
    return h("p", { class: "sentence" }, "Both are the same target. Choose two.");
  }
  const pairs = data.scenarios.flatMap(({ name }) => {
    const cells = cellsOf(data, name);
    const [own, other] = [a, b].map((target) => cells.find((cell) => cell.target === target));
    const ratio = own && other && relativeTo(own, other, data);
    return ratio
      ? [{ name, runtime: own.runtime, ratio, verdict: verdictOf(own, other, data) }]
      : [];
  });
  const chosen = pairs.find(({ name }) => name === scenario);
  const sentence = chosen
    ? comparisonWords(a, b, chosen.ratio, chosen.verdict, data)
    : `${a} and ${b} were not both measured in ${scenario}.`;
  const across =
    "The two targets are of different runtimes. Their ratio goes over the bridge between the two floors, and is as uncertain as the bridge.";
  return [
    h("p", { class: "sentence", role: "status" }, sentence),
    pairs.length > 0 &&
      plotTable({
        label: `${a} and ${b} by scenario`,
        rows: pairs,
        name: ["scenario", ({ name }) => name],
        drawn: [
          {
            name: "95 % interval",
            of: ({ runtime, ratio: { ratio, lo, hi } }) => [{ runtime, at: ratio, lo, hi }],
            format: String,
            one: true,
          },
        ],
        columns: [
          [right(`${a} / ${b}`), ({ ratio }) => formatRatio(ratio.ratio)],
          [left("95 %"), ({ ratio }) => formatInterval(ratio)],
          [left(`${a} is`), ({ verdict }) => verdictWords(verdict)],
        ],
        kind: "comparison",
      }),
    chosen?.ratio.across === true && h("p", { class: "hint" }, across),
    h(
      "p",
      { class: "hint" },
      "Each target raced its floor, not the other target. To let the two race each other: ",
      h("code", {}, `pnpm bench compare ${a} ${b}`),
    ),
  ];
}

function verdictWords(verdict: Verdict | null): string {
  if (verdict === null) return "no verdict";
  const { word, blocks } = verdict;
  return blocks === null ? word : `${word}; ${blocksWords(blocks)}`;
}

/** Returns a sentence that says whether `a` is faster than `b`. */
export function comparisonWords(
  a: string,
  b: string,
  ratio: Interval,
  verdict: Verdict | null,
  { margin }: PageData,
): string {
  const interval = `${a} / ${b} = ${formatRatio(ratio.ratio)} ${formatInterval(ratio)}`;
  if (verdict === null) return `No verdict: one of the two has no rank (${interval}).`;
  const { word, blocks } = verdict;
  const within = `within ${marginWords(margin)}`;
  const percent = formatPercent(Math.abs(ratio.ratio - 1));
  const requests = `${percent} ${word === "faster" ? "more" : "fewer"} requests`;
  const change = `${a} is ${word} than ${b}: it serves ${requests} from the same CPU time (${interval}).`;
  const takes =
    blocks === null
      ? "More blocks alone would hardly decide it."
      : `It would probably take ${blocksWords(blocks)}.`;
  return {
    faster: change,
    slower: change,
    "dead heat": `Dead heat: ${a} and ${b} are proven to be equal ${within} (${interval}).`,
    undecided:
      `Undecided: neither a difference between ${a} and ${b} nor a dead heat ${within} is proven ` +
      `(${interval}). ${takes}`,
  }[word];
}
