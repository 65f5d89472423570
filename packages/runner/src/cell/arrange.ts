import {
  responsesFor,
  fitFor,
  floors,
  referenceOf,
  runtimeOf,
  runtimesOf,
  type Rounds,
  type Duet,
  type LatencySettings,
  type Load,
  type Modes,
  type Runtime,
  type SweepSettings,
} from "@deadheat/journal";
import {
  furtherSeconds,
  roundSeconds,
  costSeconds,
  latencyProcessSeconds,
  sweepProcessSeconds,
  warmSeconds,
  type FurtherWanted,
  type SoloCell,
} from "@deadheat/measure";

/** A pair of servers, with the approximate time of one round. */
export interface PlannedPair extends Duet {
  readonly secondsEach: number;
}

export interface Arrangeable {
  readonly name: string;
  readonly runtime: Runtime;
  /** The server that this one is measured against; the floor of its runtime unless given. */
  readonly reference?: string | undefined;
  /** Returns why the server cannot be measured in a scenario; null if it can. */
  readonly unsupported: (scenario: string) => string | null;
}

interface Effort {
  readonly scenarios: readonly string[];
  readonly rounds: Rounds;
  readonly modes: Modes;
  readonly load: Load;
}

/** Everything that a plan measures, by measure. */
export interface Arranged {
  /** Every cell, whichever measure takes it. */
  readonly cells: readonly { readonly target: string; readonly scenario: string }[];
  readonly duets: readonly PlannedPair[];
  readonly sweeps: readonly SoloCell[];
  readonly openLoops: readonly SoloCell[];
  /** The pairs that are measured at fixed rates, with the number of rounds of this measure. */
  readonly costs: readonly PlannedPair[];
  /** The requested cells that cannot be measured. */
  readonly unsupported: readonly {
    readonly target: string;
    readonly scenario: string;
    readonly reason: string;
  }[];
  /** The number of passes in which the duets are measured. */
  readonly passes: number;
  readonly seconds: number;
}

/**
 * Arranges servers into cells. Each server meets its reference, which is the floor of its runtime unless it names another.
 * The floors of Bun and Deno meet node:http (a bridge), and a server that is its own reference meets itself (the A/A row).
 * Pure: the same arguments give the same cells.
 * @param hasBridge returns whether node:http can serve a scenario; if it cannot, each floor is measured against itself
 */
export function arrange(
  servers: readonly Arrangeable[],
  { scenarios, rounds, modes, load }: Effort,
  hasBridge: (scenario: string) => boolean = () => true,
): Arranged {
  const pairs: Duet[] = [];
  const unsupported: Arranged["unsupported"][number][] = [];
  for (const server of servers) {
    for (const scenario of scenarios) {
      const reason = server.unsupported(scenario);
      if (reason !== null) unsupported.push({ target: server.name, scenario, reason });
      else pairs.push(duetOf(server, scenario, rounds, hasBridge));
    }
  }
  const { sweep, latency, cost } = modes;
  const further = furtherIn(modes);
  const withSeconds = (duet: Duet) => {
    const seconds = roundSeconds(load, runtimesOf(duet), duet.scenario);
    const beside = furtherSeconds(further, fitFor(load, duet.scenario));
    return { ...duet, secondsEach: seconds + beside };
  };
  const duets = modes.measure.includes("duets") ? pairs.map(withSeconds) : [];
  const sweeps = sweep === null ? [] : pairs.map((cell) => sweepOf(cell, sweep, load));
  const openLoops = latency === null ? [] : pairs.map((cell) => openLoopOf(cell, latency, load));
  const costs =
    cost === null
      ? []
      : pairs.map((cell) => ({
          ...cell,
          rounds: cost.rounds[cell.role],
          secondsEach: costSeconds(cost, load, runtimesOf(cell), cell.role),
        }));
  const seconds = expectedIn({ duets, sweeps, openLoops, costs }).reduce(
    (sum, { steps, secondsEach }) => sum + steps * secondsEach,
    0,
  );
  // A single server needs no passes: there is no other server to take turns with.
  const passes = duets.length > 0 && servers.length > 1 ? rounds.cell : 1;
  return {
    cells: pairs.map(({ new: target, scenario }) => ({ target, scenario })),
    duets,
    sweeps,
    openLoops,
    costs,
    unsupported,
    passes,
    seconds,
  };
}

/** Returns what is measured at the end of each round of duets. */
export function furtherIn({ measure }: Pick<Modes, "measure">): FurtherWanted {
  return { loads: measure.includes("memory-growth") ? ["memory-growth"] : [] };
}

/** Returns the number of records of each kind that each cell will have, and the approximate seconds of one. */
export function expectedIn({
  duets,
  sweeps,
  openLoops,
  costs,
}: Pick<Arranged, "duets" | "sweeps" | "openLoops" | "costs">) {
  const ofPair = (type: "round" | "cost") => (cell: PlannedPair) => {
    return { type, cell, steps: cell.rounds, secondsEach: cell.secondsEach };
  };
  const alone = (type: "sweep" | "openLoop") => (cell: SoloCell) => {
    return { type, cell, steps: cell.steps, secondsEach: cell.secondsEach };
  };
  return [
    ...duets.map(ofPair("round")),
    ...sweeps.map(alone("sweep")),
    ...openLoops.map(alone("openLoop")),
    ...costs.map(ofPair("cost")),
  ];
}

function duetOf(
  server: Arrangeable,
  scenario: string,
  rounds: Rounds,
  hasBridge: (scenario: string) => boolean,
): Duet {
  const { name, runtime } = server;
  const isFloor = name === floors[runtime];
  const isAa = referenceOf(server) === name || (isFloor && !hasBridge(scenario));
  const role = isAa ? "aa" : isFloor ? "bridge" : "cell";
  const base = isAa ? name : referenceOf(server);
  return { role, new: name, base, scenario, rounds: rounds[role] };
}

/** Returns the sweep of a cell. The reference is swept in turn with the target; node:http is swept alone. */
function sweepOf(duet: Duet, sweep: SweepSettings, { warmup }: Load): SoloCell {
  const { new: next, scenario } = duet;
  const reference = duet.base === next ? null : duet.base;
  const processes = reference === null ? 1 : 2;
  const each = sweep.connections.length;
  const responses = responsesFor(warmup, runtimesOf(duet));
  return {
    target: next,
    reference,
    scenario,
    steps: processes * sweep.rounds * each,
    responses,
    secondsEach: (sweepProcessSeconds(sweep) + warmSeconds(responses)) / each,
  };
}

function openLoopOf(
  { new: next, scenario }: Duet,
  latency: LatencySettings,
  { warmup }: Load,
): SoloCell {
  const each = latency.fractions.length + 1;
  const responses = responsesFor(warmup, [runtimeOf(next)]);
  return {
    target: next,
    reference: null,
    scenario,
    steps: latency.rounds * each,
    responses,
    secondsEach: (latencyProcessSeconds(latency) + warmSeconds(responses)) / each,
  };
}
