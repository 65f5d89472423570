import { groupBy } from "@deadheat/judge/group-by";
import { coreWords } from "./data/costs.ts";
import type { PageData } from "./data/page-data.ts";
import { h, type Element } from "./parts/element.ts";
import {
  headline,
  headlineDetail,
  noiseTile,
  pairsOf,
  type Pairs,
  type Tile,
} from "./first-screen.ts";
import { targetName } from "./parts/marks.ts";

/** Returns the summary for the first ten seconds: the first places, the proven pairs, the noise. */
export function summarySection(data: PageData, scenario: string): Element {
  const { cells, before, after } = headline(data, scenario);
  const kicker = (words: string) => words !== "" && h("span", { class: "kicker" }, words);
  const winners = cells.map((cell) => h("span", { class: "winner" }, targetName(cell)));
  const lead = cells.length === 0 ? before : [kicker(before), winners, kicker(after)];
  const core = coreWords(data, scenario);
  return h(
    "section",
    { class: "summary", "aria-label": "Summary" },
    h(
      "div",
      { class: "lead" },
      h("h1", {}, lead),
      h("p", {}, headlineDetail(data, scenario)),
      core !== "" && h("p", {}, core),
    ),
    pairsTile(pairsOf(data, scenario)),
    tile(noiseTile(data, scenario)),
    [...groupBy(data.warnings, ({ code }) => code).values()].map(alert),
  );
}

/** Returns the numbers of decided, tied and undecided pairs, and their shares as a bar. */
function pairsTile(pairs: Pairs | null): Element {
  if (pairs === null) {
    const detail = "Fewer than two targets are ranked.";
    return tile({ label: "Pairs of targets", figure: "none", detail, alarming: false });
  }
  const { decided, deadHeats, undecided, detail } = pairs;
  const all = decided + deadHeats + undecided;
  const parts = [
    { kind: "decided", count: decided, words: "decided" },
    { kind: "heats", count: deadHeats, words: deadHeats === 1 ? "dead heat" : "dead heats" },
    { kind: "open", count: undecided, words: "undecided" },
  ];
  const counts = parts.map(({ kind, count, words }) =>
    h("li", { class: kind }, h("b", {}, count.toLocaleString("en-US")), ` ${words}`),
  );
  let from = 0;
  const shares = parts.map(({ kind, count }) => {
    const part = h("rect", { class: kind, x: from, width: count, height: 1 });
    from += count;
    return part;
  });
  const box = { viewBox: `0 0 ${all} 1`, preserveAspectRatio: "none", "aria-hidden": "true" };
  return h(
    "div",
    { class: "tile pairs" },
    h("h2", {}, `${all.toLocaleString("en-US")} ${all === 1 ? "pair" : "pairs"} of targets`),
    h("ul", {}, counts),
    h("svg", box, shares),
    h("p", {}, detail),
  );
}

/** Returns the warnings of one kind: the first in full, the others folded. */
function alert([first, ...others]: PageData["warnings"]): Element {
  const id = `more-${first?.code}`;
  const more = h("summary", { id: `${id}-summary` }, `${others.length} more of this kind`);
  const lines = others.map(({ message }) => h("p", {}, message, "."));
  return h(
    "div",
    { class: "alert" },
    h("p", {}, h("b", {}, "Careful: "), first?.message ?? "", "."),
    others.length > 0 && h("details", { id }, more, lines),
  );
}

function tile({ label, figure, detail, alarming }: Tile): Element {
  return h(
    "div",
    { class: alarming ? "tile alarming" : "tile" },
    h("h2", {}, label),
    h("p", { class: "figure" }, figure),
    h("p", {}, detail),
  );
}
