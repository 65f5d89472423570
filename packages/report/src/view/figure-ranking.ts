import { formatRank } from "@deadheat/judge/known";
import { left, right } from "../content/section.ts";
import { formatInterval, formatRatio } from "../format.ts";
import { cellsOf, type PageData } from "./data/page-data.ts";
import { isShown } from "./data/rows.ts";
import type { State } from "./data/state.ts";
import { h, type Child } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { plotTable } from "./parts/plot.ts";

export type FigureRanking = PageData["byFigure"][number];

/** Returns the rankings of a scenario by other figures than CPU, for which there are figures. */
export function figureRankings(data: PageData, scenario: string): FigureRanking[] {
  return data.byFigure.filter((one) => one.scenario === scenario && one.places.length > 1);
}

/** Returns the ranking of a scenario by start or memory: the target that needs least comes first. */
export function figureRanking(ranking: FigureRanking, data: PageData, state: State): Child {
  const { scenario, label, places } = ranking;
  const cells = cellsOf(data, scenario).filter((cell) => isShown(cell, state));
  const rows = places.flatMap((place) => {
    const cell = cells.find(({ target }) => target === place.target);
    return cell ? [{ place, cell }] : [];
  });
  return [
    h(
      "p",
      { class: "hint" },
      `Ranked by ${label}; less is better. Ratios are to ${data.floors.node}, paired block by block with the floor of the ` +
        "runtime and through the bridges, with 95 % intervals. Ranks and letters are made as those by CPU.",
    ),
    plotTable({
      label: `${scenario} by ${label}`,
      rows,
      name: [
        "target",
        ({ cell, place }) => [
          h("span", { class: "rank" }, formatRank(place.rank)),
          " ",
          targetName(cell),
        ],
      ],
      drawn: [
        {
          name: `relative to ${data.floors.node}`,
          of: ({ cell: { runtime }, place: { ratio, lo, hi } }) => [{ runtime, at: ratio, lo, hi }],
          format: String,
          one: true,
        },
      ],
      columns: [
        [right(label), ({ place }) => place.words],
        [right("ratio"), ({ place }) => formatRatio(place.ratio)],
        [
          left("95 %"),
          ({ place: { ratio, lo, hi } }) =>
            ratio === 1 && lo === hi ? "reference" : formatInterval({ lo, hi }),
        ],
        [left("tie"), ({ place }) => place.tieGroup.join("")],
      ],
      kind: "by-figure",
    }),
  ];
}
