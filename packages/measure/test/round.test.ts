import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { warmupOf, type RoundRecord, type Runtime } from "@deadheat/journal";
import { obtainOha } from "@deadheat/oha";
import {
  choosePinning,
  planRound,
  processTree,
  runRound,
  type Entrant,
  type FurtherWanted,
} from "../src/index.ts";

const modules = join(import.meta.dirname, "../../../node_modules");
const programs: Readonly<Record<Runtime, readonly string[]>> = {
  node: [process.execPath, "--input-type=module", "--eval"],
  bun: [join(modules, "bun/bin/bun.exe"), "--eval"],
  deno: [join(modules, "deno/deno"), "eval"],
};
const exchange = {
  request: { method: "GET", path: "/", headers: {}, body: null },
  response: { status: 200, mediaType: "text/plain", body: "Hello World!" },
};

/** Returns a node:http server that knows nothing of deadheat but PORT. `body` is an expression with `count`. */
function entrant(runtime: Runtime, name: string, body = `"Hello World!"`): Entrant {
  const source = `
    import { createServer } from "node:http";
    import process from "node:process";
    let count = 0;
    createServer((request, response) => {
      count++;
      response.setHeader("content-type", "text/plain");
      response.end(${body});
    }).listen(process.env.PORT, "127.0.0.1");`;
  const command = [...programs[runtime], source];
  return {
    name: `${name}/${runtime}`,
    runtime,
    command,
    cwd: process.cwd(),
    env: {},
    asks: exchange,
  };
}

async function round(
  target: Entrant,
  reference: Entrant,
  wanted?: FurtherWanted,
): Promise<RoundRecord> {
  const duet = {
    role: "cell",
    new: target.name,
    base: reference.name,
    scenario: "hello",
    rounds: 1,
  } as const;
  return runRound(
    planRound(duet, 1, 1, 7),
    { new: target, base: reference },
    exchange,
    {
      oha: await obtainOha(),
      pinning: choosePinning(),
      load: { warmup: warmupOf(500), windowSeconds: 0.4, connections: 10, workerThreads: 1 },
      signal: new AbortController().signal,
    },
    wanted,
  );
}

const ourProcesses = () => processTree(process.pid).filter((pid) => pid !== process.pid);

for (const runtime of ["node", "bun", "deno"] as const) {
  test(`a round of two servers on ${runtime} has the metrics of both`, async () => {
    const record = await round(entrant(runtime, "new"), entrant(runtime, "base"));
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

test("a round measures latency and cost of both servers on request", async () => {
  const wanted = { latency: true, cost: true };
  const { further, void: reason } = await round(
    entrant("node", "new"),
    entrant("node", "base"),
    wanted,
  );
  assert.equal(reason, null);
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
  assert.deepEqual(ourProcesses(), []);
});

test("a round is void if a server gives a wrong response under load", async () => {
  const wrong = entrant("node", "new", `count < 400 ? "Hello World!" : "Hello World?"`);
  const record = await round(wrong, entrant("node", "base"));
  assert.match(record.void ?? "", /^(under load, )?new\/node: .*Hello World\?/);
  assert.equal(record.sides, null);
  assert.deepEqual(ourProcesses(), []);
});
