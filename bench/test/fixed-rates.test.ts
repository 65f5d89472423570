import { entrantOf } from "../src/targets/entrant.ts";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { scenarioNamed } from "@deadheat/handlers";
import { obtainOha, type Oha } from "@deadheat/oha";
import { choosePinning, Interrupted, planCost, runCost, type Exchange } from "@deadheat/measure";
import { type Target } from "../src/targets/manifest.ts";
import { discoverTargets } from "../src/targets/discover.ts";
import { warmupOf, type CostRecord, type Role } from "@deadheat/journal";
import { defaultCost } from "@deadheat/runner";
import { runtimeVersions } from "../src/targets/tools.ts";
import { noChildren, right, server } from "./own-server.ts";

// Uses real servers with the shortest useful settings. On a busy machine oha may miss its schedule, which is reported
// without a metric.

const { exchange } = scenarioNamed("text");
const apps = discoverTargets(runtimeVersions());
const floor = apps.find(({ name }) => name === "node-http/node") as Target;
let oha: Oha;
before(async () => {
  oha = await obtainOha({ onProgress: (line) => console.error(line) });
});

interface Options {
  readonly role?: Role;
  readonly rates?: number[];
  readonly fractions?: number[];
  readonly asked?: Exchange;
  readonly signal?: AbortSignal;
}

function cost(
  one: Target,
  reference: Target,
  { role = "cell", rates = [200], fractions = [], asked = exchange, signal }: Options = {},
): Promise<CostRecord> {
  const settings = {
    ...defaultCost({ cell: 1, bridge: 1, aa: 1 }),
    rates,
    fractions,
    idleSeconds: 0.3,
    capacitySeconds: 0.3,
    stepSeconds: 1.5,
  };
  const pair = { role, new: one.name, base: reference.name, scenario: "text", rounds: 1 };
  const entrants = { new: entrantOf(one), base: entrantOf(reference) };
  return runCost(planCost(pair, 1, settings, 7), entrants, asked, settings, {
    oha,
    pinning: choosePinning(),
    load: { warmup: warmupOf(1000), windowSeconds: 1, connections: 10, workerThreads: 1 },
    signal: signal ?? new AbortController().signal,
  });
}

const spin = (ms: number) =>
  `const since = performance.now(); while (performance.now() - since < ${ms});`;

test("both servers get the same requests at each rate once, and their use is recorded", async () => {
  const record = await cost(floor, floor, { role: "aa", rates: [200, 500], fractions: [0.05] });
  assert.equal(record.void, null);
  assert.ok(record.idle && record.capacity && record.startup);
  assert.ok(record.idle.seconds >= 0.29 && record.idle.new >= 0 && record.idle.new < 0.3);
  assert.ok(record.capacity.base > 1000);
  assert.equal(record.capacity.new, null);
  assert.deepEqual(
    record.rates.map(({ fraction, rate }) => fraction ?? rate.new).toSorted((a, b) => a - b),
    [0.05, 200, 500],
  );
  for (const { fraction, rate, offered, sides, void: reason } of record.rates) {
    assert.equal(rate.new, rate.base);
    if (fraction !== null) assert.equal(rate.new, fraction * record.capacity.base);
    assert.equal(offered.new, Math.round(1.5 * rate.new));
    assert.equal(sides === null, reason !== null);
    for (const side of sides ? [sides.new, sides.base] : []) {
      assert.equal(side.good, offered.new);
      assert.ok(side.ends.good >= 20 && side.ends.good < side.good / 2);
      const each = (side.cpuSeconds - side.ends.cpuSeconds) / (side.good - side.ends.good);
      assert.ok(each > 5e-6 && each < 2e-3, `${each} s a request`);
    }
  }
  assert.ok(record.seconds.load > 3 && record.seconds.load < record.seconds.total);
  assert.deepEqual(noChildren(), []);
});

test("additional work of a request is found although both servers are mostly idle", async (t) => {
  const slow = server(t, `${spin(1)} ${right}`);
  const { rates } = await cost(slow, floor, { rates: [200] });
  const [step] = rates;
  if (!step?.sides) return t.skip(step?.void ?? "no rate");
  const each = ({ good, cpuSeconds, ends }: typeof step.sides.new) =>
    (cpuSeconds - ends.cpuSeconds) / (good - ends.good);
  const more = each(step.sides.new) - each(step.sides.base);
  // The server's own clock measures a millisecond, which may include waiting for the CPU.
  assert.ok(more > 0.5e-3 && more < 1.6e-3, `${more} s`);
});

test("work without a request is part of the standing cost, and a service keeps its own connections", async (t) => {
  const busy = server(t, right, `setInterval(() => { ${spin(20)} }, 100);`);
  const asked = { ...exchange, traffic: { connections: 4 } };
  const { idle, rates } = await cost(busy, floor, { asked });
  assert.deepEqual(
    rates.map(({ rate, offered }) => [rate.new, offered.new]),
    [[200, 300]],
  );
  assert.ok(idle);
  assert.ok(idle.new / idle.seconds > 0.05, `${idle.new} in ${idle.seconds} s`);
  assert.ok(idle.base / idle.seconds < 0.05, `${idle.base} in ${idle.seconds} s`);
});

test("a rate above the capacity of both together is not tried, and this is no failure", async (t) => {
  const slow = server(t, `${spin(2)} ${right}`);
  const record = await cost(slow, floor, { rates: [200, 2000] });
  assert.equal(record.void, null);
  const full = record.rates.find(({ rate }) => rate.new === 2000);
  assert.equal(full?.sides, null);
  assert.match(full?.void ?? "", /^2000 requests\/s to both would take \d+ % of their CPU/);
});

test("a rate that was not delivered is void, with the delivered share", async (t) => {
  // The server is fast during warm-up. After a pause it takes one request at a time, each for 20 ms.
  const besides = "let last = Promise.resolve(), at = performance.now(), lazy = false;";
  const queue = `lazy ||= performance.now() - at > 900;
    at = performance.now();
    if (!lazy) { ${right}; return; }
    last = last.then(() => new Promise((done) => setTimeout(done, 20))).then(() => { ${right} });`;
  const lazy = server(t, queue, besides);
  const record = await cost(lazy, floor, { rates: [100] });
  const [step] = record.rates;
  assert.match(
    step?.void ?? "",
    /mine\/node: \d+\.\d % of 100 requests\/s were delivered, less than 99 %/,
  );
});

test("each floor of a bridge gets a share of its own capacity", async (t) => {
  const slow = server(t, `${spin(0.3)} ${right}`);
  const record = await cost(slow, floor, { role: "bridge", rates: [], fractions: [0.1] });
  assert.equal(record.void, null);
  const { capacity } = record;
  assert.ok(capacity?.new);
  const [step] = record.rates;
  assert.deepEqual(step?.rate, {
    new: 0.1 * capacity.new,
    base: 0.1 * capacity.base,
  });
});

test("a server that dies, or answers wrongly, voids the round with the reason", async (t) => {
  const mortal = server(t, `if (count > 1200) process.exit(9); ${right}`);
  const dead = await cost(mortal, floor, { rates: [200] });
  assert.match(dead.void ?? "", /^mine\/node: .*exited with code 9/);
  assert.deepEqual(dead.rates, []);
  const wrong = await cost(server(t, 'res.end("Hello World?")'), floor);
  assert.match(wrong.void ?? "", /^mine\/node: /);
  assert.deepEqual(noChildren(), []);
});

test("an interrupted round leaves no process", async () => {
  const stop = new AbortController();
  const running = cost(floor, floor, { signal: stop.signal });
  setTimeout(() => stop.abort(), 2500);
  await assert.rejects(running, Interrupted);
  assert.deepEqual(noChildren(), []);
});
