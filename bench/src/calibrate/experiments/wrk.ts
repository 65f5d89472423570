import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { estimate, interval } from "@deadheat/stats";
import * as v from "valibot";
import { diesWithParent, pinned } from "@deadheat/measure";
import { calibrationDirectory } from "../../targets/project.ts";
import { formatInterval, formatRatio } from "@deadheat/report/format";
import {
  CalibrationFailed,
  type Experiment,
  type Lab,
  type Observation,
  type Size,
} from "../lab/experiment.ts";
import { withServer } from "../lab/solo-server.ts";

const ROUNDS: Record<Size, number> = { quick: 6, full: 18 };
/** In runs of 1 s oha came out at 0.965 of wrk, of 2 s at 0.984: its clock starts before its requests. */
const SECONDS = 2;
const MOST = 0.05;
const CONFIDENCE = 0.9;

/** Another generator, made by others, sees the same throughput. */
export const wrk: Experiment = {
  name: "wrk",
  expected: "oha and wrk, alternating on a server that spins 1 ms a request: the same throughput",
  threshold: () => `the ${100 * CONFIDENCE} % interval of the ratio within ± ${100 * MOST} %`,
  otherwise: "the generator's own figures are wrong",
  seconds: (size) => (findWrk() === null ? 0 : ROUNDS[size] * 2 * (SECONDS + 0.2)),
  run: async (lab) => {
    const path = findWrk();
    if (path === null) {
      const skipped = "wrk is not on PATH (Debian: apt-get install wrk)";
      return { observed: `not measured: ${skipped}`, pass: true, skipped, figures: {} };
    }
    return withServer(lab, "busy/node", async (server) => {
      await server.load(2);
      const ratios: number[] = [];
      for (let round = 1; round <= ROUNDS[lab.size]; round++) {
        lab.note(`wrk: round ${round} of ${ROUNDS[lab.size]}`);
        const ours = await server.load(SECONDS);
        const theirs = await runWrk(path, server.port, lab);
        ratios.push(Math.log(ours.good / ours.seconds / (theirs.requests / theirs.seconds)));
      }
      return judgeWrk(ratios);
    });
  },
};

/** Pure: ln(oha's throughput / wrk's), one per round. */
export function judgeWrk(logRatios: readonly number[]): Observation {
  const ratio = interval(estimate(logRatios), CONFIDENCE);
  return {
    observed: `oha over wrk: ${formatRatio(ratio.ratio)} ${formatInterval(ratio)}`,
    pass: ratio.lo >= 1 - MOST && ratio.hi <= 1 + MOST,
    figures: { ratio, ratios: logRatios.map(Math.exp) },
  };
}

const summarySchema = v.object({ requests: v.number(), seconds: v.number(), errors: v.number() });

async function runWrk(path: string, port: number, lab: Lab) {
  const words = [
    ...diesWithParent(),
    ...pinned(lab.pinning, "generators"),
    path,
    "--threads=1",
    `--connections=${lab.load.connections}`,
    `--duration=${SECONDS}s`,
    `--script=${join(calibrationDirectory, "wrk-json.lua")}`,
    `http://127.0.0.1:${port}/hello`,
  ];
  const [program, ...args] = words as [string, ...string[]];
  const { stdout } = await promisify(execFile)(program, args, {
    signal: lab.signal,
    timeout: 20_000,
  });
  const line = stdout.split("\n").find((text) => text.startsWith("{"));
  const summary = v.parse(summarySchema, JSON.parse(line ?? "null"));
  if (summary.errors > 0) throw new CalibrationFailed(`wrk saw ${summary.errors} errors`);
  return summary;
}

function findWrk(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "wrk")).find((path) => existsSync(path)) ?? null;
}
