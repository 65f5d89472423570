import { spreadsWithStores, type Result } from "@deadheat/judge";
import { groupBy } from "@deadheat/judge/group-by";
import { formatInterval, formatRatio } from "../format.ts";
import { costTable } from "./cost.ts";
import { orderSections } from "./order.ts";
import { figureSection, left, right, tableOf, type Filled, type Section } from "./section.ts";
import { openLoopTable, processTable, sweepTable } from "./solo.ts";

/**
 * Returns the tables that come after the rankings.
 * @param more the caller's own tables
 * @param room whether there is room for intervals in every table, and for the tables that are the same in most runs
 */
export function sectionsOf(result: Result, more: readonly Section[], room: boolean): Section[] {
  const { cells, run } = result;
  const scenarios = [...groupBy(cells, (cell) => cell.scenario)];
  return [
    ...orderSections(result, room),
    ...scenarios.flatMap(([name, own]) => figureSection(costTable(name, own, run))),
    ...scenarios.flatMap(([name, own]) => [
      ...figureSection(sweepTable(name, own, run)),
      ...figureSection(openLoopTable(name, own, run)),
    ]),
    ...more,
    ...(room ? spreadSection(result) : []),
    ...(room ? scenarios.slice(0, 1) : []).flatMap(([name, own]) =>
      figureSection(processTable(name, own)),
    ),
  ];
}

const spreadColumns: readonly Filled<ReturnType<typeof spreadsWithStores>[number]>[] = [
  [left("runtime"), ({ runtime }) => runtime],
  [left("scenario"), ({ scenario }) => scenario],
  [right("frameworks"), ({ frameworks }) => String(frameworks)],
  [left("fastest"), ({ fastest }) => fastest],
  [left("slowest"), ({ slowest }) => slowest],
  [right("apart"), ({ ratio }) => formatRatio(ratio)],
  [left("95 %"), formatInterval],
];

/** Returns how far apart the frameworks of a runtime are, if a scenario with a store was measured. */
function spreadSection(result: Result): Section[] {
  const spreads = spreadsWithStores(result);
  if (spreads.length === 0) return [];
  return [
    {
      title: "Does the framework matter?",
      lead: [
        "The efficiency of the fastest framework of a runtime over that of its slowest, with the same " +
          "store behind both. They are the extremes of many: noise alone makes such a ratio larger.",
      ],
      ...tableOf(spreadColumns, spreads),
      notes: [],
    },
  ];
}
