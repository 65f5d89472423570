import { isFloor, referenceOf, UsageError, type Precision } from "@deadheat/journal";
import { budgetWords, MINIMUM_ROUNDS, PROMISED_HALF_WIDTH } from "@deadheat/judge";
import {
  arrange,
  FASTER,
  settingsOf,
  type Arranged,
  type Conditions,
  type Participant,
  type RunPlan,
  MINIMUM_SAMPLES,
} from "@deadheat/runner";
import { deadheatVersion } from "../version.ts";
import type { Testbed } from "../measure/testbed.ts";
import type { Running, RunRequest, RunTarget } from "./running.ts";

/** The number of passes if neither a budget nor a number of rounds is given. */
const USUAL_ROUNDS = 8;

/** The further rounds for each cell whose interval is too wide. All such cells share the sum. */
const SPARE_EACH = 20;

/**
 * Makes the plan of a run: every target against the floor of its runtime, the floors against node:http.
 * @param floors the floors that the targets need
 * @throws UsageError if options contradict each other, ask for too few rounds, or cannot be met by any machine
 */
export function planOf(
  running: Running,
  floors: readonly RunTarget[],
  seed: number,
  { machine, oha, isolation }: Pick<Testbed, "machine" | "oha" | "isolation">,
): RunPlan {
  refuseTwins(running);
  const { targets, requests, load, budgetSeconds: withinSeconds, until } = running;
  const all = [...floors, ...targets];
  const named = (name: string) => all.find((one) => one.name === name) as RunTarget;
  const exchangeOf = (scenario: string) =>
    (requests.find(({ name }) => name === scenario) as RunRequest).exchange;
  const participants = all.map((target): Participant => {
    const { name, framework, runtime, content, reference } = target;
    const floor = named(referenceOf(target));
    return {
      name,
      framework,
      runtime,
      ...(reference !== undefined && { reference, facts: { against: reference } }),
      version: versionOf(target, floor),
      sources: { harness: `deadheat ${deadheatVersion()}`, floor: floor.content, app: content },
      place: name,
      unsupported: () => null,
      // Every response was already recorded before the plan was made, and each server must keep to them.
      check: target.check ?? (() => Promise.resolve([])),
      entrant: (scenario) => Promise.resolve(target.entrant(exchangeOf(scenario))),
    };
  });
  const { arranged, rounds, modes } = arrangedOf(running, participants);
  const cells = arranged.duets.filter(({ role }) => role === "cell").length;
  const conditions = {
    profile: running.profile ?? (running.history === undefined ? "run" : "history"),
    scenarios: requests.map(({ name }) => name),
    rounds,
    precision: precisionFor(until, withinSeconds, cells),
    withinSeconds,
    load,
    modes,
    seed: running.seed,
    isolation: isolation.mode,
    machine,
    oha,
  };
  return {
    seed,
    participants,
    named: (name) => participants.find((one) => one.name === name) as Participant,
    arranged,
    settings: settingsOf({
      ...conditions,
      tools: toolsOf(
        floors.length > 0 ? floors : targets.filter((one) => one.reference === one.name),
      ),
    }),
    // Only the target's runtime and its floor's count. If both are of one kind, the floor's version is recorded.
    settingsOf: (name) => {
      const target = named(name);
      const tools = toolsOf([named(referenceOf(target)), target]);
      return settingsOf({ ...conditions, load: target.load ?? load, tools });
    },
    exchange: (scenario) => Promise.resolve(exchangeOf(scenario)),
  };
}

/** Returns the precision of `--until`. A budget spends on further rounds what is left after its last whole pass. */
function precisionFor(
  until: number | null,
  withinSeconds: number | null,
  cells: number,
): Precision {
  const halfWidth = until ?? (withinSeconds === null ? null : PROMISED_HALF_WIDTH);
  return halfWidth === null ? null : { halfWidth, spare: SPARE_EACH * cells };
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

/** The cells, with the rounds and the measures that they were arranged with. */
interface Passes extends Pick<Conditions, "rounds" | "modes"> {
  readonly arranged: Arranged;
}

/** Arranges the cells. With a budget, plans more passes than fit on an ordinary machine, in case this one is faster. */
function arrangedOf(running: Running, participants: readonly Participant[]): Passes {
  const { requests, load, rounds: wanted, budgetSeconds } = running;
  const { cost } = running.modes;
  const of = (passes: number): Passes => {
    const rounds = { cell: passes, bridge: passes, aa: passes };
    const modes = { ...running.modes, cost: cost && { ...cost, rounds } };
    const scenarios = requests.map(({ name }) => name);
    return { arranged: arrange(participants, { scenarios, rounds, modes, load }), rounds, modes };
  };
  if (wanted !== null && budgetSeconds !== null) {
    throw new UsageError("Use --rounds or --budget, not both.");
  }
  if (wanted !== null && wanted < MINIMUM_SAMPLES) {
    throw new UsageError(
      `--rounds must be at least ${MINIMUM_SAMPLES}: a single round has no confidence interval.`,
    );
  }
  if (budgetSeconds === null) return of(wanted ?? USUAL_ROUNDS);
  const { duets } = of(MINIMUM_ROUNDS).arranged;
  refuseImpossible(duets.length, load.windowSeconds, budgetSeconds);
  const pass = duets.reduce((sum, { secondsEach }) => sum + secondsEach, 0);
  const fitting = pass === 0 ? 0 : Math.floor((FASTER * budgetSeconds) / pass);
  return of(Math.max(MINIMUM_ROUNDS, fitting));
}

/** @throws UsageError if two targets or two requests have one name, or if a target has the name of a floor */
function refuseTwins({ targets, requests }: Running): void {
  const taken = targets.find(({ name }) => isFloor(name));
  if (taken) {
    throw new UsageError(`${taken.name} is the name of a floor. Give that target another label`);
  }
  const twinIn = (named: readonly { readonly name: string }[]) =>
    named.find(({ name }, i) => named.findIndex((other) => other.name === name) < i)?.name;
  const target = twinIn(targets);
  if (target) throw new UsageError(`Two targets are called ${target}. Give each a label`);
  const request = twinIn(requests);
  if (request) throw new UsageError(`Two requests are called ${request}. Give each a name`);
}

/**
 * Rejects a budget that no machine can meet: the windows alone would take longer. Whether a longer budget is enough depends
 * on the machine's speed, which no estimate knows.
 * @throws UsageError that names a sufficient budget
 */
function refuseImpossible(duets: number, windowSeconds: number, budgetSeconds: number): void {
  const least = MINIMUM_ROUNDS * duets * windowSeconds;
  if (budgetSeconds >= least) return;
  throw new UsageError(
    `A run needs at least ${MINIMUM_ROUNDS} rounds of ${duets} duets, and their windows of ${windowSeconds} s alone ` +
      `take ${Math.ceil(least)} s. Give --budget ${budgetWords(2 * least)} or more, or fewer targets or requests`,
  );
}
