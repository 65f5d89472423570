import { halfWidth } from "@deadheat/stats";
import type { Cell, Result } from "@deadheat/judge";
import { marginWords } from "@deadheat/judge/known";
import { costSentence } from "../content/ranking.ts";
import { asSentence, formatPercent, formatRatio } from "../format.ts";
import { headline, headlineDetail } from "./headline.ts";
import { alert, folded, h, html, p, type Child, type Element } from "./parts/element.ts";
import { roundsWords, bridgeNoise } from "./words.ts";

/** Returns the summary for the first ten seconds: the first places, the pairs, the noise. */
export function summarySection(result: Result, scenario: string, ranked: readonly Cell[]): Child {
  return html`<section class="summary" aria-label="Summary">
    <div class="lead">
      <h1>${headline(ranked)}</h1>
      <p>${headlineDetail(ranked)}</p>
      <p>${costSentence(result, scenario)}</p>
    </div>
    ${pairsTile(result, scenario)} ${noiseTile(result, scenario)}
    ${[...Map.groupBy(result.warnings, ({ code }) => code).values()].map(alerts)}
  </section>`;
}

/** Returns the numbers of decided, tied and undecided pairs, and their shares as a bar. */
function pairsTile({ differences, margin }: Result, scenario: string): Child {
  const found = differences.find((difference) => difference.scenario === scenario);
  if (found === undefined || found.pairs === 0) {
    return tile("Pairs of targets", "none", "Fewer than two targets are ranked.");
  }
  const { pairs, decided, ties, undecided } = found;
  const tied = ties.length;
  const parts = [
    { kind: "decided", count: decided, words: "decided" },
    { kind: "ties", count: tied, words: tied === 1 ? "tie" : "ties" },
    { kind: "open", count: undecided.length, words: "undecided" },
  ];
  const counts = parts.map(
    ({ kind, count, words }) =>
      html`<li class="${kind}"><b>${count.toLocaleString("en-US")}</b> ${words}</li>`,
  );
  let from = 0;
  const shares = parts.map(({ kind, count: width }) => {
    const part = h("rect", { class: kind, x: from, width, height: 1 });
    from += width;
    return part;
  });
  const box = { viewBox: `0 0 ${pairs} 1`, preserveAspectRatio: "none", "aria-hidden": "true" };
  const [nearest] = undecided
    .flatMap(({ targets, rounds }) => (rounds === null ? [] : [{ targets, rounds }]))
    .toSorted((x, y) => x.rounds - y.rounds);
  const near =
    nearest &&
    ` Closest to a verdict: ${nearest.targets.join(" and ")}, with ${roundsWords(nearest.rounds)}.`;
  return html`<div class="tile pairs">
    <h2>${pairs.toLocaleString("en-US")} ${pairs === 1 ? "pair" : "pairs"} of targets</h2>
    <ul>
      ${counts}
    </ul>
    ${h("svg", box, shares)}
    <p>
      Decided: one of the two is faster, at 95 %, corrected for all pairs at once. Tie: the two are
      proven to be equal within ${marginWords(margin)}.${near ?? ""}
    </p>
  </div>`;
}

/** Returns the ratio of a server to itself, which shows how far the machine's noise alone moves a ratio. */
function noiseTile(result: Result, scenario: string): Child {
  const { noise, floors } = result;
  const { aa } = noise;
  const label = `${aa?.rounds[0]?.new ?? floors.node} against itself`;
  if (aa === null) {
    const detail = "The noise of this run was not measured. Trust only large differences.";
    return tile(label, "not measured", detail, "alarming");
  }
  const found =
    `In ${aa.n} rounds the ratio came out as ${formatRatio(aa.ratio)} (${formatRatio(aa.lo)} to ` +
    `${formatRatio(aa.hi)}); the true ratio is 1.`;
  if (aa.lo > 1 || aa.hi < 1) {
    const detail = `${found} Do not trust small differences in this run.`;
    return tile(label, "differs from itself", detail, "alarming");
  }
  return tile(label, `± ${formatPercent(halfWidth(aa))}`, found + bridgeNoise(result, scenario));
}

function tile(label: string, value: string, detail: string, kind = ""): Child {
  return html`<div class="tile ${kind}">
    <h2>${label}</h2>
    <p class="value">${value}</p>
    <p>${detail}</p>
  </div>`;
}

/** Returns the warnings of one kind: the first in full, the others folded. */
function alerts([first, ...others]: Result["warnings"]): Element {
  const lines = others.map(({ message }) => p(asSentence(message)));
  return alert(
    first?.message ?? "",
    others.length > 0 && folded(`${others.length} more of this kind`, lines),
  );
}
