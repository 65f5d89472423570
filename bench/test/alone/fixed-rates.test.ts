import assert from "node:assert/strict";
import { test } from "node:test";
import { Interrupted } from "@deadheat/journal";
import { cost, floor } from "../fixed-rate-round.ts";
import { noChildren, right, server } from "../own-server.ts";

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
