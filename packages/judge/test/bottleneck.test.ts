import assert from "node:assert/strict";
import { test } from "node:test";
import type { RoundRecord, Side } from "@deadheat/journal";
import { bottleneckOf, bottleneckWarnings } from "../src/cell/bottleneck.ts";
import { machineUse, roundRecord, side } from "../../journal/test/records.ts";

/** Returns three rounds of a second, with the given seconds of the serving threads. */
function rounds(
  target: number | null,
  reference: number | null,
  generatorBusy: number,
  changes: Partial<Side> = {},
): RoundRecord[] {
  const of = (servingSeconds: number | null): Side => ({
    ...side(40_000, 0.45),
    servingSeconds,
    ...changes,
  });
  return [1, 2, 3].map((n) =>
    roundRecord("koa/node", "node-http/node", n, 1, {
      sides: { new: of(target), base: of(reference) },
      machine: machineUse({ generatorBusy }),
    }),
  );
}

test("the limit of a server is its own CPU, the generator's, or neither", () => {
  assert.equal(bottleneckOf(rounds(0.96, 0.5, 0.99)), "server");
  assert.equal(bottleneckOf(rounds(0.94, 0.96, 0.99)), "generator");
  assert.equal(bottleneckOf(rounds(0.94, 0.96, 0.84)), "neither");
  assert.equal(bottleneckOf(rounds(0.96, 0.5, 0.99), "base"), "generator");
  const one = rounds(0.96, 0.5, 0.99).slice(0, 1);
  assert.equal(bottleneckOf([...one, ...rounds(0.9, 0.5, 0.99)]), "generator", "by the median");
});

test("without thread clocks the two servers' shares of their CPU decide", () => {
  assert.equal(bottleneckOf(rounds(null, null, 0.99)), "generator");
  assert.equal(bottleneckOf(rounds(null, null, 0.99, { cpuSeconds: 0.48 })), "server");
});

test("the ratio is a bound if only one of the servers waits", () => {
  const said = (...of: Parameters<typeof rounds>) =>
    bottleneckWarnings(rounds(...of)).map(({ code, facts }) => {
      return "share" in facts
        ? [code, { ...facts, share: Number(facts.share.toFixed(3)) }]
        : [code];
    });
  const [koa, floor] = ["koa/node", "node-http/node"];
  assert.deepEqual(said(0.99, 0.8, 0.99), [
    ["idle-base", { server: floor, other: koa, share: 0.2 }],
  ]);
  assert.deepEqual(said(0.7, 0.99, 0.99), [
    ["idle-new", { server: koa, other: floor, share: 0.3 }],
  ]);
  assert.deepEqual(said(0.99, 0.98, 0.99), []);
  assert.deepEqual(said(0.7, 0.8, 0.99), []);
});

test("threads that ended in a window give a warning", () => {
  const lost = rounds(0.99, 0.99, 0.5, { lostThreads: 2 });
  const calm = rounds(0.99, 0.99, 0.5);
  assert.deepEqual(bottleneckWarnings(calm), []);
  const [one] = bottleneckWarnings([...lost.slice(0, 1), ...calm.slice(1)]);
  assert.deepEqual(one, { code: "lost-threads", facts: { rounds: 1, of: 3 } });
  assert.deepEqual(bottleneckWarnings(lost)[0]?.facts, { rounds: 3, of: 3 });
});
