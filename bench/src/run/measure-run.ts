import { UsageError } from "@deadheat/journal";
import { checkMachine, drawSeed, pinOurselves, thisInstance } from "@deadheat/measure";
import {
  deal,
  parseShard,
  partOf,
  planOfShard,
  type Deal,
  type Shard,
  filled,
  findBegun,
  refuseOther,
  run,
  savePlan,
  type BegunRun,
  type RunContext,
  type Outcome,
} from "@deadheat/runner";
import { absolute, openRun, requireUnused, showProgress } from "deadheat/parts";
import type { Io } from "deadheat/cli";
import { buildPlan, type TargetPlan } from "../plan/build.ts";
import { runnerPlan } from "../plan/runner-plan.ts";
import { prepare, type Prepared } from "../plan/prepare.ts";
import { DEFAULT_PROFILE } from "../plan/profiles.ts";
import { runRequestSchema, type RunRequest } from "../plan/request.ts";
import { withServices } from "../services/start.ts";
import { runsDirectory } from "../targets/project.ts";
import { chooseCaching, type Caching } from "../cache/caching.ts";
import { requirePnpm } from "../cache/pnpm.ts";
import { openTurboStore } from "./store.ts";

export interface RunOptions {
  readonly request: RunRequest;
  readonly out: string | null;
  readonly resume: boolean;
  readonly force: boolean;
}

/** A run after its last round, before its result. */
export interface MeasuredRun {
  readonly request: RunRequest;
  readonly prepared: Prepared;
  /** The part of the plan that this machine measured. */
  readonly plan: TargetPlan;
  /** null if the run has no shards. */
  readonly split: Split | null;
  readonly context: RunContext;
  readonly outcome: Outcome;
}

export interface Split {
  readonly shard: Shard;
  readonly deal: Deal;
}

/**
 * Measures a run: reads the manifests, makes the plan, and measures it into journals.
 * @throws Interrupted; finished rounds are kept, and the same command with --resume continues
 */
export async function measureRun(options: RunOptions, io: Io): Promise<MeasuredRun> {
  const out = options.out === null ? null : absolute(options.out);
  const begun = options.resume ? findBegun(out, runsDirectory, runRequestSchema) : null;
  if (!begun) requireUnused(out);
  const request = begun ? continued(options.request, begun.request) : options.request;
  if (begun) refuseOtherShard(begun, request);
  requirePnpm();
  const force = options.force || (begun?.force ?? false);
  const caching = await chooseCaching(request.cache ?? null, force, io);
  const prepared = await prepare(request, io);
  return withServices(prepared, io, (served) =>
    measureServed(served, begun, { ...options, request, force }, caching, io),
  );
}

async function measureServed(
  prepared: Prepared,
  begun: BegunRun<RunRequest> | null,
  { request, out, force }: RunOptions,
  caching: Caching,
  io: Io,
): Promise<MeasuredRun> {
  const { settings, targets } = prepared;
  const names = targets.map((target) => target.name);
  if (begun) refuseOther(begun, settings, names);
  const folder = begun?.folder ?? openRun(out, runsDirectory);
  const seed = begun?.seed ?? request.seed ?? drawSeed();
  const { scenarios, rounds, load, services, machine } = settings;
  const planWith = (own?: typeof services) =>
    buildPlan(targets, scenarios, rounds, load, seed, settings, own);
  const shard = request.shard ? parseShard(request.shard) : null;
  // The deal must be the same on every machine, so it ignores which services this machine lacks.
  const split = shard && { shard, deal: deal(planWith(), shard.total) };
  const whole = planWith(services);
  const plan = split ? planOfShard(whole, split.deal, split.shard) : whole;
  const matrix = runnerPlan(plan, prepared, split && partOf(split.deal, split.shard));
  const pairs = [...plan.duets, ...plan.costs].reduce((sum, duet) => sum + duet.rounds, 0);
  checkMachine(folder.out, pairs, load.connections);
  savePlan(folder, { seed, settings, targets: names, request, force });

  const store = await openTurboStore(matrix, prepared, folder, caching, io);
  const { oha } = prepared;
  const { pinning } = machine;
  const context = { folder, oha, pinning, instance: thisInstance(), store, signal: io.signal };
  const unpin = pinOurselves(pinning);
  try {
    const outcome = await run(matrix, context, showProgress(plan, settings.withinSeconds, io.note));
    return { request, prepared, plan, split, context, outcome };
  } finally {
    unpin();
    if (io.signal.aborted) io.note("Finished rounds are kept. Add --resume to continue the run.");
  }
}

/** Returns the request of a resumed run: the options of this command, and for all others those with which the run began. */
function continued(asked: RunRequest, begun: RunRequest): RunRequest {
  return {
    ...filled(asked, begun),
    profile: asked.profile === DEFAULT_PROFILE ? begun.profile : asked.profile,
    ...(asked.modes && begun.modes ? { modes: filled(asked.modes, begun.modes) } : {}),
  };
}

function refuseOtherShard(begun: BegunRun<RunRequest>, { shard }: RunRequest): void {
  const was = begun.request.shard ?? null;
  if ((shard ?? null) === was) return;
  throw new UsageError(
    `${begun.folder.out} cannot be resumed as shard ${shard}, because it is ${was === null ? "no shard" : `shard ${was}`}. Leave --shard out`,
  );
}
