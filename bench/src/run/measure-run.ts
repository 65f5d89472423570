import { UsageError, modesOf } from "@deadheat/journal";
import { checkMachine, drawSeed } from "@deadheat/measure";
import { openRun } from "deadheat/parts";
import type { Io } from "deadheat/cli";
import { buildPlan } from "../plan/build.ts";
import { deal, partOf, planOf } from "../plan/deal.ts";
import type { Plan } from "../plan/plan.ts";
import { prepare } from "../plan/prepare.ts";
import type { Prepared } from "../plan/prepared.ts";
import { continued, type RunRequest } from "../plan/request.ts";
import { parseShard } from "../plan/shard.ts";
import { withServices } from "../services/with-services.ts";
import { runsDirectory } from "../targets/project.ts";
import { chooseCaching, type Caching } from "./cache/caching.ts";
import type { Course, Split } from "./course.ts";
import { findBegun, savePlan, type BegunRun } from "./plan-file.ts";
import { blocksBefore, refuseOther } from "./resume.ts";
import { measureTargets } from "./rounds.ts";

export interface RunOptions {
  readonly request: RunRequest;
  readonly out: string | null;
  readonly resume: boolean;
  readonly force: boolean;
}

/**
 * The way of one run until all is journalled: manifests, plan, duets through turbo.
 * @throws Interrupted with the finished blocks journalled: the same command with --resume goes on.
 */
export async function measureRun(options: RunOptions, io: Io): Promise<Course> {
  const begun = options.resume ? findBegun(options.out) : null;
  const request = begun ? continued(options.request, begun.request) : options.request;
  if (begun) refuseOtherShard(begun, request);
  const force = options.force || (begun?.force ?? false);
  const caching = await chooseCaching(request.cache ?? null, force, io);
  const prepared = await prepare(request, io);
  return withServices(prepared, io, (served) =>
    measureServed(served, begun, { ...options, request, force }, caching, io),
  );
}

async function measureServed(
  prepared: Prepared,
  begun: BegunRun | null,
  { request, out, force }: RunOptions,
  caching: Caching,
  io: Io,
): Promise<Course> {
  const { settings, targets } = prepared;
  const names = targets.map((target) => target.name);
  if (begun) refuseOther(begun, settings, names);
  const folder = begun?.folder ?? openRun(out, runsDirectory);
  const seed = begun?.seed ?? request.seed ?? drawSeed();
  const { scenarios, blocks, load, services } = settings;
  const modes = modesOf(settings);
  const whole = buildPlan(targets, scenarios, blocks, load, seed, modes, services);
  // What a machine lacks decides nothing about what the others measure.
  const split = splitOf(request, buildPlan(targets, scenarios, blocks, load, seed, modes));
  const plan = split ? planOf(whole, split.deal, split.shard) : whole;
  const part = split && partOf(split.deal, split.shard);
  const own = split ? { ...prepared, targets: plan.targets, part } : prepared;
  checkMachine(
    folder.out,
    [...plan.duets, ...plan.costs].reduce((sum, duet) => sum + duet.blocks, 0),
    load.connections,
  );
  const earlier = begun ? await blocksBefore(own, folder) : new Set<string>();
  savePlan(folder, { seed, settings, targets: names, request, force });

  const startedAt = performance.now();
  await measureTargets(own, plan, folder, caching, io);
  const seconds = (performance.now() - startedAt) / 1000;
  return { request, prepared, plan, split, folder, earlier, seconds };
}

function splitOf({ shard: asked }: RunRequest, plan: Plan): Split | null {
  if (!asked) return null;
  const shard = parseShard(asked);
  return { shard, deal: deal(plan, shard.total) };
}

function refuseOtherShard(begun: BegunRun, { shard }: RunRequest): void {
  const was = begun.request.shard ?? null;
  if ((shard ?? null) === was) return;
  throw new UsageError(
    `${begun.folder.out} cannot be resumed as shard ${shard}: it is ${was === null ? "no shard" : `shard ${was}`}`,
  );
}
