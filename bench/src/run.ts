import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Interrupted } from "./errors.ts";
import { installSize, type InstallSize } from "./install-size.ts";
import type { Io } from "./io.ts";
import { readJournal } from "./journal.ts";
import type { Target } from "./manifest.ts";
import { journalPath, keptJournalPath } from "./measure/task.ts";
import { merge, type MissingCell } from "./merge.ts";
import { buildPlan, type Plan } from "./plan.ts";
import { poolJournals } from "./pool.ts";
import { checkMachine, limitWarnings } from "./preflight.ts";
import { prepare, type Prepared, type RunRequest } from "./prepare.ts";
import { watchProgress } from "./progress.ts";
import { root } from "./project.ts";
import { publishableDocument } from "./publishable.ts";
import { drawSeed } from "./random.ts";
import type { BlockRecord, OpenLoopRecord, SweepRecord } from "./record.ts";
import { writeReports } from "./report/write.ts";
import type { Result, Warning } from "./result.ts";
import { discoverRetired } from "./retired.ts";
import { openRun, type OpenRun } from "./run-folder.ts";
import { modesOf } from "./settings.ts";
import { withServices } from "./services/with-services.ts";
import { concurrencyWarnings } from "./state/alone.ts";
import type { Hold } from "./state/lock.ts";
import { runTurbo } from "./turbo.ts";

export interface RunOptions extends RunRequest {
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
  const prepared = await prepare(options, io);
  return withServices(prepared, io, (served) => runServed(served, options, io, hold));
}

async function runServed(
  prepared: Prepared,
  options: RunOptions,
  io: Io,
  hold: Hold,
): Promise<FinishedRun> {
  const folder = openRun(options, prepared.settings);
  const seed = folder.seed ?? options.seed ?? drawSeed();
  const { settings, targets } = prepared;
  const { scenarios, blocks, load, services } = settings;
  const modes = modesOf(settings);
  const plan = buildPlan(targets, scenarios, blocks, load, seed, modes, services);
  checkMachine(
    folder.out,
    plan.duets.reduce((sum, duet) => sum + duet.blocks, 0),
    load.connections,
  );
  folder.save({ seed, settings, targets: targets.map((target) => target.name) });

  const earlier = await blocksBefore(prepared, folder);
  const startedAt = performance.now();
  await measureAll(prepared, plan, folder, options, io);
  const seconds = (performance.now() - startedAt) / 1000;

  const beside = [...concurrencyWarnings(hold), ...limitWarnings()];
  const result = await mergeRun(prepared, plan, folder, { earlier, seconds, beside });
  return { path: writeReports(folder.out, result), result };
}

/** What an interrupted attempt has left: by name, not by a clock that may have been set since. */
async function blocksBefore({ targets }: Prepared, folder: OpenRun): Promise<Set<string>> {
  if (folder.seed === null) return new Set();
  const journals = targets.map((target) => journalPath(folder.out, target)).filter(existsSync);
  const { targets: pooled } = await poolJournals(journals);
  return new Set(
    pooled.flatMap(({ blocks, sweeps, openLoops }) =>
      [...blocks, ...sweeps, ...openLoops].map(nameOf),
    ),
  );
}

/** What no two records of a run have in common. */
function nameOf(record: BlockRecord | SweepRecord | OpenLoopRecord): string {
  return [record.type, record.target, record.scenario, record.startedAt].join(" ");
}

async function measureAll(
  { targets, settings, ohaPath, addresses }: Prepared,
  plan: Plan,
  folder: OpenRun,
  options: RunOptions,
  io: Io,
): Promise<void> {
  // What is not installed is not looked up in the cache either: its cell fails, visibly.
  const possible = targets.filter(
    (target) => target.version !== null && target.unsupported === null,
  );
  const todo: Target[] = [];
  for (const target of possible) {
    if (!(await isWhole(journalPath(folder.out, target)))) todo.push(target);
  }
  if (todo.length === 0) return;
  const context = {
    settings,
    run: {
      runId: folder.id,
      out: folder.out,
      seed: plan.seed,
      pid: process.pid,
      oha: ohaPath,
      addresses,
    },
  };
  // Turbo puts back what it has; whatever lies there after it has run is then its doing or ours.
  for (const target of todo) rmSync(keptJournalPath(target), { force: true });
  const progress = watchProgress(plan, todo, folder.out, io);
  try {
    const { force } = options;
    const log = join(folder.out, "turbo.log");
    const outcomes = await runTurbo(todo, context, { force, log, signal: io.signal });
    if (io.signal.aborted) throw new Interrupted();
    const byName = new Map(todo.map((target) => [target.name, target]));
    for (const { target, replayed, hash } of outcomes) {
      const found = byName.get(target);
      if (replayed && found) await takeReplayed(found, hash, folder.out, settings);
    }
  } finally {
    progress.stop();
  }
}

/** A journal of this run that needs nothing more: its target succeeded. */
async function isWhole(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  const { records } = await readJournal(path);
  const end = records.findLast((record) => record.type === "end");
  return end?.status === "ok";
}

/**
 * Copies a journal that turbo put back into the run's folder, if it is the one that belongs to the
 * task's key, this machine and this oha: turbo's key holds all three, this is the second lock.
 */
async function takeReplayed(
  target: Target,
  hash: string,
  out: string,
  settings: Prepared["settings"],
): Promise<void> {
  const kept = keptJournalPath(target);
  if (!existsSync(kept)) return;
  const { records } = await readJournal(kept);
  const header = records.find((record) => record.type === "run");
  const theirs = header?.settings;
  if (
    header?.taskHash !== hash ||
    theirs?.machine.fingerprint !== settings.machine.fingerprint ||
    theirs.tools.oha.sha256 !== settings.tools.oha.sha256
  ) {
    return;
  }
  const path = journalPath(out, target);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(kept, path);
}

/** How a run went. */
interface Course {
  readonly earlier: ReadonlySet<string>;
  readonly seconds: number;
  readonly beside: readonly Warning[];
}

async function mergeRun(
  { targets, settings, like }: Prepared,
  plan: Plan,
  folder: OpenRun,
  { earlier, seconds, beside }: Course,
): Promise<Result> {
  const journals = targets.map((target) => journalPath(folder.out, target)).filter(existsSync);
  const pool = await poolJournals(journals);
  const fresh = pool.targets
    .filter((target) => target.run.runId === folder.id)
    .flatMap(({ blocks, sweeps, openLoops }) => [...blocks, ...sweeps, ...openLoops])
    .filter((record) => !earlier.has(nameOf(record)));
  const underLoadSeconds = fresh.reduce((sum, record) => sum + record.seconds.load, 0);
  const measuredAny = fresh.length > 0;
  const result = merge({
    run: {
      id: folder.id,
      startedAt: folder.startedAt,
      finishedAt: new Date().toISOString(),
      seed: plan.seed,
      profile: settings.profile,
      git: describeGit(),
      measured: {
        blocks: fresh.filter((record) => record.type === "block").length,
        steps: fresh.filter((record) => record.type !== "block").length,
        seconds: measuredAny ? seconds : 0,
        underLoadSeconds,
        underLoadShare: measuredAny ? underLoadSeconds / seconds : null,
      },
      load: settings.load,
      like,
      measure: settings.measure,
      sweep: settings.sweep,
      latency: settings.latency,
    },
    settings,
    targets: pool.targets,
    missing: missingCells(
      targets,
      plan,
      pool.targets.map((target) => target.target),
      folder,
    ),
    currentRunId: folder.id,
    retired: discoverRetired(),
    installed: installSizes(targets),
    warnings: [
      ...beside,
      ...pool.bad.map(({ where, why }) => ({ code: "bad-line", message: `${where}: ${why}` })),
    ],
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
  found: readonly string[],
  folder: OpenRun,
): MissingCell[] {
  const cell = (target: Target, scenario: string) => ({
    target: target.name,
    framework: target.framework,
    runtime: target.runtime,
    version: target.version ?? "not installed",
    scenario,
  });
  const named = new Map(targets.map((target) => [target.name, target]));
  const failed = plan.cells
    .filter(({ target }) => !found.includes(target))
    .map(({ target: name, scenario }): MissingCell => {
      const target = named.get(name) as Target;
      const reason =
        target.version === null
          ? `the package ${target.manifest.package} is not installed: run \`npx -y pnpm@12.21.0 install\``
          : `its task left no journal: see ${join(folder.out, "turbo.log")}`;
      return { ...cell(target, scenario), status: "failed", reason };
    });
  const unsupported = plan.unsupported
    .filter(({ target }) => !found.includes(target))
    .map(({ target, scenario, reason }): MissingCell => {
      return { ...cell(named.get(target) as Target, scenario), status: "unsupported", reason };
    });
  return [...failed, ...unsupported];
}

function describeGit(): Result["run"]["git"] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    return { commit: git("rev-parse", "HEAD").trim(), dirty: git("status", "--porcelain") !== "" };
  } catch {
    return null;
  }
}
