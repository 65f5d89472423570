import { mkdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { UsageError, openJournal, writeWhole } from "@deadheat/journal";
import type { Io } from "deadheat/cli";
import { pinOurselves } from "@deadheat/measure";
import { prepare } from "../plan/prepare.ts";
import { runsDirectory } from "../targets/project.ts";
import { formatDuration } from "@deadheat/report/format";
import { absolute, newRunId } from "deadheat/parts";
import { withServices } from "../services/with-services.ts";
import { conservation } from "./experiments/conservation.ts";
import { calibrationSchema, type Calibration } from "./document.ts";
import { aa } from "./experiments/equal.ts";
import { explain, explainAa } from "./experiments/explain.ts";
import { CalibrationFailed, type Experiment, type Lab } from "./lab/experiment.ts";
import { instrument, type Instrument } from "./lab/instrument.ts";
import { labOf, type LabOptions } from "./lab/lab.ts";
import { saturation } from "./experiments/saturation.ts";
import { simulation } from "./experiments/simulation.ts";
import { slow } from "./experiments/slow.ts";
import { slowdowns } from "./experiments/slowdown.ts";
import { stall } from "./experiments/stall.ts";
import { renderCalibration } from "./summary.ts";
import { warmup } from "./experiments/warmup.ts";

/** All experiments, in the order in which they run. */
export const experiments: readonly Experiment[] = [
  simulation,
  conservation,
  saturation,
  stall,
  aa,
  ...slowdowns,
  slow,
  explain,
  explainAa,
  warmup,
];

/** Experiments that ten minutes have no time for. */
export const ONLY_FULL: ReadonlySet<string> = new Set(["slowdown-3", "slowdown-10", "explain-aa"]);

/** Experiments about targets instead of this machine. `warmup` is for people who add a target. */
export const ONLY_ASKED: ReadonlySet<string> = new Set(["warmup"]);

export interface CalibrateOptions extends LabOptions {
  /** The names of experiments; `slowdown` names all that begin with it. null for all of this size. */
  readonly only: readonly string[] | null;
  readonly out: string | null;
}

export interface FinishedCalibration {
  readonly path: string;
  readonly calibration: Calibration;
}

/**
 * Tests the measure on this machine, with servers whose true figures are known. Writes `calibration.json`,
 * `calibration.txt` and the blocks behind them.
 * @throws UsageError, CalibrationFailed, Interrupted
 */
export async function calibrate(
  options: CalibrateOptions,
  io: Io,
  underTest: Instrument = instrument,
  known: readonly Experiment[] = experiments,
): Promise<FinishedCalibration> {
  const chosen = choose(options, known);
  const prepared = await prepare(
    {
      profile: "quick",
      targets: ["node-http/node"],
      scenarios: options.scenarios ?? ["text"],
      budgetSeconds: null,
      blocks: null,
      warmupAnswers: null,
      windowSeconds: null,
      seed: options.seed,
      calibration: true,
    },
    io,
  );
  const startedAt = new Date().toISOString();
  const id = `calibrate-${newRunId(startedAt)}`;
  const out = options.out === null ? join(runsDirectory, id) : absolute(options.out);
  mkdirSync(out, { recursive: true });
  const journal = openJournal(join(out, "journal", "calibrate.jsonl"));
  const clock = performance.now();
  const unpin = pinOurselves(prepared.settings.machine.pinning);
  let outcome: Pick<Calibration, "experiments" | "load" | "seed">;
  try {
    outcome = await withServices(prepared, io, async (served) => {
      const lab = labOf(options, served, journal, io, underTest);
      return { experiments: await performAll(chosen, lab), load: lab.load, seed: lab.seed };
    });
  } finally {
    unpin();
    journal.close();
  }
  const calibration = v.parse(calibrationSchema, {
    schema: 1,
    id,
    startedAt,
    finishedAt: new Date().toISOString(),
    size: options.size,
    seconds: (performance.now() - clock) / 1000,
    machine: prepared.settings.machine,
    tools: prepared.settings.tools,
    ...outcome,
    pass: outcome.experiments.every(({ pass }) => pass),
  });
  const path = join(out, "calibration.json");
  writeWhole(path, `${JSON.stringify(calibration, null, 2)}\n`);
  writeWhole(join(out, "calibration.txt"), renderCalibration(calibration, { color: false }));
  return { path, calibration };
}

async function performAll(
  chosen: readonly Experiment[],
  lab: Lab,
): Promise<Calibration["experiments"]> {
  const seconds = chosen.reduce((sum, one) => sum + one.seconds(lab.size, lab), 0);
  lab.note(`calibrating: ${chosen.length} experiments, about ${formatDuration(seconds)}`);
  const outcomes: Calibration["experiments"] = [];
  for (const experiment of chosen) {
    const outcome = await perform(experiment, lab);
    outcomes.push(outcome);
    lab.note(`${outcome.pass ? "pass" : "FAIL"}  ${outcome.name}: ${outcome.observed}`);
  }
  return outcomes;
}

async function perform(
  experiment: Experiment,
  lab: Lab,
): Promise<Calibration["experiments"][number]> {
  const from = performance.now();
  const { name, expected, otherwise } = experiment;
  const seen = await experiment.run(lab).catch((error: unknown) => {
    if (!(error instanceof CalibrationFailed)) throw error;
    return { observed: `could not be measured: ${error.message}`, pass: false, figures: {} };
  });
  return {
    name,
    expected,
    observed: seen.observed,
    threshold: experiment.threshold(lab.size),
    pass: seen.pass,
    otherwise,
    skipped: ("skipped" in seen ? seen.skipped : null) ?? null,
    seconds: (performance.now() - from) / 1000,
    figures: seen.figures,
  };
}

function choose(
  { only, size, targets, scenarios }: CalibrateOptions,
  known: readonly Experiment[],
): Experiment[] {
  for (const [option, asked] of Object.entries({ targets, scenarios })) {
    if (asked === null || only?.join() === warmup.name) continue;
    throw new UsageError(`--${option} works with one experiment only. Add --only ${warmup.name}`);
  }
  if (only === null) {
    const own = known.filter(({ name }) => !ONLY_ASKED.has(name));
    return own.filter(({ name }) => size === "full" || !ONLY_FULL.has(name));
  }
  for (const word of only) {
    if (known.some(({ name }) => matches(name, word))) continue;
    const names = known.map(({ name }) => name).join(", ");
    throw new UsageError(`no experiment is called ${JSON.stringify(word)}. Choose from: ${names}.`);
  }
  return known.filter(({ name }) => only.some((word) => matches(name, word)));
}

/** Returns true if `word` names this experiment. `slowdown` names all slowdown experiments. */
function matches(name: string, word: string): boolean {
  return name === word || (word === "slowdown" && name.startsWith("slowdown-"));
}
