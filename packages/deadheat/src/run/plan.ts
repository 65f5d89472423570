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

/** The number of rounds if neither a budget nor a number of blocks is given. */
const USUAL_ROUNDS = 8;

/** The most by which a machine may be faster than the estimates suppose. */
const FASTER = 3;

/** The further blocks for each cell whose interval is too wide. All such cells share the sum. */
const SPARE_EACH = 20;

/**
 * Makes the plan of a run: every target against the floor of its runtime, the floors against node:http.
 * @param floors the floors that the targets need
 * @throws UsageError if options contradict each other, ask for too few blocks, or cannot be met by any machine
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
    // Only the target's runtime and its floor's count. If both are of one kind, the floor's version is recorded.
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
    // Every response was already recorded before the plan was made, and each server must keep to them.
    check: () => Promise.resolve([]),
    entrant: (scenario) => Promise.resolve(target.entrant(exchangeOf(requests, scenario))),
  };
}

/** Returns the version of a target; followed by its runtime's version if its floor runs on another version. */
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

/** Arranges the cells. With a budget, plans more rounds than fit on an ordinary machine, in case this one is faster. */
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
    throw new UsageError("--blocks and --budget decide each other. Give only one of them");
  }
  if (blocks !== null && blocks < LEAST_BLOCKS) {
    throw new UsageError("a single block has no interval. Give --blocks 2 or more");
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

/** @throws UsageError if two targets or two requests have one name, or if a target has the name of a floor */
function refuseTwins({ targets, requests }: Running): void {
  const taken = targets.find(({ name }) => isFloor(name));
  if (taken) {
    throw new UsageError(`${taken.name} is the name of a floor. Give that target another label`);
  }
  const target = twinIn(targets);
  if (target) throw new UsageError(`two targets are called ${target.name}. Give each a label`);
  const request = twinIn(requests);
  if (request) throw new UsageError(`two requests are called ${request.name}. Give each a name`);
}

function twinIn<T extends { readonly name: string }>(named: readonly T[]): T | undefined {
  return named.find(({ name }, i) => named.findIndex((other) => other.name === name) < i);
}

/**
 * Rejects a budget that no machine can meet: the windows alone would take longer. Whether a longer budget is enough depends
 * on the machine's speed, which no estimate knows.
 * @throws UsageError that names a sufficient budget
 */
function refuseImpossible({ duets, load }: Arranged, budgetSeconds: number): void {
  const least = MINIMUM_BLOCKS * duets.length * load.windowSeconds;
  if (budgetSeconds >= least) return;
  throw new UsageError(
    `a run needs at least ${MINIMUM_BLOCKS} rounds of ${duets.length} duets, and their windows of ${load.windowSeconds} s alone ` +
      `take ${Math.ceil(least)} s. Give --budget ${budgetWords(2 * least)} or more, or fewer targets or requests`,
  );
}
