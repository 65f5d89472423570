import type { Result } from "@deadheat/judge";
import { costTable } from "./cost.ts";
import { orderSections } from "./order.ts";
import { metricSection, type Section } from "./section.ts";
import { openLoopTable, processTable, sweepTable } from "./solo.ts";

/**
 * Returns the tables that come after the rankings.
 * @param more the caller's own tables
 * @param room whether there is room for intervals in every table, and for the tables that are the same in most runs
 */
export function sectionsOf(result: Result, more: readonly Section[], room: boolean): Section[] {
  const { cells, run } = result;
  const scenarios = [...Map.groupBy(cells, (cell) => cell.scenario)];
  return [
    ...orderSections(result),
    ...scenarios.flatMap(([name, own]) => metricSection(costTable(name, own, run))),
    ...scenarios.flatMap(([name, own]) => [
      ...metricSection(sweepTable(name, own, run)),
      ...metricSection(openLoopTable(name, own, run)),
    ]),
    ...more,
    ...(room ? scenarios.slice(0, 1) : []).flatMap(([name, own]) =>
      metricSection(processTable(name, own)),
    ),
  ];
}
