import assert from "node:assert/strict";
import { test } from "node:test";
import { duetsOnly } from "@deadheat/journal";
import { arrange, type RunEvent } from "@deadheat/runner";
import { showProgress } from "../../src/run/progress.ts";
import { settings } from "../../../journal/test/records.ts";

test("a slow machine has a line of its own, with the time that the run would need and the time that it has", () => {
  const rounds = { cell: 5, bridge: 6, aa: 5 };
  const { load } = settings;
  const arranged = arrange([], { scenarios: ["text"], rounds, modes: duetsOnly, load });
  const lines: string[] = [];
  const show = showProgress(arranged, 695, (line) => lines.push(line));
  const slow: RunEvent = {
    kind: "slow",
    factor: 1.92,
    targets: 15,
    seconds: 1500,
    withinSeconds: 695,
  };
  show(slow);
  show({ ...slow, targets: 1, withinSeconds: null });
  assert.deepEqual(lines, [
    "Rounds take 1.9 times as long as usual on this machine: 15 targets need 25 min for the usual precision. Going on with 11 min 35 s.",
    "Rounds take 1.9 times as long as usual on this machine: 1 target needs 25 min for the usual precision.",
  ]);
});
