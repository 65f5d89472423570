import { join } from "node:path";
import { RUN_MARGIN, type Gathered, type InstallSize, type MissingCell } from "@deadheat/judge";
import type { Hold } from "@deadheat/measure";
import { resultOf, type RunFolder } from "@deadheat/runner";
import { describeGit, writeReports, type Ran } from "deadheat/parts";
import { likeSections } from "../like/sections.ts";
import type { Plan } from "../plan/build.ts";
import { installSize } from "../targets/install-size.ts";
import type { Target } from "../targets/manifest.ts";
import { root } from "../targets/project.ts";
import { discoverRetired } from "../targets/retired.ts";
import type { MeasuredRun } from "./measure-run.ts";

/** Makes the result of a run, and writes its reports. */
export function finishRun(
  { request, prepared, plan, ground, outcome }: MeasuredRun,
  hold: Hold,
): Ran {
  const { targets, settings } = prepared;
  const { folder } = ground;
  const result = resultOf({ seed: plan.seed, settings }, ground, outcome, {
    git: describeGit(root),
    like: request.like ?? null,
    hold,
    margin: request.margin ?? RUN_MARGIN,
    missing: (gathered) => missingCells(targets, plan, gathered, folder),
    retired: discoverRetired(),
    installed: installSizes(targets),
  });
  return { path: writeReports(folder.out, result, likeSections(result)), result };
}

function installSizes(targets: readonly Target[]): Map<string, InstallSize> {
  const apps = new Map(targets.map(({ framework, directory }) => [framework, directory]));
  return new Map([...apps].map(([framework, directory]) => [framework, installSize(directory)]));
}

/** Returns the cells of the plan that have no journal, because every cell must appear in the result. */
export function missingCells(
  targets: readonly Target[],
  plan: Plan,
  gathered: Gathered,
  folder: RunFolder,
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
          ? `the package ${target.manifest.package} is not installed. Run \`npx -y pnpm@12.21.0 install\``
          : `it was not measured. See ${join(folder.out, "turbo.log")}`;
      return { ...cell(target, scenario), status: "failed", reason };
    });
  const unsupported = plan.unsupported
    .filter(({ target }) => !found.has(target))
    .map(({ target, scenario, reason }): MissingCell => {
      return { ...cell(named.get(target) as Target, scenario), status: "unsupported", reason };
    });
  return [...failed, ...unsupported];
}
