import assert from "node:assert/strict";
import { test } from "node:test";
import { cost, exchange, floor, spin } from "../fixed-rate-round.ts";
import { right, server } from "../own-server.ts";

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
