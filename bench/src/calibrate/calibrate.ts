import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { scenarioNamed } from "@deadheat/handlers";
import * as v from "valibot";
import { logRatios } from "../analyse.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { openJournal, type Journal } from "../journal.ts";
import { discoverTargets, selectTargets, type Target } from "../manifest.ts";
import { runBlock } from "../measure/duet.ts";
import { pinOurselves } from "../measure/pinning.ts";
import { duetName, orderBlocks, type Duet } from "../plan.ts";
import { prepare, type Prepared } from "../prepare.ts";
import { calibrationDirectory, runsDirectory } from "../project.ts";
import { drawSeed } from "../random.ts";
import type { BlockRecord } from "../record.ts";
import { formatDuration } from "../report/format.ts";
import { absolute, newRunId, writeWhole } from "../run-folder.ts";
import { runtimeVersions } from "../tools.ts";
import { ballast } from "./ballast.ts";
import { bias } from "./bias.ts";
import { conservation } from "./conservation.ts";
import { calibrationSchema, type Calibration } from "./document.ts";
import { aa, aaHog } from "./equal.ts";
import {
  CalibrationFailed,
  WINDOW_SECONDS,
  type DuetsRequest,
  type Experiment,
  type Lab,
  type Size,
} from "./experiment.ts";
import { idleness } from "./idleness.ts";
import { instrument, type Instrument } from "./instrument.ts";
import { protocols } from "./protocols.ts";
import { saturation } from "./saturation.ts";
import { simulation } from "./simulation.ts";
import { slowdowns } from "./slowdown.ts";
import { stall } from "./stall.ts";
import { renderCalibration } from "./summary.ts";
import { warmup } from "./warmup.ts";
import { wrk } from "./wrk.ts";

/** In the order in which they run. */
export const experiments: readonly Experiment[] = [
  simulation,
  conservation,
  saturation,
  stall,
  wrk,
  aa,
  aaHog,
  ...slowdowns,
  protocols,
  bias,
  ballast,
  idleness,
  warmup,
];

/** Too long for ten minutes, and about frameworks and floors rather than about this machine. */
export const ONLY_FULL: ReadonlySet<string> = new Set(["bias", "ballast", "idleness"]);

/** About a target, not about the measure: for those who add one. */
export const ONLY_ASKED: ReadonlySet<string> = new Set(["warmup"]);

export interface CalibrateOptions {
  readonly size: Size;
  /** Names of experiments, or what they begin with: `aa`, `slowdown`; null: all of this size. */
  readonly only: readonly string[] | null;
  /** Of `warmup`; null: its own. */
  readonly targets: readonly string[] | null;
  readonly seed: number | null;
  readonly out: string | null;
}

export interface FinishedCalibration {
  readonly path: string;
  readonly calibration: Calibration;
}

/**
 * Measures the measure: servers of which the truth is known, on this machine. Writes
 * `calibration.json`, `calibration.txt` and the blocks behind them.
 * @throws UsageError, CalibrationFailed, Interrupted
 */
export async function calibrate(
  options: CalibrateOptions,
  io: Io,
  underTest: Instrument = instrument,
): Promise<FinishedCalibration> {
  const chosen = choose(options);
  const prepared = await prepare(
    {
      profile: "quick",
      targets: ["node-http/node"],
      scenarios: ["text"],
      budgetSeconds: null,
      blocks: null,
      warmupAnswers: null,
      windowSeconds: null,
      seed: options.seed,
    },
    io,
  );
  const startedAt = new Date().toISOString();
  const id = `calibrate-${newRunId(startedAt)}`;
  const out = options.out === null ? join(runsDirectory, id) : absolute(options.out);
  mkdirSync(out, { recursive: true });
  const journal = openJournal(join(out, "journal", "calibrate.jsonl"));
  const lab = labOf(options, prepared, journal, io, underTest);
  const secondsOf = (one: Experiment) => one.seconds(options.size, lab.targets?.length);
  const expectedSeconds = chosen.reduce((sum, one) => sum + secondsOf(one), 0);
  io.note(`calibrating: ${chosen.length} experiments, about ${formatDuration(expectedSeconds)}`);
  const clock = performance.now();
  const unpin = pinOurselves(prepared.settings.machine.pinning);
  const outcomes: Calibration["experiments"] = [];
  try {
    for (const experiment of chosen) {
      outcomes.push(await perform(experiment, lab));
      const last = outcomes.at(-1);
      io.note(`${last?.pass ? "pass" : "FAIL"}  ${experiment.name}: ${last?.observed}`);
    }
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
    seed: lab.seed,
    seconds: (performance.now() - clock) / 1000,
    load: lab.load,
    machine: prepared.settings.machine,
    tools: prepared.settings.tools,
    experiments: outcomes,
    pass: outcomes.every((outcome) => outcome.pass),
  });
  const path = join(out, "calibration.json");
  writeWhole(path, `${JSON.stringify(calibration, null, 2)}\n`);
  writeWhole(join(out, "calibration.txt"), renderCalibration(calibration, { color: false }));
  return { path, calibration };
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

function choose({ only, size, targets }: CalibrateOptions): Experiment[] {
  if (targets !== null && only?.join() !== warmup.name) {
    throw new UsageError(`--targets are of one experiment: add --only ${warmup.name}`);
  }
  if (only === null) {
    const own = experiments.filter(({ name }) => !ONLY_ASKED.has(name));
    return own.filter(({ name }) => size === "full" || !ONLY_FULL.has(name));
  }
  for (const word of only) {
    if (experiments.some(({ name }) => matches(name, word))) continue;
    const known = experiments.map(({ name }) => name).join(", ");
    throw new UsageError(`no experiment is called ${JSON.stringify(word)}. There are: ${known}.`);
  }
  return experiments.filter(({ name }) => only.some((word) => matches(name, word)));
}

/** `aa` is that one alone, `slowdown` all three of them. */
function matches(name: string, word: string): boolean {
  return name === word || (word === "slowdown" && name.startsWith("slowdown-"));
}

function labOf(
  { size, seed, targets }: CalibrateOptions,
  { all, settings, ohaPath }: Prepared,
  journal: Journal,
  io: Io,
  underTest: Instrument,
): Lab {
  const own = discoverTargets(runtimeVersions(), calibrationDirectory);
  const target = (name: string): Target => {
    const found = [...own, ...all].find((one) => one.name === name);
    if (found) return found;
    throw new UsageError(
      `${name} is missing: run \`npx -y pnpm@12.21.0 install\` in a whole clone`,
    );
  };
  const load = { ...settings.load, windowSeconds: WINDOW_SECONDS[size] };
  const oha = { path: ohaPath, version: settings.tools.oha.version };
  const { pinning } = settings.machine;
  const drawn = seed ?? drawSeed();
  const bench = { oha, pinning, load, signal: io.signal };
  const { exchange } = scenarioNamed("text");
  const taken = new Map<string, BlockRecord[]>();
  const duets = async (request: DuetsRequest): Promise<BlockRecord[]> => {
    const { name, reference, n } = request;
    const role = request.target === reference ? "aa" : "cell";
    const duet: Duet = {
      role,
      target: request.target,
      reference,
      scenario: "text",
      blocks: n,
    };
    const key = duetName(duet);
    const had = request.reuse ? (taken.get(key) ?? []) : [];
    const blocks: BlockRecord[] = [];
    for (const block of orderBlocks([duet], drawn + (taken.get(key)?.length ?? 0)).slice(
      had.length,
    )) {
      const pair = { target: target(duet.target), reference: target(reference) };
      const record = await runBlock(block, pair, exchange, bench);
      journal.append(record);
      if (record.void !== null) throw new CalibrationFailed(record.void);
      blocks.push(record);
      io.note(`${name}: ${key}, block ${had.length + blocks.length} of ${n}, ${ratioOf(record)}`);
    }
    taken.set(key, [...(taken.get(key) ?? []), ...blocks]);
    return [...had.slice(0, n), ...blocks];
  };
  return {
    size,
    oha,
    pinning,
    load,
    seed: drawn,
    signal: io.signal,
    instrument: underTest,
    note: io.note,
    target,
    targets: targets && selectTargets([...own, ...all], targets).map(({ name }) => name),
    duets,
  };
}

function ratioOf(block: BlockRecord): string {
  return Math.exp(logRatios([block])[0] ?? Number.NaN).toFixed(3);
}
