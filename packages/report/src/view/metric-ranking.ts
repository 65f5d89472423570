import { rankByMetric, rankedMetrics, type Cell, type Result } from "@deadheat/judge";
import { formatRank } from "@deadheat/judge/known";
import { metricLabel, metricValue } from "../content/metrics.ts";
import { left, right } from "../content/section.ts";
import { formatInterval, formatRatio } from "../format.ts";
import { folded, h, hint, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { plotTable, ratios } from "./parts/plot.ts";

/** Returns the rankings of a scenario by startup time and memory, the target that needs least first. */
export function metricRankings(result: Result, scenario: string, cells: readonly Cell[]) {
  return rankedMetrics.flatMap((metric): Element[] => {
    const label = metricLabel(metric);
    const rows = rankByMetric(result, scenario, metric).flatMap((place) => {
      const cell = cells.find(({ target }) => target === place.target);
      return cell ? [{ place, cell }] : [];
    });
    if (rows.length < 2) return [];
    const table = plotTable<(typeof rows)[number]>({
      label: `${scenario} by ${label}`,
      rows,
      kind: "by-metric",
      name: [
        "rank, target",
        ({ cell, place }) => [
          h("span", { class: "place" }, formatRank(place.rank)),
          targetName(cell),
        ],
      ],
      drawn: [
        ratios(
          `relative to ${result.floors.node}`,
          ({ cell: { runtime }, place: { ratio, lo, hi } }) => [{ runtime, at: ratio, lo, hi }],
        ),
      ],
      columns: [
        [right(label), ({ place: { value } }) => metricValue(metric, value)],
        [right("ratio"), ({ place }) => formatRatio(place.ratio)],
        [
          left("95 % interval"),
          ({ place: { ratio, lo, hi } }) =>
            ratio === 1 && lo === hi ? "reference" : formatInterval({ lo, hi }),
        ],
        [left("tie"), ({ place }) => place.tieGroup.join("")],
      ],
    });
    const lead =
      `Ranked by ${label}; less is better. Ratios are to ${result.floors.node}, paired round by round with the floor of the ` +
      "runtime and across runtimes, with 95 % intervals. Ranks and letters mean the same as for CPU.";
    return [folded(`${scenario}: ranking by ${label}`, hint(lead), table)];
  });
}
