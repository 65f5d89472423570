import assert from "node:assert/strict";
import { test } from "node:test";
import {
  difference,
  estimate,
  interval,
  simultaneousInterval,
  twoStageEstimate,
  type LogEstimate,
} from "../src/index.ts";
import { roundsFrom, close, threeErrors } from "./support.ts";

test("one comparison has the plain interval, more have a wider one around the same ratio", () => {
  const est = estimate([0.01, 0.03, 0.02, 0.05]);
  assert.deepEqual(simultaneousInterval(est, 1), interval(est));
  const wide = simultaneousInterval(est, 28);
  const { lo, hi, ratio, n } = interval(est, 1 - 0.05 / 28);
  close(wide.lo, lo);
  close(wide.hi, hi);
  assert.deepEqual([wide.ratio, wide.n], [ratio, n]);
  assert.ok(wide.hi > interval(est).hi);
});

test("an invalid number of comparisons or confidence throws", () => {
  const est = estimate([0.01, 0.03]);
  for (const bad of [0, -1, 1.5, NaN]) {
    const refused = { name: "RangeError", message: /comparisons/ };
    assert.throws(() => simultaneousInterval(est, bad), refused);
  }
  assert.throws(() => simultaneousInterval(est, 3, 1), { name: "RangeError", message: /confid/ });
});

const CELLS = 8;
const PAIRS = (CELLS * (CELLS - 1)) / 2;

for (const [name, truths, second] of [
  ["eight equals", Array.from({ length: CELLS }, () => 0), 0],
  ["eight equals, two of them with a second stage", Array.from({ length: CELLS }, () => 0), 2],
  ["eight that differ by less than is seen", Array.from({ length: CELLS }, (_, i) => i / 500), 0],
] as const) {
  test(`simulation, ${name}: the best against the worst`, () => {
    const runs = 2000;
    const rounds = roundsFrom(81);
    let plain = 0;
    let simultaneous = 0;
    for (let run = 0; run < runs; run++) {
      const cells = truths.map((truth, i): { truth: number; est: LogEstimate } => {
        const first = rounds(6, truth, 0.02);
        return { truth, est: twoStageEstimate(first, i < second ? rounds(6, truth, 0.02) : []) };
      });
      cells.sort((a, b) => b.est.mean - a.est.mean);
      const [best, worst] = [cells[0]!, cells.at(-1)!];
      const apart = difference(best.est, worst.est);
      const truth = Math.exp(best.truth - worst.truth);
      const misses = ({ lo, hi }: { lo: number; hi: number }) => truth < lo || truth > hi;
      if (misses(interval(apart))) plain++;
      if (misses(simultaneousInterval(apart, PAIRS))) simultaneous++;
    }
    const missed = simultaneous / runs;
    assert.ok(missed <= 0.05 + threeErrors(0.05, runs), `${missed} missed`);
    assert.ok(plain / runs > 0.2, `the control: of the plain ones ${plain / runs}`);
  });
}
