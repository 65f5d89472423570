import { existsSync } from "node:fs";
import { join } from "node:path";
import { installSize } from "../targets/install-size.ts";
import {
  badLineWarnings,
  type Gathered,
  type InstallSize,
  type MissingCell,
  merge,
  gather,
  RUN_MARGIN,
  type Result,
} from "@deadheat/judge";
import type { Target } from "../targets/manifest.ts";
import { journalPath } from "../task/journal-path.ts";
import type { Plan } from "../plan/plan.ts";
import { readContents, publishableDocument } from "@deadheat/journal";
import { limitWarnings, concurrencyWarnings, thisInstance, type Hold } from "@deadheat/measure";
import { root } from "../targets/project.ts";
import { likeSections } from "../like/sections.ts";
import { describeGit, writeReports, type OpenRun } from "deadheat/parts";
import { discoverRetired } from "../targets/retired.ts";
import { amountOf, measuredIn } from "./measured.ts";
import type { Course, FinishedRun } from "./course.ts";
import { nameOf } from "./resume.ts";

/** Merges what a run has measured, and writes its reports. */
export async function finishRun(course: Course, hold: Hold): Promise<FinishedRun> {
  const result = await mergeRun(course, hold);
  return { path: writeReports(course.folder.out, result, likeSections(result)), result };
}

async function mergeRun(
  { request, prepared, plan, folder, earlier, seconds }: Course,
  hold: Hold,
): Promise<Result> {
  const { targets, settings, like } = prepared;
  const journals = targets.map((target) => journalPath(folder.out, target)).filter(existsSync);
  const gathered = gather(await readContents(journals));
  const own = gathered.targets.filter((target) => target.run.runId === folder.id);
  const fresh = measuredIn({ targets: own }).filter((record) => !earlier.has(nameOf(record)));
  const result = merge({
    run: {
      id: folder.id,
      startedAt: folder.startedAt,
      finishedAt: new Date().toISOString(),
      seed: plan.seed,
      profile: settings.profile,
      git: describeGit(root),
      measured: amountOf(fresh, seconds),
      load: settings.load,
      like,
      measure: settings.measure,
      sweep: settings.sweep,
      latency: settings.latency,
      cost: settings.cost,
    },
    settings,
    margin: request.margin ?? RUN_MARGIN,
    targets: gathered.targets,
    missing: missingCells(targets, plan, gathered, folder),
    currentRunId: folder.id,
    currentInstance: thisInstance(),
    retired: discoverRetired(),
    installed: installSizes(targets),
    warnings: [...concurrencyWarnings(hold), ...limitWarnings(), ...badLineWarnings(gathered.bad)],
  });
  return publishableDocument(result);
}

function installSizes(targets: readonly Target[]): Map<string, InstallSize> {
  const apps = new Map(targets.map(({ framework, directory }) => [framework, directory]));
  return new Map([...apps].map(([framework, directory]) => [framework, installSize(directory)]));
}

/** Every cell of the plan appears in the result, whatever became of it. */
export function missingCells(
  targets: readonly Target[],
  plan: Plan,
  gathered: Gathered,
  folder: OpenRun,
): MissingCell[] {
  const found = new Set(gathered.targets.map(({ target }) => target));
  const cell = (target: Target, scenario: string) => ({
    target: target.name,
    framework: target.framework,
    runtime: target.runtime,
    version: target.version ?? "not installed",
    scenario,
  });
  const named = new Map(targets.map((target) => [target.name, target]));
  const failed = plan.cells
    .filter(({ target }) => !found.has(target))
    .map(({ target: name, scenario }): MissingCell => {
      const target = named.get(name) as Target;
      const reason =
        target.version === null
          ? `the package ${target.manifest.package} is not installed: run \`npx -y pnpm@12.21.0 install\``
          : `its task left no journal: see ${join(folder.out, "turbo.log")}`;
      return { ...cell(target, scenario), status: "failed", reason };
    });
  const unsupported = plan.unsupported
    .filter(({ target }) => !found.has(target))
    .map(({ target, scenario, reason }): MissingCell => {
      return { ...cell(named.get(target) as Target, scenario), status: "unsupported", reason };
    });
  return [...failed, ...unsupported];
}
