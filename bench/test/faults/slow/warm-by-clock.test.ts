import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { calibrate } from "../../../src/calibrate/calibrate.ts";
import { instrument } from "../../../src/calibrate/instrument.ts";
import { slowOf } from "../../../src/calibrate/slow.ts";
import { readJournal } from "../../../src/journal.ts";
import { defaultWarmup, type Warmup } from "../../../src/measure/warm-up.ts";
import { temporaryFolder } from "../../fixtures.ts";
import { quietIo } from "../../quiet-io.ts";

/** What the experiment says of koa against node:http when servers are warmed so. */
async function judge(t: TestContext, warmup: Warmup, blocks: number) {
  const out = join(temporaryFolder(t), "calibration");
  const koa = slowOf({
    pairs: [["koa/node", "node-http/node"]],
    spinners: 4,
    blocks: { quick: blocks, full: blocks },
  });
  const options = {
    size: "quick" as const,
    only: ["slow"],
    targets: null,
    scenarios: null,
    seed: null,
    out,
  };
  const { calibration } = await calibrate(options, quietIo(), { ...instrument, warmup }, [koa]);
  const [slow] = calibration.experiments;
  assert.ok(slow);
  t.diagnostic(`${warmup.togetherSeconds.toFixed(1)} s together: ${slow.observed}`);
  const { records } = await readJournal(join(out, "journal", "calibrate.jsonl"));
  return { ...slow, blocks: records.filter((record) => record.type === "block") };
}

test("a warm-up by the clock fails the experiment of the slow machine, one by work passes it", async (t) => {
  const first = await judge(t, defaultWarmup, 4);
  // One sound measure in twenty fails it: the second time that is one in four hundred.
  const byWork = first.pass ? first : await judge(t, defaultWarmup, 4);
  assert.equal(byWork.pass, true, byWork.observed);

  // The seconds that are right here without spinners: koa then gives as many answers on its half of the CPU.
  const alone = first.blocks.map(({ warmup }) => warmup?.target.seconds ?? Infinity);
  const byClock: Warmup = {
    answers: { node: 0, bun: 0, deno: 0 },
    togetherSeconds: 2 * Math.min(...alone),
    capSeconds: 60,
  };
  const old = await judge(t, byClock, 8);
  assert.equal(old.pass, false, old.observed);
  assert.match(old.observed, /beside them: 0\.[1-8]/, "measured, and slower beside them");
});
