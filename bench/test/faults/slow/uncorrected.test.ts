import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { calibrate } from "../../../src/calibrate/calibrate.ts";
import { instrument } from "../../../src/calibrate/lab/instrument.ts";
import { temporaryFolder } from "../../fixtures.ts";
import { quietIo } from "../../quiet-io.ts";

test("on a real stalling server: without latency correction the experiment fails", async (t) => {
  const broken = { ...instrument, latencyCorrection: false };
  const options = {
    size: "quick" as const,
    only: ["stall"],
    targets: null,
    scenarios: null,
    seed: 1,
    out: join(temporaryFolder(t), "calibration"),
  };
  const { calibration } = await calibrate(options, quietIo(), broken);
  assert.equal(calibration.pass, false);
});
