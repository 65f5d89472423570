import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { UsageError, openJournal, writeWhole } from "@deadheat/journal";
import type { Io } from "deadheat/cli";
import { pinWithBreaks } from "@deadheat/measure";
import { prepare } from "../plan/prepare.ts";
import { runsDirectory } from "../targets/project.ts";
import { formatDuration } from "@deadheat/report/format";
import { absolute, newRunId } from "deadheat/parts";
import { cheats } from "./experiments/cheats.ts";
import { aa } from "./experiments/equal.ts";
import { isolationCost } from "./experiments/isolation-cost.ts";
import {
  CalibrationFailed,
  instrument,
  type Experiment,
  type Instrument,
  type Lab,
  type Observation,
} from "./lab/experiment.ts";
import { labOf, type LabOptions } from "./lab/lab.ts";
import { realEqual, realFound, realWarmup } from "./experiments/real.ts";
import { realFunctions } from "./experiments/real-functions.ts";
import { realGrowth } from "./experiments/real-growth.ts";
import { slow } from "./experiments/slow.ts";
import { slowdown } from "./experiments/slowdown.ts";
import { renderCalibration, type Calibration, type Outcome } from "./summary.ts";

/** The experiments with servers as people run them: they compute for milliseconds, wait, or keep memory. */
const real = [realFound, realEqual, realWarmup, realGrowth];

export const experiments: readonly Experiment[] = [
  aa,
  slowdown,
  slow,
  cheats,
  isolationCost,
  ...real,
  ...realFunctions,
];

/** The experiments that run only if they are chosen, because they take more than an hour, or test the measure and not the machine. */
export const ONLY_ASKED: ReadonlySet<string> = new Set(
  [cheats, isolationCost, ...real, ...realFunctions].map(({ name }) => name),
);

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  real: real.map(({ name }) => name),
  explain: realFunctions.map(({ name }) => name),
};

interface CalibrateOptions extends LabOptions {
  /** The names of experiments; by default all but those in `ONLY_ASKED`. */
  readonly only?: readonly string[] | undefined;
  readonly out?: string | undefined;
}

/**
 * Tests the measure on this machine, with servers whose true speed is known. Writes `calibration.json`,
 * `calibration.txt` and the rounds behind them.
 * @throws UsageError, CalibrationFailed, Interrupted
 */
export async function calibrate(
  options: CalibrateOptions,
  io: Io,
  underTest: Instrument = instrument,
  known: readonly Experiment[] = experiments,
): Promise<{ readonly path: string; readonly calibration: Calibration }> {
  const chosen = await choose(options.only, known);
  const prepared = await prepare(
    {
      profile: "quick",
      targets: ["node-http/node"],
      scenarios: ["text"],
      seed: options.seed,
      calibration: true,
    },
    io,
  );
  const startedAt = new Date().toISOString();
  const id = `calibrate-${newRunId(startedAt)}`;
  const out = absolute(options.out ?? join(runsDirectory, id));
  mkdirSync(out, { recursive: true });
  const journal = openJournal(join(out, "journal", "calibrate.jsonl"));
  const clock = performance.now();
  const { unpin, onAllCpus } = pinWithBreaks(prepared.settings.machine.pinning);
  let outcome: Pick<Calibration, "experiments" | "load" | "seed">;
  try {
    const lab = { ...labOf(options, prepared, journal, io, underTest), onAllCpus };
    outcome = {
      experiments: await performAll(chosen, lab),
      load: lab.load,
      seed: lab.seed,
    };
  } finally {
    unpin();
    journal.close();
  }
  const calibration: Calibration = {
    schema: 2,
    id,
    startedAt,
    finishedAt: new Date().toISOString(),
    size: options.size,
    seconds: (performance.now() - clock) / 1000,
    machine: prepared.settings.machine,
    tools: prepared.settings.tools,
    ...outcome,
    pass: outcome.experiments.every(({ pass }) => pass),
  };
  const path = join(out, "calibration.json");
  writeWhole(path, `${JSON.stringify(calibration, null, 2)}\n`);
  writeWhole(join(out, "calibration.txt"), renderCalibration(calibration, { color: false }));
  return { path, calibration };
}

async function performAll(chosen: readonly Chosen[], lab: Omit<Lab, "part">): Promise<Outcome[]> {
  const seconds = chosen.reduce(
    (sum, { experiment, part }) => sum + experiment.seconds(lab.size, part),
    0,
  );
  lab.note(`Calibrating: ${chosen.length} experiments, about ${formatDuration(seconds)}`);
  const outcomes: Outcome[] = [];
  for (const { experiment, part } of chosen) {
    const { name, expected, threshold, otherwise, run } = experiment;
    const from = performance.now();
    const seen = await run({ ...lab, part }).catch((error: unknown): Observation => {
      if (!(error instanceof CalibrationFailed)) throw error;
      return { observed: `could not be measured: ${error.message}`, pass: false, metrics: {} };
    });
    const took = (performance.now() - from) / 1000;
    const described = { name, expected, threshold: threshold(lab.size), otherwise };
    outcomes.push({ ...described, skipped: null, ...seen, seconds: took });
    lab.note(`${seen.pass ? "pass" : "FAIL"}  ${name}: ${seen.observed}`);
  }
  return outcomes;
}

interface Chosen {
  readonly experiment: Experiment;
  /** The words in the names of the parts to run; null for all. */
  readonly part: string | null;
}

/** @param only names of experiments and groups; an experiment of parts may have words after a colon, as in `cheats:rival` */
async function choose(
  only: readonly string[] | undefined,
  known: readonly Experiment[],
): Promise<readonly Chosen[]> {
  const all = (named: readonly Experiment[]) =>
    named.map((experiment) => ({ experiment, part: null }));
  if (only === undefined) return all(known.filter(({ name }) => !ONLY_ASKED.has(name)));
  const chosen = only.map(async (word): Promise<readonly Chosen[]> => {
    const group = Object.hasOwn(GROUPS, word) ? (GROUPS[word] ?? []) : [];
    const [own = "", part = null] = word.split(/:(.+)/s);
    const found = known.find(({ name, parts }) => name === own && (part === null || parts));
    if (found) {
      if (part !== null && !(await found.parts?.())?.some((one) => one.includes(part))) {
        throw new UsageError(`No part of ${own} has ${JSON.stringify(part)} in its name`);
      }
      return [{ experiment: found, part }];
    }
    if (group.length > 0) return all(known.filter(({ name }) => group.includes(name)));
    const names = [...known.map(({ name }) => name), ...Object.keys(GROUPS)].join(", ");
    throw new UsageError(`There is no experiment ${JSON.stringify(word)}. Choose from: ${names}.`);
  });
  const named = (await Promise.all(chosen)).flat();
  const order = ({ experiment }: Chosen) => known.indexOf(experiment);
  return named.toSorted((a, b) => order(a) - order(b));
}
