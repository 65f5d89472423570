import { rankByFigure, rankedFigures, type Cell, type Result } from "@deadheat/judge";
import { formatRank } from "@deadheat/judge/known";
import { figureLabel, figureValue } from "../content/figures.ts";
import { left, right } from "../content/section.ts";
import { formatInterval, formatRatio } from "../format.ts";
import { folded, h, hint, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { plotTable } from "./parts/plot.ts";

/** Returns the rankings of a scenario by start and memory, which every block measures too: the target that needs least is first. */
export function figureRankings(result: Result, scenario: string, cells: readonly Cell[]) {
  return rankedFigures.flatMap((figure): Element[] => {
    const label = figureLabel(figure);
    const rows = rankByFigure(result, scenario, figure).flatMap((place) => {
      const cell = cells.find(({ target }) => target === place.target);
      return cell ? [{ place, cell }] : [];
    });
    if (rows.length < 2) return [];
    const table = plotTable<(typeof rows)[number]>({
      label: `${scenario} by ${label}`,
      rows,
      kind: "by-figure",
      name: [
        "rank, target",
        ({ cell, place }) => [
          h("span", { class: "place" }, formatRank(place.rank)),
          targetName(cell),
        ],
      ],
      drawn: [
        {
          name: `relative to ${result.floors.node}`,
          of: ({ cell: { runtime }, place: { ratio, lo, hi } }) => [{ runtime, at: ratio, lo, hi }],
          format: String,
          one: true,
        },
      ],
      columns: [
        [right(label), ({ place: { value } }) => figureValue(figure, value)],
        [right("ratio"), ({ place }) => formatRatio(place.ratio)],
        [
          left("95 %"),
          ({ place: { ratio, lo, hi } }) =>
            ratio === 1 && lo === hi ? "reference" : formatInterval({ lo, hi }),
        ],
        [left("tie"), ({ place }) => place.tieGroup.join("")],
      ],
    });
    const lead =
      `Ranked by ${label}; less is better. Ratios are to ${result.floors.node}, paired block by block with the floor of the ` +
      "runtime and through the bridges, with 95 % intervals. Ranks and letters are made as those by CPU.";
    return [folded(`${scenario}: ranking by ${label}`, hint(lead), table)];
  });
}
