import type { Warning } from "@deadheat/journal";
import { MINIMUM_ROUNDS, type Result } from "@deadheat/judge";
import { checkMachine, drawSeed, thisInstance } from "@deadheat/measure";
import {
  nameOf,
  refuseOther,
  resultOf,
  run,
  savePlan,
  type Outcome,
  type RunPlan,
} from "@deadheat/runner";
import { writing } from "../folder/not-written.ts";
import { resultPath, writeReports } from "../folder/report.ts";
import { floorsOf } from "./floor.ts";
import { planOf } from "./plan.ts";
import { showProgress } from "./progress.ts";
import type { Testbed } from "../measure/testbed.ts";
import type { Running } from "./running.ts";
import { folderStore } from "./store.ts";

export interface Ran {
  /** The path of result.json; report.md and report.html lie beside it. */
  readonly path: string;
  /** A target that failed has cells with status `failed` and the reason. */
  readonly result: Result;
}

/**
 * Measures targets against the floors of their runtimes, and writes the result and its reports. If the store has a
 * target's journal, the target is not measured, and its cells get `replayedFrom`. The caller must have pinned this process
 * (`pinOurselves`) and must hold the machine.
 * @throws UsageError, EnvironmentError, NotWritten, Interrupted; finished rounds are kept in the folder's `journal/`, for `--resume`
 */
export async function runTargets(running: Running, testbed: Omit<Testbed, "load">): Promise<Ran> {
  const { folder, begun, margin, requests, git, history } = running;
  const floors = floorsOf(running);
  const seed = begun?.seed ?? running.seed ?? drawSeed();
  const plan = planOf(running, floors, seed, testbed);
  const { settings, arranged, participants } = plan;
  const names = participants.map(({ name }) => name);
  if (begun) refuseOther(begun, settings, names);
  const pairs = [...arranged.duets, ...arranged.costs];
  const rounds = pairs.reduce((sum, pair) => sum + pair.rounds, 0);
  checkMachine(folder.out, rounds, settings.load.connections);
  const { request } = running;
  running.announce?.(settings.withinSeconds ?? arranged.seconds, arranged.passes);
  savePlan(folder, { seed, settings, targets: names, request, force: running.cache === "force" });

  const { oha, machine, signal, note } = testbed;
  const instance = thisInstance();
  const store = folderStore(plan, running, floors, instance);
  const stand = { folder, oha, pinning: machine.pinning, instance, store, signal };
  try {
    const outcome = await run(plan, stand, showProgress(arranged, settings.withinSeconds, note));
    const result = resultOf(plan, stand, outcome, {
      git,
      hold: testbed.hold,
      margin,
      // Holm corrects the pairs of each request, and all requests share the level of 0.05.
      alpha: 0.05 / requests.length,
      warnings: [...(running.warnings ?? []), ...budgetWarnings(plan, running, outcome)],
      missing: () => [...(running.missing ?? [])],
      ...(running.installed && { installed: running.installed }),
      ...(history && { history }),
    });
    const path = resultPath(folder.out);
    return await writing({ path, result }, folder.out, () => writeReports(folder.out, result));
  } finally {
    // The rounds so far may be continued later.
    if (signal.aborted) await running.verify?.();
    if (signal.aborted) note("Finished rounds are kept. Add --resume to continue the run.");
  }
}

/** Returns a warning if the budget was too short for this machine. The first passes are measured in any case. */
function budgetWarnings(
  { settings: { withinSeconds }, arranged: { duets } }: RunPlan,
  { folder }: Pick<Running, "folder">,
  { journals, earlier, seconds }: Outcome,
): Warning[] {
  const own = journals
    .filter(({ run: header }) => header.runId === folder.id)
    .flatMap(({ rounds }) => rounds)
    .filter((round) => !earlier.has(nameOf(round)));
  const least = MINIMUM_ROUNDS * duets.length;
  if (withinSeconds === null || seconds <= withinSeconds || own.length > least) return [];
  if (own.length === 0) return [];
  const pass = (duets.length * seconds) / own.length;
  const facts = { rounds: MINIMUM_ROUNDS, duets: duets.length, seconds: withinSeconds };
  return [{ code: "over-budget", facts: { ...facts, enoughSeconds: 8 * pass } }];
}
