// The counts of a response, from the counters of a window and of the load before it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { efficiency, mixedRound } from "../src/index.ts";
import { countOf } from "../src/rounds.ts";
import { roundRecord } from "../../journal/test/records.ts";
import { counted } from "./counted.ts";

const { sides } = roundRecord("new/node", "old/node", 1, 1);
const side = sides?.new;
assert.ok(side);

test("the count of a response leaves out the load before the window", () => {
  assert.ok(Math.abs((countOf(counted(side, 2), "cpu") ?? 0) - 2) < 1e-9);
});

test("a count that one load lacks is unknown", () => {
  assert.equal(countOf(side, "cpu"), null);
  const { counts: _, ...ends } = counted(side, 2).ends;
  const without = { ...counted(side, 2), ends };
  assert.equal(countOf(without, "cpu"), null);
  const noEnds = { ...without, ends: { good: 0, cpuSeconds: 0 }, counts: { cpu: side.good } };
  assert.equal(countOf(noEnds, "cpu"), 1, "there was no load before it");
});

test("the other exchange of a service counts by its share", () => {
  const { good, cpuSeconds, ends, counts } = counted(side, 12);
  const beside = { share: 0.1, good, cpuSeconds, ends, counts };
  assert.ok(Math.abs((countOf({ ...counted(side, 2), beside }, "cpu") ?? 0) - 3) < 1e-9);
});

test("the count of a mix is the sum of its requests by their shares, and unknown if one is", () => {
  const mixOf = (...each: (number | null)[]) => {
    const parts = each.map((one, i) => {
      const own = one === null ? side : counted(side, one);
      const record = {
        ...roundRecord("new/node", "old/node", 1, 1),
        sides: { new: own, base: own },
      };
      return { share: i === 0 ? 0.75 : 0.25, record };
    });
    return mixedRound(parts).sides?.new;
  };
  const mixed = mixOf(2, 6);
  assert.ok(mixed && Math.abs((countOf(mixed, "cpu") ?? 0) - 3) < 1e-9);
  assert.ok(Math.abs(efficiency(mixed) / efficiency(side) - 1) < 1e-9);
  assert.equal(mixOf(2, null)?.counts, undefined);
});
