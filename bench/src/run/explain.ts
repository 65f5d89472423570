import { join } from "node:path";
import { UsageError } from "@deadheat/journal";
import {
  concurrencyWarnings,
  drawSeed,
  limitWarnings,
  pinOurselves,
  type Hold,
} from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import {
  explainEntrants,
  openRun,
  PROFILED_SECONDS,
  USUAL_BUDGET_SECONDS,
  writeExplained,
  type ExplainedServer,
} from "deadheat/parts";
import type { Explained } from "@deadheat/judge";
import { prepare } from "../plan/prepare.ts";
import type { Prepared } from "../plan/prepared.ts";
import { withServices } from "../services/with-services.ts";
import { withProfiler } from "../targets/entrant.ts";
import { floorOf } from "../targets/floor.ts";
import type { Target } from "../targets/manifest.ts";
import { runsDirectory } from "../targets/project.ts";
import { exchangeOf, participantOf } from "../task/participant.ts";
import { addonsOf, single } from "./compare.ts";

export interface ExplainOptions {
  /** The name of the base; null for the floor of the new target. */
  readonly base: string | null;
  /** The name of the new target. */
  readonly new: string;
  readonly scenario: string;
  readonly budgetSeconds: number | null;
  readonly seed: number | null;
  readonly out: string | null;
}

/**
 * Explains the difference between two targets: which functions, packages and kinds of code make it.
 * @throws UsageError, ComparisonFailed, Interrupted
 */
export async function explain(
  options: ExplainOptions,
  io: Io,
  hold: Hold,
): Promise<{ document: Explained; page: string }> {
  const { scenario, out } = options;
  const ready = await prepare(
    {
      profile: "quick",
      targets: [options.new, ...(options.base === null ? [] : [options.base])],
      scenarios: [scenario],
      budgetSeconds: null,
      blocks: null,
      warmupAnswers: null,
      windowSeconds: PROFILED_SECONDS,
      seed: options.seed,
      calibration: true,
    },
    io,
  );
  const next = single(ready, options.new, scenario);
  const base =
    options.base === null ? floorOf(next, ready.all) : single(ready, options.base, scenario);
  if (base.name === next.name) {
    throw new UsageError(`${next.name} has no other floor. Name a base too`);
  }
  const folder = openRun(out, runsDirectory);
  const unpin = pinOurselves(ready.settings.machine.pinning);
  try {
    const explained = await withServices(ready, io, async (prepared) => {
      const { settings, ohaPath } = prepared;
      return explainEntrants(
        {
          servers: {
            base: await serverOf(base, scenario, prepared),
            new: await serverOf(next, scenario, prepared),
          },
          scenario,
          exchange: await exchangeOf(scenario, prepared.addresses),
          budgetSeconds: options.budgetSeconds ?? USUAL_BUDGET_SECONDS,
          seed: options.seed ?? drawSeed(),
          warnings: [...concurrencyWarnings(hold), ...limitWarnings(), ...addonsOf(base, next)],
        },
        {
          oha: { path: ohaPath, version: settings.tools.oha.version },
          pinning: settings.machine.pinning,
          load: settings.load,
          signal: io.signal,
        },
        io.note,
      );
    });
    const { files } = writeExplained(explained, folder.out);
    return { document: explained.document, page: files.html };
  } finally {
    unpin();
  }
}

async function serverOf(
  target: Target,
  scenario: string,
  prepared: Prepared,
): Promise<ExplainedServer> {
  const { name, runtime, directory, entry, manifest } = target;
  const { settings } = prepared;
  const entrant = await participantOf(target, settings, prepared).entrant(scenario);
  return {
    entrant: withProfiler(entrant),
    about: { name, runtime, version: settings.tools[runtime].version },
    located: {
      root: directory,
      program: { kind: "file", file: join(directory, entry) },
      app: null,
      package: manifest.package,
    },
    loaded: null,
  };
}
