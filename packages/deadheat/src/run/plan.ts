import { isFloor, runtimesOf, UsageError, type Blocks } from "@deadheat/journal";
import { budgetWords, LEAST_BLOCKS, MINIMUM_BLOCKS } from "@deadheat/judge";
import { blockSeconds } from "@deadheat/measure";
import {
  arrange,
  settingsOf,
  type Arranged,
  type Conditions,
  type Participant,
  type Plan,
} from "@deadheat/runner";
import { referenceOf } from "@deadheat/journal";
import { deadheatVersion } from "../version.ts";
import type { Ground, Running, RunRequest, RunTarget } from "./running.ts";

/** The rounds of a run that was asked for neither a budget nor a number. */
const USUAL_ROUNDS = 8;

/** The most by which a machine may be faster than the estimates suppose. */
const FASTER = 3;

/** All cells that spread too far have together at most so many further blocks for each of them. */
const SPARE_EACH = 20;

/**
 * Makes the plan of a run: every target against the floor of its runtime, the floors against node:http.
 * @param floors the floors that the targets need
 * @throws UsageError if what was asked for contradicts itself, says too little, or is impossible on any machine
 */
export function planOf(
  running: Running,
  floors: readonly RunTarget[],
  seed: number,
  ground: Pick<Ground, "machine" | "oha">,
): Plan {
  refuseTwins(running);
  const all = [...floors, ...running.targets];
  const named = (name: string) => all.find((one) => one.name === name) as RunTarget;
  const participants = all.map((target) =>
    participantOf(target, named(referenceOf(target)), running.requests),
  );
  const arranged = arrangedOf(running, participants);
  const conditions = conditionsOf(running, arranged, ground);
  return {
    seed,
    participants,
    named: (name) => participants.find((one) => one.name === name) as Participant,
    arranged,
    settings: settingsOf({ ...conditions, tools: toolsOf(floors) }),
    // A runtime that takes no part is no condition, and the floor's version goes before the target's own.
    settingsOf: (name) => {
      const target = named(name);
      return settingsOf({ ...conditions, tools: toolsOf([named(referenceOf(target)), target]) });
    },
    exchange: (scenario) => Promise.resolve(exchangeOf(running.requests, scenario)),
  };
}

function exchangeOf(requests: readonly RunRequest[], scenario: string): RunRequest["exchange"] {
  return (requests.find(({ name }) => name === scenario) as RunRequest).exchange;
}

function participantOf(
  target: RunTarget,
  reference: RunTarget,
  requests: readonly RunRequest[],
): Participant {
  const { name, framework, runtime, content } = target;
  return {
    name,
    framework,
    runtime,
    version: versionOf(target, reference),
    sources: { harness: `deadheat ${deadheatVersion()}`, floor: reference.content, app: content },
    place: name,
    unsupported: () => null,
    // Every server was asked everything once, and is held to its answers, before the plan was made.
    check: () => Promise.resolve([]),
    entrant: (scenario) => Promise.resolve(target.entrant(exchangeOf(requests, scenario))),
  };
}

/** Returns the version, with that of the runtime if the floor runs on another one. */
function versionOf({ version, runtime, runtimeVersion }: RunTarget, reference: RunTarget): string {
  const alike = runtime !== reference.runtime || runtimeVersion === reference.runtimeVersion;
  return [version, alike ? "" : `${runtime} ${runtimeVersion}`].filter(Boolean).join(", ");
}

function toolsOf(servers: readonly RunTarget[]): Conditions["tools"] {
  const tools = servers.map(({ runtime, runtimeVersion }) => [
    runtime,
    { version: runtimeVersion, sha256: "" },
  ]);
  return Object.fromEntries(tools.toReversed()) as Conditions["tools"];
}

/** Arranges the cells; with a budget there are more rounds than an ordinary machine would fit into it. */
function arrangedOf(running: Running, participants: readonly Participant[]): Arranged {
  const { requests, load, modes, blocks, budgetSeconds } = running;
  const scenarios = requests.map(({ name }) => name);
  const of = (rounds: number) =>
    arrange(participants, {
      scenarios,
      blocks: inAll(rounds),
      modes: modesWith(modes, rounds),
      load,
    });
  if (blocks !== null && budgetSeconds !== null) {
    throw new UsageError("give --blocks or --budget: one decides the other");
  }
  if (blocks !== null && blocks < LEAST_BLOCKS) {
    throw new UsageError("the spread of a single block is unknown: --blocks 2 or more");
  }
  if (budgetSeconds === null) return of(blocks ?? USUAL_ROUNDS);
  const least = of(MINIMUM_BLOCKS);
  refuseImpossible(least, budgetSeconds);
  const round = least.duets.reduce((sum, duet) => sum + blockSeconds(load, runtimesOf(duet)), 0);
  const fitting = round === 0 ? 0 : Math.floor((FASTER * budgetSeconds) / round);
  return of(Math.max(MINIMUM_BLOCKS, fitting));
}

const inAll = (rounds: number): Blocks => ({ cell: rounds, bridge: rounds, aa: rounds });

function modesWith(modes: Running["modes"], rounds: number): Running["modes"] {
  return modes.cost === null ? modes : { ...modes, cost: { ...modes.cost, blocks: inAll(rounds) } };
}

function conditionsOf(
  { requests, load, seed, budgetSeconds, until, modes }: Running,
  { duets, rounds }: Arranged,
  { machine, oha }: Pick<Ground, "machine" | "oha">,
): Omit<Conditions, "tools"> {
  const cells = duets.filter(({ role }) => role === "cell").length;
  return {
    profile: "run",
    scenarios: requests.map(({ name }) => name),
    blocks: inAll(rounds),
    precision: until === null ? null : { halfWidth: until, spare: SPARE_EACH * cells },
    withinSeconds: budgetSeconds,
    load,
    modes: modesWith(modes, rounds),
    seed,
    machine,
    oha,
  };
}

/** @throws UsageError if a name stands for two, or for a floor */
function refuseTwins({ targets, requests }: Running): void {
  const taken = targets.find(({ name }) => isFloor(name));
  if (taken) {
    throw new UsageError(`${taken.name} is the name of a floor: give that target another label`);
  }
  const target = twinIn(targets);
  if (target) throw new UsageError(`two targets are called ${target.name}: give each a label`);
  const request = twinIn(requests);
  if (request) throw new UsageError(`two requests are called ${request.name}: give each a name`);
}

function twinIn<T extends { readonly name: string }>(named: readonly T[]): T | undefined {
  return named.find(({ name }, i) => named.findIndex((other) => other.name === name) < i);
}

/**
 * How fast a machine is decides whether a budget is long enough, and no estimate knows that. What no machine can do is
 * refused: the windows alone would take longer.
 * @throws UsageError with a budget that holds them
 */
function refuseImpossible({ duets, load }: Arranged, budgetSeconds: number): void {
  const least = MINIMUM_BLOCKS * duets.length * load.windowSeconds;
  if (budgetSeconds >= least) return;
  throw new UsageError(
    `${MINIMUM_BLOCKS} rounds of ${duets.length} duets are the least, and their windows of ${load.windowSeconds} s alone ` +
      `take ${Math.ceil(least)} s: give --budget ${budgetWords(2 * least)} or more, or fewer targets or requests`,
  );
}
