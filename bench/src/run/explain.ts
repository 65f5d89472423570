import { join } from "node:path";
import { runtimeFacts, UsageError } from "@deadheat/journal";
import type { Explained } from "@deadheat/judge";
import { concurrencyWarnings, drawSeed, limitWarnings, type Hold } from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import {
  explainEntrants,
  explainedIn,
  openRun,
  requireUnused,
  PROFILED_SECONDS,
  USUAL_BUDGET_SECONDS,
  writeExplained,
  writing,
} from "deadheat/parts";
import { withProfiler } from "../targets/entrant.ts";
import type { Target } from "../targets/manifest.ts";
import { runsDirectory } from "../targets/project.ts";
import { participantOf } from "../cells/participant.ts";
import type { CompareOptions } from "./compare.ts";
import { addonsOf, chooseTwoTargets, withTwoTargets } from "./two-targets.ts";

/**
 * Explains the difference between two targets: which functions, packages and kinds of code make it.
 * @param names the base is null for the floor of the new target
 * @throws UsageError, ComparisonFailed, Interrupted
 */
export async function explain(
  names: { readonly base: string | null; readonly new: string },
  {
    scenario,
    budgetSeconds,
    seed,
    out,
  }: Pick<CompareOptions, "scenario" | "budgetSeconds" | "seed" | "out">,
  io: Io,
  hold: Hold,
): Promise<{ document: Explained; page: string }> {
  requireUnused(out);
  const asked = { windowSeconds: PROFILED_SECONDS, seed };
  const chosen = await chooseTwoTargets(names, scenario, asked, io);
  const { base, new: next } = chosen;
  if (base.name === next.name) {
    throw new UsageError(`${next.name} has no other floor. Name a base too`);
  }
  return withTwoTargets(chosen, io, async ({ prepared, exchange, bench }) => {
    const folder = openRun(out ?? null, runsDirectory);
    const { settings } = prepared;
    const server = async (target: Target) => {
      const { name, runtime, directory, entry, manifest } = target;
      const program = { kind: "file", file: join(directory, entry) } as const;
      const entrant = await participantOf(target, settings, prepared).entrant(scenario);
      if (runtimeFacts[runtime].preload === null) {
        throw new UsageError(
          `${name} cannot be profiled: ${runtime} loads no module before a server's code`,
        );
      }
      return {
        entrant: withProfiler(entrant),
        about: { name, runtime, version: settings.tools[runtime]?.version ?? "" },
        located: { runtime, root: directory, program, app: null, package: manifest.package },
      };
    };
    const explained = await explainEntrants(
      {
        servers: { base: await server(base), new: await server(next) },
        scenario,
        exchange,
        budgetSeconds: budgetSeconds ?? USUAL_BUDGET_SECONDS,
        seed: seed ?? drawSeed(),
        warnings: [...concurrencyWarnings(hold), ...limitWarnings(), ...addonsOf(base, next)],
      },
      bench,
      io.note,
    );
    const { document, files } = explainedIn(explained, folder.out);
    const found = { document, page: files.html };
    return writing(found, folder.out, () => writeExplained(explained, folder.out), false);
  });
}
