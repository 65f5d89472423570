import { estimate, interval, type RatioInterval } from "@deadheat/stats";
import { randomFor, shuffled } from "../random.ts";
import { formatInterval, formatRatio } from "../report/format.ts";
import { CalibrationFailed, type Experiment, type Lab, type Observation } from "./experiment.ts";
import { startBallast } from "./neighbour.ts";
import { startServer, type SoloServer } from "./solo-server.ts";

/** The floors: the fastest servers, of which one generator keeps none busy on two CPUs. */
const SERVERS = ["node-http/node", "fetch/bun", "fetch/deno"];
/** Of what a generator gets out of the server in a closed loop, which is 1. */
const LEVELS = [0.2, 0.4, 0.6, 0.8, 1];
const PROCESSES = 4;
const STEP_SECONDS = 1;

/** What a server's idle time does to its figure, and what remains of that beside another process. */
export const idleness: Experiment = {
  name: "idleness",
  expected:
    "responses per CPU-second of the floors at 20 to 100 % of what a generator can give, alone and beside a ballast",
  threshold: () =>
    "beside a ballast, as in a duet, a server with 80 % of the load is as efficient as alone with all of it, within 25 %",
  otherwise: "a server that its duet did not keep busy comes out as another one than it is",
  seconds: () => SERVERS.length * PROCESSES * (5 + 2 * LEVELS.length * (STEP_SECONDS + 0.2)),
  run: async (lab) => {
    const processes: Levels[] = [];
    for (let n = 1; n <= PROCESSES; n++) {
      for (const server of shuffled(SERVERS, randomFor(lab.seed, "idleness", n))) {
        lab.note(`idleness: ${server}, process ${n} of ${PROCESSES}`);
        processes.push(await measureLevels(lab, server, n));
      }
    }
    return judgeIdleness(processes);
  },
};

/** Responses per CPU-second of one process. */
export interface Levels {
  readonly server: string;
  readonly steps: readonly {
    readonly level: number;
    readonly ballast: boolean;
    /** Null: oha could not keep to that rate. */
    readonly efficiency: number | null;
    /** The share of the time in which the server ran. */
    readonly busy: number | null;
  }[];
}

async function measureLevels(lab: Lab, name: string, n: number): Promise<Levels> {
  const random = randomFor(lab.seed, "idleness", name, n);
  const server = await startServer(lab, name);
  try {
    await server.load(2);
    await server.load(2);
    const { good, seconds } = await server.load(STEP_SECONDS);
    const capacity = good / seconds;
    const steps: Levels["steps"][number][] = [];
    for (const [ballast, level] of shuffled(
      [true, false].flatMap((beside) => LEVELS.map((share) => [beside, share] as const)),
      random,
    )) {
      const neighbour = ballast ? startBallast(lab.pinning) : null;
      try {
        steps.push({ level, ballast, ...(await measureLevel(server, level, capacity)) });
      } finally {
        await neighbour?.stop();
      }
    }
    return { server: name, steps };
  } finally {
    await server.stop();
  }
}

async function measureLevel(server: SoloServer, level: number, capacity: number) {
  try {
    const { good, seconds, cpu } =
      level === 1
        ? await server.load(STEP_SECONDS)
        : await server.offer(level * capacity, STEP_SECONDS);
    return { efficiency: good / cpu.run, busy: cpu.run / seconds };
  } catch (error) {
    // Behind its own schedule, that is: not the rate that was to be offered.
    if (!(error instanceof CalibrationFailed) || level === 1) throw error;
    return { efficiency: null, busy: null };
  }
}

interface Level {
  readonly server: string;
  readonly level: number;
  readonly ballast: boolean;
  readonly processes: number;
  readonly busy: number;
  /** Efficiency relative to that alone in a closed loop, with its 95 % interval over processes. */
  readonly relative: RatioInterval;
}

/** The load at which a duet's server may well be, and how far its figure may then be off. */
const JUDGED = 0.8;
const MOST = 0.25;

/** Pure. */
export function judgeIdleness(processes: readonly Levels[]): Observation {
  const levels: Level[] = [];
  for (const server of new Set(processes.map((one) => one.server))) {
    for (const ballast of [false, true]) {
      for (const level of LEVELS) {
        const found = levelOf(processes, { server, ballast, level });
        if (found !== null) levels.push(found);
      }
    }
  }
  const judged = levels.filter(({ level, ballast }) => ballast && level === JUDGED);
  const off = judged.filter(({ relative: { lo, hi } }) => lo > 1 + MOST || hi < 1 - MOST);
  const words = (of: readonly Level[]) =>
    of.map(({ level, relative }) => `${100 * level} %: ${formatRatio(relative.ratio)}`).join(", ");
  return {
    observed: [...new Set(levels.map(({ server }) => server))]
      .map((server) => {
        const own = levels.filter((one) => one.server === server);
        const full = judged.find((one) => one.server === server);
        return (
          `${server} alone ${words(own.filter(({ ballast }) => !ballast))}; beside a ballast ` +
          `${words(own.filter(({ ballast }) => ballast))}` +
          (full ? ` (at ${100 * JUDGED} % ${formatInterval(full.relative)})` : "")
        );
      })
      .join("; "),
    pass: judged.length > 0 && off.length === 0,
    figures: { levels, processes },
  };
}

/** Null where fewer than two processes were measured there. */
function levelOf(
  processes: readonly Levels[],
  { server, ballast, level }: Pick<Level, "server" | "ballast" | "level">,
): Level | null {
  const ratios: number[] = [];
  const busy: number[] = [];
  for (const { steps } of processes.filter((one) => one.server === server)) {
    const full = steps.find((step) => !step.ballast && step.level === 1)?.efficiency;
    const step = steps.find((one) => one.ballast === ballast && one.level === level);
    if (full == null || step?.efficiency == null) continue;
    ratios.push(Math.log(step.efficiency / full));
    busy.push(step.busy ?? 0);
  }
  if (ratios.length < 2) return null;
  return {
    server,
    level,
    ballast,
    processes: ratios.length,
    busy: busy.reduce((sum, share) => sum + share, 0) / busy.length,
    relative: interval(estimate(ratios)),
  };
}
