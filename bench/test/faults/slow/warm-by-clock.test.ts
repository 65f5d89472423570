import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { calibrate } from "../../../src/calibrate/calibrate.ts";
import { instrument } from "../../../src/calibrate/lab/experiment.ts";
import { slowOf } from "../../../src/calibrate/experiments/slow.ts";
import { readJournal, defaultWarmup, warmupOf, type Warmup } from "@deadheat/journal";
import { temporaryFolder } from "../../fixtures.ts";
import { quietIo } from "../../quiet-io.ts";

/** Runs the experiment with koa against node:http and this warm-up. */
async function judge(t: TestContext, warmup: Warmup, rounds: number) {
  const out = join(temporaryFolder(t), "calibration");
  const koa = slowOf({
    pairs: [["koa/node", "node-http/node"]],
    spinners: 6,
    rounds: { quick: rounds, full: rounds },
  });
  const options = { size: "quick" as const, only: ["slow"], out };
  const { calibration } = await calibrate(options, quietIo(), { ...instrument, warmup }, [koa]);
  const [slow] = calibration.experiments;
  assert.ok(slow);
  t.diagnostic(
    `${warmup.responses.node} answers, ${warmup.togetherSeconds.toFixed(2)} s together: ${slow.observed}`,
  );
  const { records } = await readJournal(join(out, "journal", "calibrate.jsonl"));
  return { ...slow, rounds: records.filter((record) => record.type === "round") };
}

test("a warm-up by the clock fails the experiment of the slow machine, one by work passes it", async (t) => {
  const first = await judge(t, defaultWarmup, 4);
  // A sound measure fails once in twenty times, and twice in a row once in four hundred.
  const byWork = first.pass ? first : await judge(t, defaultWarmup, 4);
  assert.equal(byWork.pass, true, byWork.observed);

  // Warms both together by time: for the seconds in which koa gives as many responses here without spinners, or for fewer.
  // The ratio falls, rises and falls again while code is compiled, so at one of these times both ways may agree.
  const alone = first.rounds.map(({ warmup }) => warmup?.new.seconds ?? Infinity);
  const seen: string[] = [];
  for (const share of [1, 0.5, 0.25]) {
    const byClock: Warmup = {
      responses: warmupOf(0).responses,
      togetherSeconds: share * 2 * Math.min(...alone),
      capSeconds: 60,
    };
    const { pass, observed } = await judge(t, byClock, 8);
    assert.match(observed, /^koa\/node \d/, "measured");
    if (!pass) return;
    seen.push(observed);
  }
  assert.fail(seen.join("\n"));
});
