import type { Cell, Result } from "@deadheat/judge";
import { rankingWords } from "../content/conditions.ts";
import { costTable } from "../content/cost.ts";
import { notesOf, noteWords } from "../content/notes.ts";
import { mainRatio, requestCosts } from "../content/ranking.ts";
import { eachWords, overWords } from "../content/request-cost.ts";
import { scenarioSentences } from "../content/sentences.ts";
import { openLoopTable, processTable, sweepTable } from "../content/solo.ts";
import { formatInterval, formatRank, formatRatio } from "../format.ts";
import { h, hint, html, type Child, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { metricView } from "./parts/plot.ts";
import { pairsTable } from "./pairs.ts";
import { roundsTable } from "./rounds.ts";
import { rankingTable, type RankingTexts } from "./ranking.ts";

/** Returns all tables of a scenario: the ranking by CPU, and below it, folded, all else that was measured. */
export function scenarioSection(result: Result, scenario: string, i: number): Element {
  const cells = result.cells.filter((cell) => cell.scenario === scenario);
  const ranked = cells.filter(({ rank }) => rank !== null);
  // Without a ranking these tables are all that the scenario has.
  const open = ranked.length === 0;
  const notes = notesOf(cells);
  // The sentences of the first scenario are at the top of the page.
  const sentences = i === 0 ? [] : scenarioSentences(result, scenario);
  return h(
    "article",
    { id: `scenario-${i + 1}` },
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

function withInterval(value: string, interval: string): Child {
  return [value, " ", h("small", { class: "interval" }, interval)];
}

/** Splits `11.4 [11.3, 11.5]` before the interval. */
function split(words: string): [value: string, interval: string] {
  const [value = "", ...interval] = words.split(" ");
  return [value, interval.join(" ")];
}

export function rankingLegend(result: Result): Child {
  return html`<div class="legend">
    <p>${rankingWords(result).replaceAll("`", "")} Possible places are drawn.</p>
    <p>
      The thick part of an interval is the uncertainty of the target's own rounds. The comparison
      with another runtime adds the thin part.
    </p>
    <p>
      Each target was measured next to its floor, not next to the other targets. To compare two of
      them directly, run <code>pnpm bench compare hono/node express/node</code>.
    </p>
  </div>`;
}
