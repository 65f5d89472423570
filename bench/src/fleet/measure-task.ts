import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  failureOf,
  Interrupted,
  journalPath,
  scratchFolder,
  type VerifyRecord,
} from "@deadheat/journal";
import { pinOurselves, thisInstance } from "@deadheat/measure";
import {
  measureParts,
  type RunContext,
  type JournalStore,
  type Participant,
  type RunPlan,
  type RunEvent,
} from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import { buildPlan, type TargetPlan } from "../plan/build.ts";
import { prepare, type Prepared } from "../plan/prepare.ts";
import { runnerPlan } from "../plan/runner-plan.ts";
import { startServices, type Services } from "../services/start.ts";
import { codeOf, planDigest, type Code } from "./inputs.ts";
import { anchorTasks } from "./plan-tasks.ts";
import { Refused, type PlanOfRun, type Task, type TaskPart } from "./task.ts";

/** A run on this machine: the plan, made here from the options of the run, and its services. */
export interface RunHere {
  readonly run: string;
  readonly digest: string;
  /**
   * Measures a task, after the anchors if they are due. Returns the journals, one text a target.
   * @param isOver returns true if no further round may begin
   * @param signal ends the round that runs; the rounds before are returned
   */
  readonly measure: (
    task: Task,
    anchors: readonly TaskPart[],
    isOver: () => boolean,
    signal: AbortSignal,
    note: (line: string) => void,
  ) => Promise<string[]>;
  /** Returns the rounds of the anchors for a machine of this number. */
  readonly anchors: (order: number) => readonly TaskPart[];
  /** @throws Refused if the plan has no such part */
  readonly requirePart: (part: TaskPart) => void;
  readonly stop: () => Promise<void>;
}

const none: JournalStore = {
  find: () => Promise.resolve(new Map()),
  hashOf: () => null,
  keep: () => Promise.resolve(),
};

/** Measurements of tests, which start no server. */
export interface MadeUp extends Pick<Partial<RunContext>, "measure"> {
  readonly check?: Participant["check"];
}

/** @throws Refused if a task asks for another clone, class of machine or version than this one */
export function requireHere(task: PlanOfRun, code: Code, fingerprint: string): void {
  if (task.class !== fingerprint) {
    throw new Refused(`it is for machines of class ${task.class}, and this one is ${fingerprint}`);
  }
  if (task.commit !== code.commit) {
    const [its, ours] = [task.commit, code.commit].map((one) => one?.slice(0, 12) ?? "none");
    throw new Refused(`it is of commit ${its}, and this clone is at ${ours}`);
  }
  if (task.lockfile !== code.lockfile) throw new Refused("it is of another pnpm-lock.yaml");
  if (task.code !== code.digest) {
    throw new Refused("it is of other sources, runtimes or another oha than this clone has");
  }
}

/**
 * Makes the plan of a run on this machine, and starts the services that it needs.
 * @throws Refused if the plan is another one than that of the run
 */
export async function openRunHere(
  task: PlanOfRun,
  code: Code,
  io: Io,
  made: MadeUp = {},
): Promise<RunHere> {
  const prepared = await prepare(task.request, io, task.machines);
  const { settings, targets } = prepared;
  requireHere(task, { ...code, digest: codeOf(settings).digest }, settings.machine.fingerprint);
  const { scenarios, rounds, load, machine } = settings;
  const planWith = (own?: typeof settings.services) =>
    buildPlan(targets, scenarios, rounds, load, task.seed, settings, own);
  const plan = planWith();
  if (planDigest(settings, plan) !== task.plan) {
    throw new Refused("this clone makes another plan from its options");
  }
  const services = await startServices(scenarios, machine.pinning, io);
  try {
    return runHere(task, plan, planWith(services?.description), prepared, services, made);
  } catch (error) {
    await services?.stop();
    throw error;
  }
}

function runHere(
  { run, plan: digest }: PlanOfRun,
  plan: TargetPlan,
  served: TargetPlan,
  prepared: Prepared,
  services: Services | null,
  { measure, check }: MadeUp,
): RunHere {
  const { settings, oha } = prepared;
  const { pinning } = settings.machine;
  const withServices = {
    ...prepared,
    addresses: services?.addresses ?? {},
    settings: { ...settings, ...(services && { services: services.description }) },
  };
  const matrix = checkedOnce(runnerPlan(served, withServices), check);
  const cpus = cpusOf(prepared);
  return {
    run,
    digest,
    anchors: (order) => anchorTasks(plan, order, cpus),
    requirePart: (part) => requirePart(part, plan, served),
    measure: async (task, anchors, isOver, signal, note) => {
      const home = scratchFolder("task");
      const out = join(home, "run");
      mkdirSync(out);
      const folder = { id: run, out, startedAt: new Date().toISOString() };
      const instance = thisInstance();
      const context = {
        folder,
        oha,
        pinning,
        instance,
        store: none,
        signal,
        ...(measure && { measure }),
      };
      const unpin = pinOurselves(pinning);
      const tell = (event: RunEvent) => {
        const why = event.kind === "record" ? failureOf(event.record) : null;
        if (why !== null) note(`${task.target} ${task.scenario}: FAILED: ${why}`);
      };
      try {
        try {
          await measureParts(matrix, context, [...anchors, task], tell, isOver);
        } catch (error) {
          // The rounds before are whole, and worth their time.
          if (!(error instanceof Interrupted)) throw error;
        }
        const paths = matrix.participants.map((one) => journalPath(out, one)).filter(existsSync);
        return paths.map((path) => readFileSync(path, "utf8"));
      } finally {
        unpin();
        rmSync(home, { recursive: true, force: true });
      }
    },
    stop: async () => services?.stop(),
  };
}

export function cpusOf({ settings }: Pick<Prepared, "settings">): number {
  const { server, generators } = settings.machine.pinning;
  return new Set([...server, ...generators]).size;
}

/** Returns a plan that checks each target's responses once. Later tasks of the target record the same outcome. */
function checkedOnce(plan: RunPlan, check: MadeUp["check"]): RunPlan {
  const outcomes = new Map<string, readonly VerifyRecord[]>();
  const participants = plan.participants.map((participant) => ({
    ...participant,
    check: async (signal: AbortSignal) => {
      const known = outcomes.get(participant.name);
      if (known) return known;
      const found = await (check ?? participant.check)(signal);
      outcomes.set(participant.name, found);
      return found;
    },
  }));
  const named = (name: string) => participants.find((one) => one.name === name) ?? plan.named(name);
  return { ...plan, participants, named };
}

function requirePart(
  { target, base, scenario, kind, role }: TaskPart,
  all: TargetPlan,
  here: TargetPlan,
) {
  const unsupported = here.unsupported.find(
    (one) => one.target === target && one.scenario === scenario,
  );
  if (unsupported) throw new Refused(`${target} ${scenario}: ${unsupported.reason}`);
  const isThere =
    kind === "alone"
      ? [...all.sweeps, ...all.openLoops].some(
          (one) => one.target === target && one.scenario === scenario,
        )
      : here[kind].some(
          (one) =>
            one.new === target &&
            one.base === base &&
            one.scenario === scenario &&
            one.role === role,
        );
  if (!isThere) throw new Refused(`the plan has no ${target} ${scenario} against ${base}`);
}
