import type { Experiment, Observation } from "../lab/experiment.ts";
import { withServer } from "../lab/solo-server.ts";
import { askWork } from "../lab/truth.ts";

const MOST_LITTLE = 0.03;

interface Count {
  readonly server: string;
  readonly counted: number;
  readonly served: number;
  /** Throughput x mean latency / connections, which is 1 by Little's law. */
  readonly little: number;
}

/** Checks that no request is lost or made up between the server and the figure. */
export const conservation: Experiment = {
  name: "conservation",
  expected:
    "oha and the server count the same answers; throughput x mean latency is the number of connections",
  threshold: () =>
    `on each runtime both counts are equal, and Little's law holds within ${100 * MOST_LITTLE} %`,
  otherwise: "requests are lost, made up or timed wrongly before any figure is made of them",
  seconds: () => 12,
  run: async (lab) => {
    const counts: Count[] = [];
    for (const runtime of ["node", "bun", "deno"]) {
      const name = `plain/${runtime}`;
      lab.note(`conservation: ${name}`);
      counts.push(
        await withServer(lab, name, async (server) => {
          await server.load(1);
          const before = await askWork(server.port);
          const result = await server.load(1.5);
          const after = await askWork(server.port);
          const mean = result.latency?.mean ?? Number.NaN;
          return {
            server: name,
            counted: result.good,
            served: after.requests - before.requests,
            little: ((result.good / result.seconds) * mean) / lab.load.connections,
          };
        }),
      );
    }
    return judgeConservation(counts);
  },
};

export function judgeConservation(counts: readonly Count[]): Observation {
  const same = counts.every(({ counted, served }) => counted === served);
  const little = counts.every((count) => Math.abs(count.little - 1) <= MOST_LITTLE);
  return {
    observed: counts
      .map((c) => `${c.server} ${c.counted} counted, ${c.served} served, ${c.little.toFixed(3)}`)
      .join("; "),
    pass: same && little,
    figures: { counts },
  };
}
