import { UsageError } from "@deadheat/journal";
import { integers } from "deadheat/cli";
import { costOf, type Cost } from "../plan/cost.ts";
import { selectionOf } from "../plan/selection.ts";
import { addSelection, requestOf } from "./selection.ts";
import { JSON_OPTION, type AddCommand } from "./shared.ts";

export const addPlan: AddCommand = (deadheat, { answer }) => {
  const plan = deadheat
    .command("plan")
    .description("what a run would take on so many machines; nothing is measured");
  addSelection(plan)
    .option("--shards <list>", "how many machines: 1,10,100", integers, [1, 10, 100])
    .option(...JSON_OPTION)
    .action((options) => {
      const shards: number[] = options.shards;
      if (shards.some((count) => count < 1 || count > 9999)) {
        throw new UsageError("--shards: from 1 to 9999 machines");
      }
      const costs = shards.map((count) => costOf(selectionOf(requestOf(options), count), [count]));
      const cost = { ...(costs[0] as Cost), machines: costs.flatMap(({ machines }) => machines) };
      answer(options.json, cost, () => renderCost(cost));
    });
};

const columns = [
  "machines",
  "until ready",
  "together",
  "shared",
  "cells of one",
  "in the cache",
  "one framework edited",
];

function renderCost({ targets, scenarios, cells, blocks, blockSeconds, ...cost }: Cost): string {
  const rows = cost.machines.map((on) => [
    String(on.machines),
    hours(on.seconds),
    hours(on.machineSeconds),
    `${(100 * on.sharedShare).toFixed(0)} %`,
    on.cells[0] === on.cells[1] ? String(on.cells[0]) : on.cells.join(" to "),
    `${on.artifacts} journals, ${(on.bytes / 1e6).toFixed(1)} MB`,
    on.edited === null ? "-" : `${hours(on.edited.seconds)} (${on.edited.framework})`,
  ]);
  const table = [columns, ...rows];
  const widths = columns.map((_, i) => Math.max(...table.map((row) => row[i]?.length ?? 0)));
  const lines = table.map((row) => row.map((text, i) => text.padStart(widths[i] ?? 0)).join("  "));
  const limit =
    cost.withinSeconds === null ? "" : `; each machine stops after ${hours(cost.withinSeconds)}`;
  return (
    `${cost.profile}: ${targets} targets x ${scenarios} scenarios, ${cells} cells, ` +
    `${blocks} blocks of ${blockSeconds.toFixed(1)} s${limit}\n${lines.join("\n")}\n`
  );
}

function hours(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return `${Math.round(seconds)} s`;
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
