import assert from "node:assert/strict";
import process from "node:process";
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
      runtime === "node" ? { loads: ["latency", "cost"] } : undefined,
    );
    if (runtime === "node") assertLatencyAndCost(record);
    assert.equal(record.void, null);
    assert.deepEqual([record.new, record.base], [`new/${runtime}`, `base/${runtime}`]);
    assert.ok(record.sides && record.warmup);
    for (const side of [record.sides.new, record.sides.base]) {
      assert.ok(side.ends && side.ends.good > 0 && side.good > side.ends.good, `${side.good}`);
      assert.ok(side.cpuSeconds > side.ends.cpuSeconds && side.loadSeconds >= 0.4);
      assert.ok(side.startup.firstByte > side.startup.ready && side.startup.ready > 0);
      assert.ok((side.sampled ?? 0) >= 1, "bodies are compared under load");
      assert.ok(side.memory === null || side.memory.peak >= side.memory.idle);
      if (process.platform !== "linux") continue;
      const [servingSeconds, { loadSeconds }] = [side.servingSeconds ?? 0, side];
      // The clocks are read just before and after the load, on a machine that others use up to 10 ms away.
      assert.ok(
        servingSeconds > 0.1 * loadSeconds && servingSeconds <= 1.02 * loadSeconds + 0.02,
        `the serving thread works ${servingSeconds} of ${loadSeconds} s`,
      );
    }
    if (process.platform === "linux") {
      // Four generators ended in the window, and nothing else.
      const responses = record.sides.new.good + record.sides.base.good;
      const each = (record.machine?.generatorSeconds ?? 0) / responses;
      assert.ok(each > 2e-6 && each < 2e-4, `${each} s of the generators' CPU for a response`);
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

const bad: [string, Parameters<typeof entrant>[2], RegExp][] = [
  [
    "gives a wrong response under load",
    { body: `count < 400 ? "Hello World!" : "Hello World?"` },
    /^(under load, )?new\/node: .*Hello World\?/,
  ],
  [
    "exits under load",
    { onRequest: "if (count > 400) process.exit(9);" },
    /new\/node: exited with code 9/,
  ],
  [
    "drops connections",
    { onRequest: "if (count % 50 === 49) return request.socket.destroy();" },
    /new\/node: /,
  ],
];
for (const [name, code, reason] of bad) {
  test(`a round is void if a server ${name}`, async () => {
    const record = await round(entrant("node", "new", code), entrant("node", "base"));
    assert.match(record.void ?? "not void", reason);
    assert.equal(record.sides, null);
    assert.deepEqual(ourProcesses(), []);
  });
}
