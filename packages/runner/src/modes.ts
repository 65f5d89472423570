import * as v from "valibot";
import {
  UsageError,
  measures,
  type Rounds,
  type CostSettings,
  type LatencySettings,
  type Measure,
  type Modes,
  type SweepSettings,
} from "@deadheat/journal";
import { openFileLimit } from "@deadheat/measure";
import { filled } from "./begun.ts";

/** The rounds and steps of sweeps and open loops, by profile. */
const quick = { sweepRounds: 4, latencyRounds: 2, latencyStepSeconds: 5 };
const profiles: Readonly<Record<string, typeof quick>> = {
  standard: { sweepRounds: 4, latencyRounds: 2, latencyStepSeconds: 10 },
  full: { sweepRounds: 8, latencyRounds: 4, latencyStepSeconds: 30 },
};

export function defaultSweep(profile: string): SweepSettings {
  const { sweepRounds: rounds } = profiles[profile] ?? quick;
  return { connections: [50, 100, 250, 500], rounds, stepSeconds: 2 };
}

/**
 * Returns the settings of open loops. The common rate of all targets is fixed, because the slowest target's journal may be
 * replayed, and then its capacity is unknown while other targets are measured. The load is light even for the slowest
 * known targets (express on Deno: about 20,000/s on one CPU; a query to Postgres: some thousands).
 */
export function defaultLatency(profile: string): LatencySettings {
  const { latencyRounds: rounds, latencyStepSeconds: stepSeconds } = profiles[profile] ?? quick;
  return {
    connections: 50,
    fractions: [0.2, 0.5, 0.8],
    commonRate: 2000,
    rounds,
    capacitySeconds: 2,
    stepSeconds,
  };
}

/** Returns the settings of cost: the rates of a nearly idle service, of a busy one, and of one with a high load. */
export function defaultCost(rounds: Rounds): CostSettings {
  return {
    rounds,
    rates: [200, 1000],
    fractions: [0.2],
    idleSeconds: 3,
    capacitySeconds: 1,
    stepSeconds: 4,
  };
}

/** The options about measures; null if the profile decides. */
export const modesRequestSchema = v.object({
  measure: v.nullable(v.pipe(v.array(v.string()), v.readonly())),
  connections: v.nullable(v.pipe(v.array(v.number()), v.readonly())),
  rounds: v.nullable(v.number()),
  stepSeconds: v.nullable(v.number()),
  /** Requests per second, the same for every target. */
  rate: v.nullable(v.number()),
});
export type ModesRequest = v.InferOutput<typeof modesRequestSchema>;

/** The smallest number of processes of a sweep or of open loops that has an interval. */
export const MINIMUM_SAMPLES = 2;

/** The options that only some measures have, and the message if none of them is requested. */
const ownOptions: readonly (readonly [
  option: keyof ModesRequest,
  of: readonly Measure[],
  message: string,
])[] = [
  ["connections", ["sweep"], "--connections needs a sweep. Add sweep to --measure"],
  ["rate", ["latency"], "--rate needs open loops. Add latency to --measure"],
  [
    "stepSeconds",
    ["sweep", "latency", "cost"],
    "--step needs sweep, latency or cost. Add one of them to --measure",
  ],
];

/**
 * Returns the measures of a run: duets, unless the request names others. Numbers of connections add a sweep.
 * @param planned the rounds of pairs at fixed rates
 * @throws UsageError if an option needs a measure that was not requested, or if this machine cannot meet it
 */
export function modesFor(request: ModesRequest, profile: string, planned: Rounds): Modes {
  const measure = measuresFor(request);
  for (const [option, of, message] of ownOptions) {
    if (request[option] === null || of.some((name) => measure.includes(name))) continue;
    throw new UsageError(message);
  }
  if (measure.includes("memory-growth") && !measure.includes("duets")) {
    throw new UsageError(
      "Memory growth is measured in the rounds of duets. Add duets to --measure",
    );
  }
  const { rounds, stepSeconds, rate: commonRate } = request;
  if (rounds !== null && rounds < MINIMUM_SAMPLES) {
    throw new UsageError(
      `--rounds must be at least ${MINIMUM_SAMPLES}: a single round has no confidence interval`,
    );
  }
  const connections = request.connections && checkConnections(request.connections);
  const sweep = filled({ connections, rounds, stepSeconds }, defaultSweep(profile));
  const latency = filled({ commonRate, rounds, stepSeconds }, defaultLatency(profile));
  const cost = filled({ stepSeconds }, defaultCost(planned));
  return {
    measure,
    sweep: measure.includes("sweep") ? sweep : null,
    latency: measure.includes("latency") ? latency : null,
    cost: measure.includes("cost") ? cost : null,
  };
}

function measuresFor({ measure, connections }: ModesRequest): Measure[] {
  if (measure === null) return connections === null ? ["duets"] : ["duets", "sweep"];
  for (const name of measure) {
    if (!(measures as readonly string[]).includes(name)) {
      throw new UsageError(`--measure ${name} is unknown. Choose from ${measures.join(", ")}`);
    }
  }
  return measures.filter((name) => measure.includes(name));
}

/** The open files of a process besides its connections, with some to spare. */
const OTHER_FILES = 100;

function checkConnections(connections: readonly number[]): number[] {
  const distinct = [...new Set(connections)];
  if (distinct.some((count) => count < 1 || count > 60_000)) {
    throw new UsageError(
      "--connections must be whole numbers from 1 to 60000, such as 50,100,250,500",
    );
  }
  const most = Math.max(...distinct);
  const limit = openFileLimit();
  if (most + OTHER_FILES > limit) {
    throw new UsageError(
      `${most} connections need ${most + OTHER_FILES} open files in a process, and the system allows ` +
        `${limit} (\`ulimit -Hn\`). As root: \`prlimit --pid $$ --nofile=${most + OTHER_FILES}\` in ` +
        "this shell, or a `nofile` line in /etc/security/limits.conf. Otherwise give fewer --connections.",
    );
  }
  return distinct;
}
