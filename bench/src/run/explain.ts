import { join } from "node:path";
import { UsageError } from "@deadheat/journal";
import type { Explained } from "@deadheat/judge";
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
import { prepare } from "../plan/prepare.ts";
import { withServices } from "../services/start.ts";
import { withProfiler } from "../targets/entrant.ts";
import { floorOf } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { runsDirectory } from "../targets/project.ts";
import { exchangeOf, participantOf } from "../task/participant.ts";
import { addonsOf, single, type CompareOptions } from "./compare.ts";

/**
 * Explains the difference between two targets: which functions, packages and kinds of code make it.
 * @param names the base is null for the floor of the new target
 * @throws UsageError, ComparisonFailed, Interrupted
 */
export async function explain(
  names: { readonly base: string | null; readonly new: string },
  options: Pick<CompareOptions, "scenario" | "budget" | "seed" | "out">,
  io: Io,
  hold: Hold,
): Promise<{ document: Explained; page: string }> {
  const { scenario, budget = USUAL_BUDGET_SECONDS, seed = drawSeed(), out = null } = options;
  const ready = await prepare(
    {
      profile: "quick",
      targets: [names.new, ...(names.base === null ? [] : [names.base])],
      scenarios: [scenario],
      windowSeconds: PROFILED_SECONDS,
      seed,
      calibration: true,
    },
    io,
  );
  const next = single(ready.all, names.new, scenario);
  const base =
    names.base === null ? floorOf(next, ready.all) : single(ready.all, names.base, scenario);
  if (base.name === next.name) {
    throw new UsageError(`${next.name} has no other floor. Name a base too`);
  }
  const folder = openRun(out, runsDirectory);
  const unpin = pinOurselves(ready.settings.machine.pinning);
  try {
    return await withServices(ready, io, async (prepared) => {
      const { settings, oha, addresses } = prepared;
      const server = async (target: Target): Promise<ExplainedServer> => {
        const { name, runtime, directory, entry, manifest } = target;
        const program = { kind: "file", file: join(directory, entry) } as const;
        const entrant = await participantOf(target, settings, prepared).entrant(scenario);
        return {
          entrant: withProfiler(entrant),
          about: { name, runtime, version: settings.tools[runtime].version },
          located: { root: directory, program, app: null, package: manifest.package },
        };
      };
      const explained = await explainEntrants(
        {
          servers: { base: await server(base), new: await server(next) },
          scenario,
          exchange: await exchangeOf(scenario, addresses),
          budgetSeconds: budget,
          seed,
          warnings: [...concurrencyWarnings(hold), ...limitWarnings(), ...addonsOf(base, next)],
        },
        { oha, pinning: settings.machine.pinning, load: settings.load, signal: io.signal },
        io.note,
      );
      const { files } = writeExplained(explained, folder.out);
      return { document: explained.document, page: files.html };
    });
  } finally {
    unpin();
  }
}
