import type { Cell, Result } from "@deadheat/judge";
import { formatRank, marginWords } from "@deadheat/judge/known";
import { costTable } from "../content/cost.ts";
import { notesOf, noteWords } from "../content/notes.ts";
import { mainRatio, requestCosts } from "../content/ranking.ts";
import { eachWords, overWords } from "../content/request-cost.ts";
import { openLoopTable, processTable, sweepTable } from "../content/solo.ts";
import { formatInterval, formatRatio } from "../format.ts";
import { metricRankings } from "./metric-ranking.ts";
import { h, hint, html, type Child, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { metricView } from "./parts/plot.ts";
import { pairsTable } from "./pairs.ts";
import { roundsTable } from "./rounds.ts";
import { rankingTable, type RankingTexts } from "./ranking.ts";

/** Returns all tables of a scenario: the ranking by CPU, and below it, folded, all else that was measured. */
export function scenarioSection(
  result: Result,
  scenario: string,
  id: string,
  sentences: readonly string[],
): Element {
  const cells = result.cells.filter((cell) => cell.scenario === scenario);
  const ranked = cells.filter(({ rank }) => rank !== null);
  // Without a ranking these tables are all that the scenario has.
  const open = ranked.length === 0;
  const notes = notesOf(cells);
  return h(
    "article",
    { id },
    h("h2", {}, `Scenario ${scenario}`),
    sentences.map((text) => hint(text)),
    ranked.length > 0 && [
      rankingTable({
        label: `${scenario}: efficiency relative to ${result.floors.node}, with 95 % intervals`,
        cells: ranked,
        of: ranked.length,
        texts: plainTexts(ranked, result),
      }),
      pairsTable(result, scenario, ranked),
      roundsTable(result, scenario, ranked),
      metricRankings(result, scenario, ranked),
    ],
    metricView(costTable(scenario, cells, result.run), "rates", open),
    metricView(sweepTable(scenario, cells, result.run), "load", open),
    metricView(openLoopTable(scenario, cells, result.run), "latency", open),
    metricView(
      { ...processTable(scenario, cells), title: `${scenario}: startup time, memory and size` },
      "footprint",
      open,
    ),
    notes.length > 0 &&
      h(
        "details",
        { open },
        h("summary", {}, `${scenario}: warnings, and what was not measured`),
        notes.map((note) => hint(h("b", {}, note.targets.join(", ")), `: ${noteWords(note)}`)),
      ),
  );
}

function plainTexts(cells: readonly Cell[], result: Result): RankingTexts {
  const costs = requestCosts(cells, result);
  return {
    rank: ({ rank }) => rank && formatRank(rank),
    name: targetName,
    version: ({ version, replayedFrom }) => [
      version,
      replayedFrom !== null && h("span", { title: "replayed from the cache" }, " ↺"),
    ],
    ratio: (cell) => {
      const ratio = mainRatio(cell);
      const isReference = ratio.lo === ratio.hi;
      return withInterval(
        formatRatio(ratio.ratio),
        isReference ? "reference" : formatInterval(ratio),
      );
    },
    each: (cell) => costs.has(cell) && withInterval(...split(eachWords(costs.get(cell)!.each))),
    over: (cell) => {
      if (cell.target === result.floors[cell.runtime]) return h("small", {}, "floor");
      const over = costs.get(cell)?.over;
      return over && withInterval(...split(overWords(over)));
    },
    rounds: ({ efficiency }) => efficiency!.toFloor.n || "",
  };
}

/** Returns a number, and its interval in small print. */
function withInterval(value: string, interval: string): Child {
  return [value, " ", h("small", { class: "interval" }, interval)];
}

/** Splits `11.4 [11.3, 11.5]` before the interval. */
function split(words: string): [value: string, interval: string] {
  const [value = "", ...interval] = words.split(" ");
  return [value, interval.join(" ")];
}

/** Explains the marks of the rankings. */
export function rankingLegend(result: Result): Child {
  const across =
    result.bridges.length > 0 &&
    html`<p>
      <b>Across runtimes:</b> Every target is compared with the floor of its own runtime, and the
      floors with each other. A comparison across runtimes includes the uncertainty of both.
    </p>`;
  return html`<div class="legend">
    <p>
      <b>Marks</b> are good responses per second of the server's own CPU, relative to
      ${result.floors.node}; further right is better. <b>Lines</b> on them are 95 % intervals. The
      thick part is the uncertainty of the target's rounds with its own floor. The comparison with
      another runtime adds the thin part. <b>A rank</b> begins at 1 + the number of targets that are
      proven faster, and ends at the number of those that are not proven slower. 2-5 may be any
      place from the second to the fifth. Rows are sorted by the last possible place, and the
      possible places are drawn. Targets that share a letter are a tie: proven to be equal within
      ${marginWords(result.margin)}.
    </p>
    ${across}
    <p>
      Each target was measured next to its floor, not next to the other targets. To compare two of
      them directly, run <code>pnpm bench compare hono/node express/node</code>.
    </p>
  </div>`;
}
