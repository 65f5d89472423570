import { spawnSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import {
  wholeEnvironment,
  type RoundRecord,
  type Runtime,
  EnvironmentError,
  Interrupted,
} from "@deadheat/journal";
import { roundEstimate, workOf } from "@deadheat/judge";
import { thisInstance } from "@deadheat/measure";
import { formatCpu, formatDate, formatInterval, formatRatio } from "@deadheat/report/format";
import { left, tableOf, textTable, type Filled } from "@deadheat/report";
import { interval, median, type RatioInterval } from "@deadheat/stats";
import type { Io } from "deadheat/cli";
import type { Prepared } from "../plan/prepare.ts";
import { turboBinary, taskId } from "../cache/turbo.ts";
import { floorOf } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { root } from "../targets/project.ts";
import { readKept, type KeptJournal } from "../cache/kept.ts";
import { digestSources } from "../cells/sources.ts";
import { prepareByHand, targetHere } from "./task.ts";

/**
 * Prints the table of the journal from the `measure` task. Turbo never caches this task, so it can check more than turbo's
 * key does. It prints a journal only if this machine measured it since its last boot, with the same settings, runtimes and
 * sources. Otherwise turbo runs the `measure` task again, without its cache.
 * @throws EnvironmentError if the journal still does not fit
 */
export async function showTable(runtime: Runtime, io: Io): Promise<0 | 1> {
  const target = targetHere(runtime);
  const prepared = await prepareByHand(target, io);
  let kept = await fitting(target, prepared);
  if (typeof kept === "string") {
    io.note(`${target.name}: turbo's cache has a journal ${kept}. Measuring again`);
    const words = ["run", taskId(target), "--force", "--ui=stream", "--output-logs=new-only"];
    const { status, signal } = spawnSync(turboBinary(), words, {
      cwd: root,
      env: wholeEnvironment(),
      stdio: "inherit",
    });
    if (signal !== null) throw new Interrupted();
    if (status !== 0) return 1;
    kept = await fitting(target, prepared);
  }
  if (typeof kept === "string") {
    throw new EnvironmentError(`${target.name}: the new journal is ${kept}. Run the task again`);
  }
  io.stdout.write(renderTable(target, kept));
  return 0;
}

/** Returns the journal of the task, or how its conditions differ from those of a new measurement. */
async function fitting(target: Target, { all, settings }: Prepared): Promise<KeptJournal | string> {
  const kept = await readKept(target, settings);
  if (kept === null) return "of another kind of machine";
  const sources = digestSources(target, floorOf(target, all));
  const is = JSON.parse(JSON.stringify(settings)) as typeof settings;
  for (const run of kept.runs) {
    if (run.instance !== thisInstance()) return "of another machine, or from before it booted";
    if (!isDeepStrictEqual(run.settings, is)) return "of other settings";
    if (run.version !== target.version || !isDeepStrictEqual(run.sources, sources)) {
      return "of other code";
    }
  }
  return kept;
}

const columns: readonly Filled<readonly RoundRecord[]>[] = [
  [left("scenario"), (rounds) => rounds[0]?.scenario ?? ""],
  [left("efficiency"), (rounds) => efficiencyOf(interval(roundEstimate(rounds)))],
  [left("of"), (rounds) => rounds[0]?.base ?? ""],
  [left("CPU/request"), (rounds) => formatCpu(cpuOf(rounds, "new"))],
  [left("of the floor"), (rounds) => formatCpu(cpuOf(rounds, "base"))],
  [left("rounds"), (rounds) => String(rounds.length)],
];

function renderTable({ name, version }: Target, { records, runs: [run] }: KeptJournal): string {
  const rounds = records.filter((record) => record.type === "round" && record.void === null);
  const byScenario = Map.groupBy(rounds as RoundRecord[], ({ scenario }) => scenario);
  const table = tableOf(columns, [...byScenario.values()]);
  const { lines } = textTable(table.columns, table.rows, null);
  const measured = run && `measured ${formatDate(run.startedAt)} on ${run.settings.machine.cpu}`;
  return `${name} ${version ?? ""}, ${measured}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function efficiencyOf(ratio: RatioInterval): string {
  return `${formatRatio(ratio.ratio)} ${Number.isFinite(ratio.hi) ? formatInterval(ratio) : ""}`;
}

/** Returns the CPU seconds of a request, as the median over the rounds. */
function cpuOf(rounds: readonly RoundRecord[], which: "new" | "base"): number {
  return median(
    rounds.flatMap(({ sides }) => {
      const { cpuSeconds, good } = workOf((sides as NonNullable<RoundRecord["sides"]>)[which]);
      return cpuSeconds / good;
    }),
  );
}
