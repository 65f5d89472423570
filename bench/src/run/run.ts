import { join } from "node:path";
import { RUN_MARGIN, type Gathered, type InstallSize, type MissingCell } from "@deadheat/judge";
import type { Hold } from "@deadheat/measure";
import { resultOf, type RunFolder } from "@deadheat/runner";
import {
  describeGit,
  installSize,
  resultPath,
  writeReports,
  writing,
  type Ran,
} from "deadheat/parts";
import { likeSections } from "../like/sections.ts";
import type { TargetPlan } from "../plan/build.ts";
import type { Target } from "../targets/manifest.ts";
import { root } from "../targets/project.ts";
import { discoverRetired } from "../targets/discover.ts";
import type { MeasuredRun } from "./measure-run.ts";

export function finishRun(
  { request, prepared, plan, context, outcome }: MeasuredRun,
  hold: Hold,
): Promise<Ran> {
  const { targets, settings } = prepared;
  const { folder } = context;
  const result = resultOf({ seed: plan.seed, settings }, context, outcome, {
    git: describeGit(root),
    like: request.like ?? null,
    hold,
    margin: request.margin ?? RUN_MARGIN,
    missing: (gathered) => missingCells(targets, plan, gathered, folder),
    retired: discoverRetired(),
    installed: installSizes(targets),
  });
  const { out } = folder;
  const sections = likeSections(result);
  return writing({ path: resultPath(out), result }, out, () => writeReports(out, result, sections));
}

function installSizes(targets: readonly Target[]): Map<string, InstallSize> {
  const apps = new Map(targets.map(({ framework, directory }) => [framework, directory]));
  return new Map([...apps].map(([framework, directory]) => [framework, installSize(directory)]));
}

/** Returns the cells of the plan that have no journal, because every cell must appear in the result. */
export function missingCells(
  targets: readonly Target[],
  { cells, unsupported }: Pick<TargetPlan, "cells" | "unsupported">,
  gathered: Gathered,
  { out }: RunFolder,
): MissingCell[] {
  const found = new Set(gathered.targets.map(({ target }) => target));
  const cellOf = (name: string, scenario: string) => {
    const { framework, runtime, version, manifest } = targets.find(
      (target) => target.name === name,
    ) as Target;
    const why =
      version === null
        ? `the package ${manifest.package} is not installed. Run \`npx -y pnpm@12.21.0 install\``
        : `it was not measured. See ${join(out, "turbo.log")}`;
    const cell = {
      target: name,
      framework,
      runtime,
      version: version ?? "not installed",
      scenario,
    };
    return { ...cell, status: "failed", reason: why } as const;
  };
  return [
    ...cells.map(({ target, scenario }) => cellOf(target, scenario)),
    ...unsupported.map(({ target, scenario, reason }) => {
      return { ...cellOf(target, scenario), status: "unsupported", reason } as const;
    }),
  ].filter(({ target }) => !found.has(target));
}
