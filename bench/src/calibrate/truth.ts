import * as v from "valibot";
import type { Lab } from "./experiment.ts";
import { withServer } from "./solo-server.ts";

const workSchema = v.object({
  requests: v.number(),
  workSeconds: v.number(),
  quickSeconds: v.number(),
});

/** What a calibration server says of its own work (calibration/injected-work.ts). */
export async function askWork(port: number): Promise<v.InferOutput<typeof workSchema>> {
  const response = await fetch(`http://127.0.0.1:${port}/work`);
  return v.parse(workSchema, await response.json());
}

/** In turns, so that a change of the machine's speed meets both. */
const TURNS = 4;
const TURN_SECONDS = 0.5;

/**
 * The share of CPU that `slowed` spends on an answer beyond what `plain` does: by how much its loop is
 * longer, from the loops of both that nothing disturbed, times the loop's share in an answer of `plain`.
 */
export async function askInjected(lab: Lab, slowed: string, plain: string): Promise<number> {
  return withServer(lab, slowed, (s) =>
    withServer(lab, plain, async (p) => {
      for (const server of [s, p]) {
        await server.load(1);
        await askWork(server.port);
      }
      let cpuSeconds = 0;
      let answers = 0;
      for (let turn = 0; turn < TURNS; turn++) {
        await s.load(TURN_SECONDS);
        const { good, cpu } = await p.load(TURN_SECONDS);
        cpuSeconds += cpu.run;
        answers += good;
      }
      const [longer, own] = [await askWork(s.port), await askWork(p.port)];
      const loopShare = own.workSeconds / (cpuSeconds / answers);
      return (longer.quickSeconds / own.quickSeconds - 1) * Math.min(1, loopShare);
    }),
  );
}
