import assert from "node:assert/strict";
import { test } from "node:test";
import type { RoundRecord } from "@deadheat/journal";
import { runRound, type Entrant, type FurtherWanted } from "../src/index.ts";
import { benchOf, entrant, exchange, firstRound, ourProcesses } from "./servers.ts";

async function round(
  target: Entrant,
  reference: Entrant,
  wanted?: FurtherWanted,
): Promise<RoundRecord> {
  const bench = await benchOf(500, { windowSeconds: 0.4, connections: 10 });
  const entrants = { new: target, base: reference };
  return runRound(firstRound(target, reference), entrants, exchange, bench, wanted);
}

for (const runtime of ["node", "bun", "deno"] as const) {
  test(`a round of two servers on ${runtime} has the metrics of both`, async () => {
    const record = await round(
      entrant(runtime, "new"),
      entrant(runtime, "base"),
      runtime === "node" ? { latency: true, cost: true } : undefined,
    );
    if (runtime === "node") assertLatencyAndCost(record);
    assert.equal(record.void, null);
    assert.deepEqual([record.new, record.base], [`new/${runtime}`, `base/${runtime}`]);
    assert.ok(record.sides && record.warmup);
    for (const side of [record.sides.new, record.sides.base]) {
      assert.ok(side.ends && side.ends.good > 0 && side.good > side.ends.good, `${side.good}`);
      assert.ok(side.cpuSeconds > side.ends.cpuSeconds && side.loadSeconds >= 0.4);
      assert.ok(side.startup.firstByte > side.startup.ready && side.startup.ready > 0);
    }
    assert.ok(record.warmup.new.responses >= 500 && record.warmup.base.responses >= 500);
    assert.deepEqual(ourProcesses(), []);
  });
}

function assertLatencyAndCost({ further }: RoundRecord): void {
  assert.deepEqual(
    further?.latency.map(({ fraction }) => fraction),
    [null, 0.2],
  );
  for (const { rate, sides, void: late } of further?.latency ?? []) {
    assert.ok(rate > 100);
    if (sides === null) assert.match(late ?? "", /its generator fell behind/);
    else
      for (const { responses, p50, p99 } of [sides.new, sides.base])
        assert.ok(responses > 1000 && 0 < p50 && p50 <= p99);
  }
  assert.deepEqual(
    further?.cost.map(({ rate }) => rate.new),
    [200, 1000],
  );
  for (const { sides, void: why } of further?.cost ?? []) assert.ok(sides !== null || why !== null);
}

test("a round is void if a server gives a wrong response under load", async () => {
  const wrong = entrant("node", "new", {
    body: `count < 400 ? "Hello World!" : "Hello World?"`,
  });
  const record = await round(wrong, entrant("node", "base"));
  assert.match(record.void ?? "", /^(under load, )?new\/node: .*Hello World\?/);
  assert.equal(record.sides, null);
  assert.deepEqual(ourProcesses(), []);
});
