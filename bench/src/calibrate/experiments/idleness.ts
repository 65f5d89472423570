import { estimate, interval, type RatioInterval } from "@deadheat/stats";
import { randomFor, shuffled } from "@deadheat/measure";
import { formatInterval, formatRatio } from "@deadheat/report/format";
import {
  CalibrationFailed,
  type Experiment,
  type Lab,
  type Observation,
} from "../lab/experiment.ts";
import { isBeyond } from "../lab/pair.ts";
import { startServer, warmAlone, type SoloServer } from "../lab/solo-server.ts";

/** The floors. */
const SERVERS = ["node-http/node", "fetch/bun", "fetch/deno"];
/** Of what a server answers in a closed loop. */
const LEVELS = [0.2, 0.4, 0.6, 0.8];
const PROCESSES = 4;
const ROUNDS = 2;
const STEP_SECONDS = 0.6;
/** In a duet the fastest servers have this much of the load that they could bear. */
const JUDGED = 0.8;
const MOST = 0.25;

/** What a server's idle time does to its figure. */
export const idleness: Experiment = {
  name: "idleness",
  expected:
    "responses per CPU-second of the floors under a part of the load: not far from all of it",
  threshold: () =>
    `with ${100 * JUDGED} % of the load no server's efficiency differs significantly by more than ` +
    `${100 * MOST} %`,
  otherwise: "a server that a duet does not keep busy comes out as another one than it is",
  seconds: () =>
    SERVERS.length * PROCESSES * (5 + ROUNDS * LEVELS.length * 2 * (STEP_SECONDS + 0.1)),
  run: async (lab) => {
    const steps: Step[] = [];
    for (let n = 1; n <= PROCESSES; n++) {
      for (const name of shuffled(SERVERS, randomFor(lab.seed, "idleness", n))) {
        lab.note(`idleness: ${name}, process ${n} of ${PROCESSES}`);
        steps.push(...(await measureLevels(lab, name, n)));
      }
    }
    return judgeIdleness(steps);
  },
};

/** One load on one process, and the closed loop just before it. */
export interface Step {
  readonly server: string;
  readonly process: number;
  readonly level: number;
  /** ln of the responses per CPU-second, relative to the closed loop's. */
  readonly difference: number;
  /** The share of the time in which the server ran. */
  readonly busy: number;
}

async function measureLevels(lab: Lab, name: string, n: number): Promise<Step[]> {
  const random = randomFor(lab.seed, "idleness", name, n);
  const server = await startServer(lab, name);
  try {
    await warmAlone(lab, server);
    const steps: Step[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const level of shuffled(LEVELS, random)) {
        const measured = await measureLevel(server, level);
        if (measured !== null) steps.push({ server: name, process: n, level, ...measured });
      }
    }
    return steps;
  } finally {
    await server.stop();
  }
}

/** Null when oha could not keep to the rate. */
async function measureLevel(
  server: SoloServer,
  level: number,
): Promise<Pick<Step, "difference" | "busy"> | null> {
  // Just before, each time: the machine's own speed changes from one second to the next.
  const full = await server.load(STEP_SECONDS);
  try {
    const part = await server.offer((level * full.good) / full.seconds, STEP_SECONDS);
    return {
      difference: Math.log(part.good / part.cpu.run / (full.good / full.cpu.run)),
      busy: part.cpu.run / part.seconds,
    };
  } catch (error) {
    if (error instanceof CalibrationFailed) return null;
    throw error;
  }
}

interface Level {
  readonly server: string;
  readonly level: number;
  readonly processes: number;
  readonly busy: number;
  readonly relative: RatioInterval;
}

/** Pure. */
export function judgeIdleness(steps: readonly Step[]): Observation {
  const servers = [...new Set(steps.map(({ server }) => server))].toSorted();
  const levels = servers.flatMap((server) =>
    LEVELS.map((level) => {
      return levelOf(steps.filter((step) => step.server === server && step.level === level));
    }).filter((level) => level !== null),
  );
  const judged = levels.filter(({ level }) => level === JUDGED);
  const off = judged.filter(({ relative }) => isBeyond(MOST, relative));
  return {
    observed: servers
      .map((server) => {
        const own = levels.filter((one) => one.server === server);
        const words = own.map(
          ({ level, relative }) =>
            `${formatRatio(relative.ratio)} ${formatInterval(relative)} at ${100 * level} %`,
        );
        return `${server} ${words.join(", ")}`;
      })
      .join("; "),
    pass: judged.length > 0 && off.length === 0,
    figures: { levels, steps },
  };
}

/** Over processes, for steps of one process are alike; null for fewer than two of them. */
function levelOf(steps: readonly Step[]): Level | null {
  const [first] = steps;
  const processes = [...Map.groupBy(steps, (step) => step.process).values()];
  if (first === undefined || processes.length < 2) return null;
  return {
    server: first.server,
    level: first.level,
    processes: processes.length,
    busy: estimate(steps.map(({ busy }) => busy)).mean,
    relative: interval(
      estimate(processes.map((own) => estimate(own.map(({ difference }) => difference)).mean)),
    ),
  };
}
