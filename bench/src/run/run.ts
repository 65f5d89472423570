import { existsSync } from "node:fs";
import { join } from "node:path";
import { installSize } from "../targets/install-size.ts";
import {
  type Gathered,
  type InstallSize,
  type MissingCell,
  merge,
  gather,
  RUN_MARGIN,
  type Result,
} from "@deadheat/judge";
import type { Io } from "deadheat/cli";
import type { Target } from "../targets/manifest.ts";
import { journalPath } from "../task/journal-path.ts";
import { buildPlan } from "../plan/build.ts";
import type { Plan } from "../plan/plan.ts";
import { readContents, publishableDocument, type Warning, modesOf } from "@deadheat/journal";
import {
  checkMachine,
  limitWarnings,
  drawSeed,
  concurrencyWarnings,
  type Hold,
} from "@deadheat/measure";
import { prepare } from "../plan/prepare.ts";
import type { Prepared } from "../plan/prepared.ts";
import { root, runsDirectory } from "../targets/project.ts";
import { likeSections } from "../like/sections.ts";
import { describeGit, writeReports, openRun, type OpenRun } from "deadheat/parts";
import { discoverRetired } from "../targets/retired.ts";
import { amountOf, badLineWarnings, measuredIn } from "./measured.ts";
import { blocksBefore, nameOf, refuseOther } from "./resume.ts";
import { findBegun, savePlan, type BegunRun } from "./plan-file.ts";
import { continued, type RunRequest } from "../plan/request.ts";
import { withServices } from "../services/with-services.ts";
import { measureTargets } from "./rounds.ts";

export interface RunOptions {
  readonly request: RunRequest;
  readonly out: string | null;
  readonly resume: boolean;
  readonly force: boolean;
}

export interface FinishedRun {
  readonly path: string;
  readonly result: Result;
}

/**
 * The way of one run: manifests, plan, duets through turbo, journals, merge, reports.
 * @throws Interrupted with the finished blocks journalled: the same command with --resume goes on.
 */
export async function run(options: RunOptions, io: Io, hold: Hold): Promise<FinishedRun> {
  const begun = options.resume ? findBegun(options.out) : null;
  const request = begun ? continued(options.request, begun.request) : options.request;
  const prepared = await prepare(request, io);
  return withServices(prepared, io, (served) =>
    runServed(served, begun, { ...options, request }, io, hold),
  );
}

async function runServed(
  prepared: Prepared,
  begun: BegunRun | null,
  { request, out, force: forced }: RunOptions,
  io: Io,
  hold: Hold,
): Promise<FinishedRun> {
  const { settings, targets } = prepared;
  const names = targets.map((target) => target.name);
  if (begun) refuseOther(begun, settings, names);
  const folder = begun?.folder ?? openRun(out, runsDirectory);
  const seed = begun?.seed ?? request.seed ?? drawSeed();
  const force = forced || (begun?.force ?? false);
  const { scenarios, blocks, load, services } = settings;
  const modes = modesOf(settings);
  const plan = buildPlan(targets, scenarios, blocks, load, seed, modes, services);
  checkMachine(
    folder.out,
    plan.duets.reduce((sum, duet) => sum + duet.blocks, 0),
    load.connections,
  );
  const earlier = begun ? await blocksBefore(prepared, folder) : new Set<string>();
  savePlan(folder, { seed, settings, targets: names, request, force });

  const startedAt = performance.now();
  await measureTargets(prepared, plan, folder, force, io);
  const seconds = (performance.now() - startedAt) / 1000;

  const beside = [...concurrencyWarnings(hold), ...limitWarnings()];
  const result = await mergeRun(prepared, plan, folder, {
    earlier,
    seconds,
    beside,
    margin: request.margin ?? RUN_MARGIN,
  });
  return { path: writeReports(folder.out, result, likeSections(result)), result };
}

/** How a run went. */
interface Course {
  readonly earlier: ReadonlySet<string>;
  readonly seconds: number;
  readonly beside: readonly Warning[];
  /** Of a dead heat. */
  readonly margin: number;
}

async function mergeRun(
  { targets, settings, like }: Prepared,
  plan: Plan,
  folder: OpenRun,
  { earlier, seconds, beside, margin }: Course,
): Promise<Result> {
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
    },
    settings,
    margin,
    targets: gathered.targets,
    missing: missingCells(targets, plan, gathered, folder),
    currentRunId: folder.id,
    retired: discoverRetired(),
    installed: installSizes(targets),
    warnings: [...beside, ...badLineWarnings(gathered.bad)],
  });
  return publishableDocument(result);
}

function installSizes(targets: readonly Target[]): Map<string, InstallSize> {
  const apps = new Map(targets.map(({ framework, directory }) => [framework, directory]));
  return new Map([...apps].map(([framework, directory]) => [framework, installSize(directory)]));
}

/** Every cell of the plan appears in the result, whatever became of it. */
function missingCells(
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
