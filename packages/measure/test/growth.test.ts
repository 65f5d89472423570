import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { warmupOf, type Checkpoint, type Runtime } from "@deadheat/journal";
import { obtainOha } from "@deadheat/oha";
import { choosePinning, planRound, runRound, type Entrant } from "../src/index.ts";

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

/** What a server does for a request, with `count` and `kept`. */
const keeping = {
  ring: "kept[count % 1000] = { url: request.url, text: 'y'.repeat(50) + count }",
  everything: "kept.push({ url: request.url, text: 'y'.repeat(50) + count })",
  buffers: "kept.push(Buffer.alloc(20_000))",
  /** A cache that is full after the warm-up. */
  cache: "if (count < 1500) kept.push('y'.repeat(50) + count)",
};

/** Returns a node:http server that knows nothing of deadheat but PORT. */
function entrant(runtime: Runtime, name: keyof typeof keeping, env = {}): Entrant {
  const source = `
    import { createServer } from "node:http";
    import process from "node:process";
    import { Buffer } from "node:buffer";
    const kept = [];
    let count = 0;
    createServer((request, response) => {
      count++;
      ${keeping[name]};
      response.setHeader("content-type", "text/plain");
      response.end("Hello World!");
    }).listen(process.env.PORT, "127.0.0.1");`;
  const command = [...programs[runtime], source];
  return {
    name: `${name}/${runtime}`,
    runtime,
    command,
    cwd: process.cwd(),
    env,
    asks: exchange,
  };
}

async function measured(target: Entrant, reference: Entrant) {
  const bench = {
    oha: await obtainOha(),
    pinning: choosePinning(),
    load: { warmup: warmupOf(2000), windowSeconds: 0.3, connections: 20, workerThreads: 1 },
    signal: new AbortController().signal,
  };
  const duet = {
    role: "cell",
    new: target.name,
    base: reference.name,
    scenario: "hello",
    rounds: 1,
  } as const;
  const entrants = { new: target, base: reference };
  const wanted = { latency: false, cost: false, growth: true };
  const record = await runRound(planRound(duet, 1, 1, 1), entrants, exchange, bench, wanted);
  assert.equal(record.void, null);
  assert.ok(record.further?.growth);
  return record;
}

/** Returns the bytes a response over the second half. */
function bytesPer(checkpoints: readonly Checkpoint[], of: "live" | "resident"): number {
  const second = checkpoints.slice(3);
  const responses = second.slice(1).reduce((sum, one) => sum + one.responses, 0);
  return ((second.at(-1)?.[of] ?? 0) - (second[0]?.[of] ?? 0)) / responses;
}

for (const runtime of ["node", "bun", "deno"] as const) {
  test(`on ${runtime} a server that keeps everything grows, one that keeps the last thousand does not`, async () => {
    const record = await measured(entrant(runtime, "everything"), entrant(runtime, "ring"));
    const { sides, void: reason } = record.further?.growth ?? {};
    assert.equal(reason, null);
    assert.ok(sides);
    assert.equal(sides.new.length, 7);
    assert.equal(sides.new[0]?.responses, 0);
    assert.ok(sides.new.slice(1).every(({ responses }) => responses > 0));
    const [leak, ring] = [bytesPer(sides.new, "live"), bytesPer(sides.base, "live")];
    assert.ok(leak > 80 && leak < 1000, `${leak} bytes a response`);
    assert.ok(Math.abs(ring) < 40, `${ring} bytes a response`);
    // Peak memory is read before these loads.
    const last = sides.new.at(-1)?.resident ?? 0;
    if (process.platform === "linux") assert.ok(last > 10e6);
  });

  test(`on ${runtime} buffers count, a cache that is full does not`, async () => {
    const record = await measured(entrant(runtime, "buffers"), entrant(runtime, "cache"));
    const sides = record.further?.growth?.sides;
    assert.ok(sides, String(record.further?.growth?.void));
    const [leak, cache] = [bytesPer(sides.new, "live"), bytesPer(sides.base, "live")];
    assert.ok(leak > 19_000 && leak < 23_000, `${leak} bytes a response`);
    assert.ok(Math.abs(cache) < 40, `${cache} bytes a response`);
    const most = Math.max(...sides.new.map(({ live }) => live));
    assert.ok(most < 1.5e9, `a leak is bounded, not ${most} bytes`);
  });
}

test("a server that cannot be asked to collect has a reason instead of metrics", async () => {
  const clean = entrant("node", "everything");
  // The server drops what its environment preloads.
  const command = ["env", "-u", "NODE_OPTIONS", ...clean.command];
  const record = await measured({ ...clean, command }, entrant("node", "ring"));
  const growth = record.further?.growth;
  assert.equal(growth?.sides, null);
  assert.match(growth?.void ?? "", /no process of the server can be asked to collect its garbage/);
  assert.ok(record.sides, "everything else was measured");
});
