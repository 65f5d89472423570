import * as v from "valibot";
import { UsageError } from "./errors.ts";
import { openFileLimit } from "./file-limit.ts";
import { blockSeconds, MINIMUM_BLOCKS, scaleBlocks, type Blocks, type Load } from "./settings.ts";
import {
  defaultLatency,
  defaultSweep,
  latencyProcessSeconds,
  measures,
  sweepProcessSeconds,
  type Measure,
  type Modes,
} from "./solo.ts";

/** What the user asked of the measures; null: as the profile says. */
export const modesRequestSchema = v.object({
  measure: v.nullable(v.pipe(v.array(v.string()), v.readonly())),
  connections: v.nullable(v.pipe(v.array(v.number()), v.readonly())),
  rounds: v.nullable(v.number()),
  stepSeconds: v.nullable(v.number()),
  warmupSeconds: v.nullable(v.number()),
  /** Requests per second that every target gets. */
  rate: v.nullable(v.number()),
});
export type ModesRequest = v.InferOutput<typeof modesRequestSchema>;

/** Fewer rounds have no interval. */
const MINIMUM_ROUNDS = 2;

/**
 * The measures of a run: duets, unless others are asked for; to name numbers of connections is to
 * ask for a sweep.
 * @throws UsageError for an option that is of no measure, or that this machine cannot bear.
 */
export function modesFor(request: ModesRequest, profile: string): Modes {
  const { connections, rounds, stepSeconds, rate, warmupSeconds } = request;
  const measure = measuresFor(request);
  const sweeps = measure.includes("sweep");
  const opens = measure.includes("latency");
  if (connections !== null && !sweeps) {
    throw new UsageError("--connections are those of a sweep: add it to --measure");
  }
  if (rate !== null && !opens) {
    throw new UsageError("--rate is that of the open loops: add latency to --measure");
  }
  if ((rounds !== null || stepSeconds !== null) && !sweeps && !opens) {
    throw new UsageError("--rounds and --step are of sweep and latency: add one to --measure");
  }
  if (rounds !== null && rounds < MINIMUM_ROUNDS) {
    throw new UsageError(`--rounds ${rounds}: an interval needs at least ${MINIMUM_ROUNDS}`);
  }
  const given = {
    ...(rounds === null ? {} : { rounds }),
    ...(stepSeconds === null ? {} : { stepSeconds }),
    ...(warmupSeconds === null ? {} : { warmupSeconds }),
  };
  const sweep = {
    ...defaultSweep(profile),
    ...given,
    ...(connections === null ? {} : { connections: checkConnections(connections) }),
  };
  const latency = {
    ...defaultLatency(profile),
    ...given,
    ...(rate === null ? {} : { commonRate: rate }),
  };
  return { measure, sweep: sweeps ? sweep : null, latency: opens ? latency : null };
}

function measuresFor({ measure, connections }: ModesRequest): Measure[] {
  if (measure === null) return connections === null ? ["duets"] : ["duets", "sweep"];
  for (const name of measure) {
    if (!(measures as readonly string[]).includes(name)) {
      throw new UsageError(`--measure ${name}: there are ${measures.join(", ")}`);
    }
  }
  return measures.filter((name) => measure.includes(name));
}

/** What a process has open besides its connections, generously. */
const OTHER_FILES = 100;

function checkConnections(connections: readonly number[]): number[] {
  const distinct = [...new Set(connections)];
  if (distinct.some((count) => count < 1 || count > 60_000)) {
    throw new UsageError("--connections: whole numbers from 1 to 60000, such as 50,100,250,500");
  }
  const most = Math.max(...distinct);
  const limit = openFileLimit();
  if (most + OTHER_FILES > limit) {
    throw new UsageError(
      `${most} connections need ${most + OTHER_FILES} open files in a process, and the system allows ` +
        `${limit} (\`ulimit -Hn\`). As root: \`prlimit --pid $$ --nofile=${most + OTHER_FILES}\` in ` +
        "this shell, or a `nofile` line in /etc/security/limits.conf; else give fewer --connections.",
    );
  }
  return distinct;
}

/** A run's size: how many blocks, and how many rounds of what else is measured. */
export interface RunSize {
  readonly blocks: Blocks;
  readonly modes: Modes;
}

/** What a plan with these many cells takes, about, in seconds. */
export function secondsFor(
  duets: { readonly cells: number; readonly bridges: number; readonly aa: number },
  { blocks, modes }: RunSize,
  load: Load,
): number {
  const count = blocks.cell * duets.cells + blocks.bridge * duets.bridges + blocks.aa * duets.aa;
  // Each cell is swept in turn with its floor, but for node-http/node, which has none.
  const swept = 2 * (duets.cells + duets.bridges) + duets.aa;
  const cells = duets.cells + duets.bridges + duets.aa;
  const { sweep, latency } = modes;
  return (
    (modes.measure.includes("duets") ? count * blockSeconds(load) : 0) +
    (sweep === null ? 0 : sweep.rounds * swept * sweepProcessSeconds(sweep)) +
    (latency === null ? 0 : latency.rounds * cells * latencyProcessSeconds(latency))
  );
}

/**
 * The blocks and rounds that fit into `budgetSeconds`. All measures grow together, in the proportions
 * of the profile, so that none of them is paid for by the others; at least 3 blocks and 2 rounds.
 * @throws UsageError when not even that fits, with the time that would.
 */
export function fitRun(
  profile: RunSize,
  duets: Parameters<typeof secondsFor>[0],
  load: Load,
  budgetSeconds: number,
): RunSize {
  const sized = (cell: number): RunSize => {
    const rounds = (of: number) =>
      Math.max(MINIMUM_ROUNDS, Math.round((cell * of) / profile.blocks.cell));
    const { measure, sweep, latency } = profile.modes;
    return {
      blocks: scaleBlocks(profile.blocks, cell),
      modes: {
        measure,
        sweep: sweep && { ...sweep, rounds: rounds(sweep.rounds) },
        latency: latency && { ...latency, rounds: rounds(latency.rounds) },
      },
    };
  };
  const fits = (cell: number) => secondsFor(duets, sized(cell), load) <= budgetSeconds;
  if (!fits(MINIMUM_BLOCKS)) {
    const needed = Math.ceil(secondsFor(duets, sized(MINIMUM_BLOCKS), load) / 60);
    throw new UsageError(
      `what was asked for takes about ${needed} min at least, more than the budget: give ` +
        `--budget ${needed}m, or fewer --targets, --scenarios, --connections or measures`,
    );
  }
  let cell = MINIMUM_BLOCKS;
  while (cell < 1000 && fits(cell + 1)) cell++;
  return sized(cell);
}
