// Prints how long a run takes on several numbers of machines, with a queue and with shards. Nothing is measured: the times
// are those of the plan, where one machine in five is three times slower and one in twenty dies (simulate.ts).
// Usage: pnpm --filter @deadheat/bench perf:scale --profile full --machines 1,10,100
import { Command } from "commander";
import { integers } from "deadheat/cli";
import { addSelection, requestOf } from "../src/cli/run.ts";
import { buildPlan, type TargetPlan } from "../src/plan/build.ts";
import { selectionOf, type Selection } from "../src/plan/selection.ts";
import { drawMachines, simulateFleet, simulateShards, type Simulated } from "./simulate.ts";

/** The number of draws of the machines. The table has their means. */
const DRAWS = 20;

export interface Row {
  readonly machines: number;
  readonly queue: Simulated;
  readonly shards: Simulated;
}

export function rowOf(plan: TargetPlan, machines: number, draws = DRAWS): Row {
  const each = Array.from({ length: draws }, (_, seed) => {
    const drawn = drawMachines(machines, plan.seconds, seed);
    return { queue: simulateFleet(plan, drawn), shards: simulateShards(plan, drawn) };
  });
  return {
    machines,
    queue: meanOf(each.map(({ queue }) => queue)),
    shards: meanOf(each.map(({ shards }) => shards)),
  };
}

function meanOf(all: readonly Simulated[]): Simulated {
  const mean = (of: (one: Simulated) => number) =>
    all.reduce((sum, one) => sum + of(one), 0) / all.length;
  return {
    seconds: mean(({ seconds }) => seconds),
    repeated: mean(({ repeated }) => repeated),
    idle: mean(({ idle }) => idle),
    overhead: mean(({ overhead }) => overhead),
  };
}

export function planOf({ targets, scenarios, size, load }: Selection): TargetPlan {
  return buildPlan(targets, scenarios, size.rounds, load, 0, size.modes);
}

export function renderRows(plan: TargetPlan, profile: string, rows: readonly Row[]): string {
  const cells = ({ seconds, repeated, idle, overhead }: Simulated) => [
    minutes(seconds),
    percent(overhead),
    percent(repeated),
    percent(idle),
  ];
  const heads = ["ready in", "overhead", "repeated", "idle"];
  const table = [
    ["machines", ...heads, ...heads],
    ...rows.map(({ machines, queue, shards }) => [
      String(machines),
      ...cells(queue),
      ...cells(shards),
    ]),
  ];
  const widths = table[0]!.map((_, i) => Math.max(...table.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((text, i) => `${i === 5 ? "| " : ""}${text.padStart(widths[i] ?? 0)}`).join("  ");
  const [first = 0, ...others] = widths;
  const left = others.slice(0, 4).reduce((sum, width) => sum + width + 2, 0);
  const above = `${" ".repeat(first)}${"--queue".padStart(left)}  | --shard`;
  const rounds = plan.duets.reduce((sum, duet) => sum + duet.rounds, 0);
  const targets = new Set(plan.cells.map(({ target }) => target)).size;
  const head = `${profile}: ${targets} targets, ${plan.cells.length} cells, ${rounds} rounds, ${minutes(plan.seconds)} on one machine`;
  return `${head}\n${above}\n${table.map(line).join("\n")}\n`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function minutes(seconds: number): string {
  const all = Math.round(seconds / 60);
  return all < 60 ? `${all} min` : `${Math.floor(all / 60)} h ${all % 60} min`;
}

if (import.meta.main) {
  const command = addSelection(new Command("perf:scale"))
    .option("--machines <list>", "numbers of machines: 1,10,100", integers, [1, 3, 10, 30, 100])
    .parse();
  const options = command.opts();
  const numbers: number[] = options.machines;
  const selection = selectionOf(requestOf(options));
  const plan = planOf(selection);
  const rows = numbers.map((machines) => rowOf(plan, machines));
  console.log(renderRows(plan, selection.profile.name, rows));
}
