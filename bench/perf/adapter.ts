// Measures the cost of the adapter: fetch/bun and fetch/deno through the adapter, against the same handlers on a bare
// Bun.serve and Deno.serve, in duets. Goal: within 1 %.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench perf:adapter
import { entrantOf } from "../src/targets/entrant.ts";
import { scenarioNamed } from "@deadheat/handlers";
import { obtainOha } from "@deadheat/oha";
import { estimate, interval } from "@deadheat/stats";
import { logRatios } from "@deadheat/judge";
import { describeMachine, runRound, planRound, defaultLoad } from "@deadheat/measure";
import { type Target } from "../src/targets/manifest.ts";
import { discoverTargets } from "../src/targets/discover.ts";
import type { RoundRecord } from "@deadheat/journal";
import { formatHalfWidth, formatInterval, formatRatio } from "@deadheat/report/format";
import { runtimeVersions } from "../src/targets/tools.ts";

const ROUNDS = 10;
const GOAL = 0.01;
const WINDOW_SECONDS = 2;

const { pinning } = describeMachine();
const oha = await obtainOha({ onProgress: console.error });
const load = defaultLoad(pinning.generators.length, WINDOW_SECONDS);
const { exchange } = scenarioNamed("text");
const targets = discoverTargets(runtimeVersions());

for (const runtime of ["bun", "deno"] as const) {
  const adapted = targets.find((target) => target.name === `fetch/${runtime}`) as Target;
  const bare: Target = { ...adapted, name: `bare/${runtime}`, entry: `perf/bare-${runtime}.ts` };
  const duet = {
    role: "cell" as const,
    new: adapted.name,
    base: bare.name,
    scenario: "text",
    rounds: ROUNDS,
  };
  const rounds: RoundRecord[] = [];
  for (let n = 1; n <= ROUNDS; n++) {
    const round = planRound(duet, n, 1, 1);
    const signal = new AbortController().signal;
    const bench = { oha, pinning, load, signal };
    const record = await runRound(
      round,
      { new: entrantOf(adapted), base: entrantOf(bare) },
      exchange,
      bench,
    );
    if (record.void !== null) throw new Error(record.void);
    rounds.push(record);
  }
  const ratio = interval(estimate(logRatios(rounds)));
  const within = Math.abs(ratio.ratio - 1) <= GOAL;
  console.log(
    `adapter against a bare ${runtime === "bun" ? "Bun.serve" : "Deno.serve"}: ` +
      `${formatRatio(ratio.ratio)} ${formatInterval(ratio)} (${formatHalfWidth(ratio)}), n = ${ratio.n}: ` +
      `${within ? "within" : "NOT within"} ${100 * GOAL} %`,
  );
  if (!within) process.exitCode = 1;
}
