import { marginWords } from "@deadheat/judge/known";
import { formatInterval, formatPercent, formatRatio } from "../format.ts";
import { cellsOf, type Cell, type Interval, type PageData } from "./data/page-data.ts";
import { verdictOf, type Verdict } from "./data/pairs.ts";
import { relativeTo } from "./data/ratios.ts";
import { h, type Child, type Element } from "./parts/element.ts";
import { mark } from "./parts/marks.ts";
import { scaleOf, span } from "./parts/scale.ts";
import { namedRow, table } from "./parts/table.ts";
import { blocksWords } from "./words.ts";

/** Two targets in every scenario: ratio, interval, and the verdict as a sentence. */
export function comparisonTable(data: PageData, a: string, b: string, scenario: string): Child {
  if (a === b) {
    return h("p", { class: "sentence" }, "That is one and the same target: choose two.");
  }
  const pairs = data.scenarios.flatMap(({ name }) => {
    const cells = cellsOf(data, name);
    const [own, other] = [a, b].map((target) => cells.find((cell) => cell.target === target));
    const ratio = own && other && relativeTo(own, other, data);
    return own && other && ratio
      ? [{ name, own, ratio, verdict: verdictOf(own, other, data) }]
      : [];
  });
  const chosen = pairs.find(({ name }) => name === scenario);
  const { at } = scaleOf([1, ...pairs.map(({ ratio }) => ratio.hi)]);
  const head = ["scenario", "interval", `${a} / ${b}`, "95 %", `${a} is`];
  const rows = pairs.map(({ name, own, ratio, verdict }) => {
    const bar = h("td", { class: "bar" }, ratioBar(own, ratio, at));
    return namedRow(
      name,
      [formatRatio(ratio.ratio), formatInterval(ratio), verdictWords(verdict)],
      bar,
    );
  });
  const sentence = chosen
    ? comparisonWords(a, b, chosen.ratio, chosen.verdict, data)
    : `Not both were measured with ${scenario}.`;
  const across =
    "They are of different runtimes: their ratio goes over the bridge between the two floors, and is as uncertain as that.";
  return [
    h("p", { class: "sentence", role: "status" }, sentence),
    rows.length > 0 && h("div", { class: "scroll" }, table(head, rows, "plain comparison")),
    chosen?.ratio.across === true && h("p", { class: "hint" }, across),
    h(
      "p",
      { class: "hint" },
      "Both raced their floor, not each other. To let them race each other: ",
      h("code", {}, `pnpm bench compare ${a} ${b}`),
    ),
  ];
}

function verdictWords(verdict: Verdict | null): string {
  if (verdict === null) return "no verdict";
  const { word, blocks } = verdict;
  return blocks === null ? word : `${word}; ${blocksWords(blocks)}`;
}

function ratioBar(cell: Cell, { ratio, lo, hi }: Interval, at: (value: number) => string): Element {
  return h(
    "svg",
    { class: cell.runtime, "aria-hidden": "true" },
    h("line", { class: "one", x1: at(1), x2: at(1), y2: "100%" }),
    span("inner", lo, hi, at),
    mark(cell.runtime, at(ratio)),
  );
}

/** The answer to "is a faster than b", in a sentence. */
export function comparisonWords(
  a: string,
  b: string,
  ratio: Interval,
  verdict: Verdict | null,
  data: PageData,
): string {
  const interval = `${a} / ${b} = ${formatRatio(ratio.ratio)} ${formatInterval(ratio)}`;
  switch (verdict?.word) {
    case undefined:
      return `No verdict: one of the two has no rank (${interval}).`;
    case "faster":
    case "slower": {
      const percent = formatPercent(Math.abs(ratio.ratio - 1));
      const requests = `${percent} ${verdict.word === "faster" ? "more" : "fewer"} requests`;
      return `${a} is ${verdict.word} than ${b}: it serves ${requests} from the same CPU time (${interval}).`;
    }
    case "dead heat":
      return `Dead heat: ${a} and ${b} are proven to be equal within ${marginWords(data.margin)} (${interval}).`;
    case "undecided":
      return (
        `Undecided: neither a difference between ${a} and ${b} nor a dead heat within ${marginWords(data.margin)} is proven ` +
        `(${interval}). ${takesWords(verdict.blocks)}`
      );
  }
}

function takesWords(blocks: number | null): string {
  return blocks === null
    ? "More blocks alone would hardly decide it."
    : `It would probably take ${blocksWords(blocks)}.`;
}
