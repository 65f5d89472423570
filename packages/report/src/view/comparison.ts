import { formatInterval, formatRatio } from "../format.ts";
import type { Cell, Interval, PageData } from "./data/page-data.ts";
import { h, type Child, type Element } from "./parts/element.ts";
import { mark, targetName } from "./parts/marks.ts";
import { verdictOf, type Verdict } from "./data/pairs.ts";
import { relativeTo } from "./data/ratios.ts";
import { scaleOf, span } from "./parts/scale.ts";
import { blocksWords, cellsOf, comparisonWords } from "./words.ts";

/** Two targets in every scenario: ratio, interval, and the verdict as a sentence. */
export function comparisonTable(data: PageData, a: string, b: string, scenario: string): Child {
  const pairs = data.scenarios.flatMap(({ name }) => {
    const cells = cellsOf(data, name);
    const [own, other] = [a, b].map((target) => cells.find((cell) => cell.target === target));
    const ratio = own && other && relativeTo(own, other, data);
    return own && other && ratio
      ? [{ name, own, ratio, verdict: verdictOf(own, other, data) }]
      : [];
  });
  const chosen = pairs.find(({ name }) => name === scenario);
  const scale = scaleOf([1, ...pairs.map(({ ratio }) => ratio.hi)]);
  return [
    a === b
      ? h("p", { class: "sentence" }, "That is one and the same target: choose two.")
      : chosen
        ? h(
            "p",
            { class: "sentence", role: "status" },
            comparisonWords(a, b, chosen.ratio, chosen.verdict, data),
          )
        : h("p", { class: "sentence", role: "status" }, `Not both were measured with ${scenario}.`),
    pairs.length === 0 || a === b
      ? null
      : h(
          "div",
          { class: "scroll" },
          h(
            "table",
            { class: "plain comparison" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["scenario", "interval", `${a} / ${b}`, "95 %", `${a} is`].map((text) =>
                  h("th", { scope: "col" }, text),
                ),
              ),
            ),
            h(
              "tbody",
              {},
              pairs.map(({ name, own, ratio, verdict }) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, name),
                  h("td", { class: "bar" }, ratioBar(own, ratio, scale.at)),
                  h("td", {}, formatRatio(ratio.ratio)),
                  h("td", {}, formatInterval(ratio)),
                  h("td", {}, verdictWords(verdict)),
                ),
              ),
            ),
          ),
        ),
    chosen?.ratio.across === true
      ? h(
          "p",
          { class: "hint" },
          "They are of different runtimes: their ratio goes over the bridge between the two floors, and is as uncertain as that.",
        )
      : null,
    a === b
      ? null
      : h(
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

/** A cell's races, one by one, with the CPU time of both servers. */
export function blocksTable(cell: Cell, reference: string): Element {
  const side = (good: number, cpu: number) => [
    h("td", {}, good.toLocaleString("en-US")),
    h("td", {}, `${cpu.toFixed(3)} s`),
    h("td", {}, `${((1e6 * cpu) / good).toFixed(2)} µs`),
  ];
  return h(
    "table",
    { class: "plain blocks" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", { colspan: 2 }),
        h(
          "th",
          { colspan: 3, scope: "colgroup" },
          targetName(cell.target, cell.framework, cell.runtime),
        ),
        h("th", { colspan: 3, scope: "colgroup" }, reference),
        h("td", { colspan: 3 }),
      ),
      h(
        "tr",
        {},
        [
          "race",
          "at",
          "answers",
          "CPU",
          "each",
          "answers",
          "CPU",
          "each",
          "ratio",
          "generator",
          "others",
        ].map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      cell.blocks.map((block, i) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, block.further ? `${i + 1} (further)` : i + 1),
          h("td", {}, `${Math.floor(block.at / 60)} min`),
          side(block.good, block.cpu),
          side(block.referenceGood, block.referenceCpu),
          h(
            "td",
            {},
            formatRatio(block.good / block.cpu / (block.referenceGood / block.referenceCpu)),
          ),
          h("td", {}, share(block.generatorBusy)),
          h("td", {}, share(block.foreign)),
        ),
      ),
    ),
  );
}

function share(value: number | null): string {
  return value === null ? "" : `${Math.round(100 * value)} %`;
}
