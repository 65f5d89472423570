import assert from "node:assert/strict";
import { test } from "node:test";
import { togetherLoads, warm, warmSeconds } from "@deadheat/measure";
import { defaultWarmup } from "@deadheat/journal";

/** Returns a server with a pace in answers per second, which may depend on its answers so far, and records its loads. */
function serverOf(pace: (responses: number) => number) {
  const loads: number[] = [];
  let responses = 0;
  const load = async (seconds: number) => {
    loads.push(seconds);
    const good = Math.round(pace(responses) * seconds);
    responses += good;
    return { good, seconds };
  };
  return { load, loads };
}

const noCap = { capSeconds: Infinity };

for (const pace of [500, 3_000, 25_000, 90_000, 250_000]) {
  test(`at ${pace} responses per second a server is loaded several times until it has given its responses`, async () => {
    const { load, loads } = serverOf(() => pace);
    const warmed = await warm(load, 40_000, noCap);
    assert.ok(warmed.responses >= 40_000, `${warmed.responses}`);
    // Hardly more, except for the first load and the shortest possible loads.
    assert.ok(warmed.responses <= Math.max(44_000, pace * (0.1 + 7 * 0.05)), `${warmed.responses}`);
    assert.ok(loads.length >= 5, `${loads.length} loads`);
    assert.ok(Math.max(...loads) <= 2 && Math.min(...loads) >= 0.05);
    const seconds = loads.reduce((sum, one) => sum + one, 0);
    assert.ok(Math.abs(warmed.seconds - seconds) < 1e-9);
  });
}

test("a server that becomes five times faster does not give far more responses", async () => {
  const { load, loads } = serverOf((responses) => (responses < 10_000 ? 5_000 : 25_000));
  const warmed = await warm(load, 40_000, noCap);
  assert.ok(warmed.responses >= 40_000 && warmed.responses < 100_000, `${warmed.responses}`);
  assert.ok(loads.length >= 5, `${loads.length} loads`);
});

test("a warm-up ends by work: a core at a quarter of the speed gets four times the time", async () => {
  const [fast, slow] = [serverOf(() => 40_000), serverOf(() => 10_000)];
  const [a, b] = [await warm(fast.load, 40_000, noCap), await warm(slow.load, 40_000, noCap)];
  assert.ok(Math.abs(a.responses / b.responses - 1) < 0.1, `${a.responses}, ${b.responses}`);
  assert.ok(Math.abs(b.seconds / a.seconds - 4) < 0.5, `${a.seconds}, ${b.seconds}`);
});

test("at the cap a warm-up ends with what there is, and no load goes beyond it", async () => {
  const { load } = serverOf(() => 1_000);
  const warmed = await warm(load, 40_000, { capSeconds: 10 });
  assert.ok(warmed.responses < 40_000);
  assert.ok(warmed.seconds <= 10 + 1e-9 && warmed.seconds > 9.9, `${warmed.seconds}`);
});

test("a server that does not respond is loaded until the cap, and every length is valid", async () => {
  const { load, loads } = serverOf(() => 0);
  assert.deepEqual((await warm(load, 40_000, { capSeconds: 5 })).responses, 0);
  assert.ok(loads.every((seconds) => seconds >= 0.05 && seconds <= 2));
});

test("zero responses need no load, and few responses need one", async () => {
  const none = serverOf(() => 10_000);
  assert.deepEqual(await warm(none.load, 0, noCap), { responses: 0, seconds: 0 });
  assert.equal(none.loads.length, 0);
  const few = serverOf(() => 10_000);
  await warm(few.load, 500, noCap);
  assert.equal(few.loads.length, 1);
});

test("both servers are loaded together twice, because the end of a load must be warm too", () => {
  assert.deepEqual(togetherLoads(defaultWarmup), [1, 1]);
  assert.deepEqual(togetherLoads({ togetherSeconds: 0 }), []);
});

test("the estimated time of a warm-up grows with its responses and includes its loads", () => {
  assert.equal(warmSeconds(0), 0);
  assert.ok(warmSeconds(5_000) > 0.05);
  assert.ok(warmSeconds(80_000) > 1.5 * warmSeconds(40_000));
});
