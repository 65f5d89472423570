import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import * as v from "valibot";
import { EnvironmentError, Interrupted, UsageError, writeWhole } from "@deadheat/journal";
import { drawSeed } from "@deadheat/measure";
import { findBegun, refuseOther, savePlan, type RunFolder } from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import { absolute, openRun, requireUnused, showProgress, type Ran } from "deadheat/parts";
import { buildPlan, type TargetPlan } from "../plan/build.ts";
import { prepare, type Prepared } from "../plan/prepare.ts";
import { runRequestSchema, type RunRequest } from "../plan/request.ts";
import { runnerPlan } from "../plan/runner-plan.ts";
import { runsDirectory } from "../targets/project.ts";
import { workersThere, type WorkerState } from "./announce.ts";
import { Collected } from "./collected.ts";
import { connect, openlySent, type QueuePlace } from "./connection.ts";
import { coordinate } from "./coordinate.ts";
import { finishFleet } from "./finish.ts";
import { codeOf, planDigest, type Code } from "./inputs.ts";
import { cpusOf } from "./measure-task.ts";
import { openTasks } from "./queue.ts";
import { QUIET_SECONDS, quietWords } from "./show.ts";
import type { PlanOfRun } from "./task.ts";

export interface FleetOptions {
  readonly request: RunRequest;
  readonly out: string | null;
  readonly resume: boolean;
  /** The half-width of every interval that further rounds aim at; null for that of the profile. */
  readonly until: number | null;
  /** The number of machines that a budget is divided among; null for the number of workers that are there. */
  readonly workers: number | null;
}

/** The facts of a run of a fleet that `--resume` needs. */
const fleetSchema = v.object({
  machines: v.number(),
  until: v.nullable(v.number()),
  class: v.string(),
  seconds: v.number(),
});
type Fleet = v.InferOutput<typeof fleetSchema>;

/** The longest time that a run waits for its first worker. */
const FIRST_WORKER_SECONDS = 600;
/** The most further rounds, as a share of the planned ones, with `--until`. */
const MOST_FURTHER = 3;

/**
 * Measures a run on the workers of a queue.
 * @param broken returns why no worker can come any more
 * @throws UsageError, EnvironmentError, Interrupted; what was measured is kept for --resume
 */
export async function runFleet(
  options: FleetOptions,
  place: QueuePlace,
  io: Io,
  broken: () => string | null = () => null,
): Promise<Ran> {
  const out = options.out === null ? null : absolute(options.out);
  const begun = options.resume ? findBegun(out, runsDirectory, runRequestSchema) : null;
  if (!begun) requireUnused(out);
  const earlier = begun && readFleet(begun.folder);
  const redis = await connect(place);
  try {
    const warning = openlySent(place);
    if (warning !== null) io.note(warning);
    const asked = begun?.request ?? options.request;
    const first = await prepare(asked, io, 1);
    const code = codeOf(first.settings);
    const own = first.settings.machine.fingerprint;
    const crew = await firstWorkers(redis, place, code, earlier?.class ?? own, io, broken);
    const fleet: Fleet = earlier ?? {
      machines: options.workers ?? Math.max(1, new Set(crew.map((one) => one.instance)).size),
      until: options.until,
      class: crew[0]!.class,
      seconds: 0,
    };
    const prepared = await prepare(asked, io, fleet.machines);
    const { settings, targets } = prepared;
    const names = targets.map(({ name }) => name);
    if (begun) refuseOther(begun, settings, names);
    const folder = begun?.folder ?? openRun(out, runsDirectory);
    const seed = begun?.seed ?? asked.seed ?? drawSeed();
    savePlan(folder, { seed, settings, targets: names, request: asked, force: false });
    const save = (seconds: number) => writeWhole(join(folder.out, FILE), { ...fleet, seconds });
    save(fleet.seconds);
    const { scenarios, rounds, load } = settings;
    const plan = buildPlan(targets, scenarios, rounds, load, seed, settings);
    const collected = new Collected(folder.out, folder.id, runnerPlan(plan, prepared));
    const of = planOf(folder, asked, fleet, code, prepared, plan);
    const tasks = openTasks(crew[0]!.queue, redis);
    const since = performance.now();
    const seconds = () => fleet.seconds + (performance.now() - since) / 1000;
    const tell = showProgress(plan, settings.withinSeconds, io.note);
    for (const [{ target }, ...records] of collected.journals) {
      tell({ kind: "left", target, records });
    }
    try {
      const lost = await coordinate(
        {
          of,
          plan,
          cpus: cpusOf(prepared),
          collected,
          precision: precisionOf(fleet.until, settings, plan),
          withinSeconds: settings.withinSeconds,
          redis,
          tasks,
          place,
          tell,
          broken,
        },
        io,
      );
      return await finishFleet(prepared, plan, folder, asked, collected, lost, seconds());
    } catch (error) {
      if (io.signal.aborted) io.note("Finished rounds are kept. Add --resume to continue the run.");
      throw error;
    } finally {
      save(seconds());
      await tasks.close();
    }
  } finally {
    redis.disconnect();
  }
}

const FILE = "fleet.json";

function readFleet({ out }: RunFolder): Fleet {
  const path = join(out, FILE);
  if (!existsSync(path)) {
    throw new UsageError(`${out} was not measured with a queue. Leave --queue and --workers out`);
  }
  return v.parse(v.pipe(v.string(), v.parseJson(), fleetSchema), readFileSync(path, "utf8"));
}

function planOf(
  { id }: RunFolder,
  request: RunRequest,
  { machines, class: name }: Fleet,
  code: Code,
  { settings }: Prepared,
  plan: TargetPlan,
): PlanOfRun {
  const { commit, lockfile, digest } = code;
  const { seed } = plan;
  // Fields that were not given have no place in a message.
  const given = JSON.parse(JSON.stringify(request)) as RunRequest;
  const inputs = { plan: planDigest(settings, plan), code: digest, commit, lockfile, class: name };
  return { run: id, request: given, machines, seed, ...inputs };
}

function precisionOf(until: number | null, { precision }: Prepared["settings"], plan: TargetPlan) {
  if (until === null) return precision;
  const planned = plan.duets.reduce((sum, { rounds }) => sum + rounds, 0);
  return { halfWidth: until, spare: MOST_FURTHER * planned };
}

/**
 * Waits for the first workers that have this code. Prefers those of this machine's class.
 * @throws EnvironmentError if none comes, or if workers of several other classes wait; Interrupted
 */
async function firstWorkers(
  redis: Redis,
  place: QueuePlace,
  { digest, commit }: Code,
  preferred: string,
  io: Io,
  broken: () => string | null,
): Promise<WorkerState[]> {
  const began = performance.now();
  let told = false;
  for (;;) {
    const all = await workersThere(redis, place.key);
    const same = all.filter(({ queue }) => queue.endsWith(`-${digest.slice(0, 16)}`));
    const classes = Map.groupBy(same, (one) => one.class);
    const best = classes.get(preferred) ?? (classes.size === 1 ? same : null);
    if (best) return best;
    if (classes.size > 1) {
      const shown = [...classes].map(([name, [one]]) => `\n  ${name}: ${one?.cpu}`).join("");
      throw new EnvironmentError(
        `Workers of ${classes.size} classes wait, and none is of the class of this machine. Their metrics are never ` +
          `mixed:${shown}\nStart the run on a machine of one of these classes`,
      );
    }
    const why = broken();
    if (why !== null) throw new EnvironmentError(why);
    const seconds = (performance.now() - began) / 1000;
    if (!told && seconds > QUIET_SECONDS) {
      told = true;
      io.note(quietWords(all, commit));
    }
    if (seconds > FIRST_WORKER_SECONDS) {
      throw new EnvironmentError(
        `No worker has come within ${FIRST_WORKER_SECONDS / 60} min. Start one, then run this again`,
      );
    }
    await sleep(500, undefined, { signal: io.signal }).catch(() => {
      throw new Interrupted();
    });
  }
}
