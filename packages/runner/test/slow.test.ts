import assert from "node:assert/strict";
import { test } from "node:test";
import { duetsOnly } from "@deadheat/journal";
import { arrange } from "../src/index.ts";
import { slownessOf } from "../src/schedule/slow.ts";
import { roundRecord, settings } from "../../journal/test/records.ts";

const names = ["koa/node", "hono/node", "node-http/node"];
const { duets } = arrange(
  names.map((name) => ({ name, runtime: "node" as const, unsupported: () => null })),
  {
    scenarios: ["text"],
    rounds: { cell: 5, bridge: 6, aa: 5 },
    modes: duetsOnly,
    load: settings.load,
  },
);
const each = duets[0]?.secondsEach ?? 0;
const planned = 15 * each;

/** Returns the first rounds of a run, each of `factor` times the usual time. */
const rounds = (count: number, factor: number) =>
  Array.from({ length: count }, (_, i) => {
    const target = names[i % 3] ?? "";
    const seconds = { total: factor * each, load: each };
    const role = target === "node-http/node" ? "aa" : "cell";
    return roundRecord(target, "node-http/node", 1 + Math.floor(i / 3), 0.8, { role, seconds });
  });

test("a run is slow once four rounds took clearly longer, and its planned rounds do not fit", () => {
  assert.equal(slownessOf(duets, rounds(3, 3), planned), null);
  const slow = slownessOf(duets, rounds(4, 3), 1.2 * planned);
  assert.ok(slow !== null);
  assert.ok(Math.abs(slow.factor - 3) < 1e-9 && Math.abs(slow.seconds - 3 * planned) < 1e-6);
  assert.deepEqual([slow.targets, slow.withinSeconds], [3, 1.2 * planned]);
  assert.equal(slownessOf(duets, rounds(12, 1.2), 1.1 * planned), null, "an ordinary hour");
  assert.equal(slownessOf(duets, rounds(4, 3), 4 * planned), null, "there is time for all");
});

test("without a limit a slow run takes longer, and a budget plans more rounds than it usually holds", () => {
  assert.equal(slownessOf(duets, rounds(4, 2), null)?.withinSeconds, null);
  const seconds = slownessOf(duets, rounds(4, 2), planned / 3)?.seconds ?? 0;
  assert.ok(Math.abs(seconds - (2 * planned) / 3) < 1e-6, String(seconds));
});

test("rounds that run side by side share their time, and are slow only if each takes longer", () => {
  const beside = (factor: number) => rounds(6, factor).map((one) => ({ ...one, alongside: 2 }));
  assert.equal(slownessOf(duets, beside(1.2), planned / 10), null);
  assert.equal(slownessOf(duets, beside(3), 1.2 * planned), null, "three at once fit");
  const slow = slownessOf(duets, beside(3), planned / 2);
  assert.ok(slow !== null && Math.abs(slow.factor - 3) < 1e-9);
  assert.ok(Math.abs(slow.seconds - planned) < 1e-6, String(slow.seconds));
});

test("rounds of pairs that the run does not measure say nothing", () => {
  const [koa] = duets;
  assert.ok(koa);
  assert.equal(slownessOf([koa], rounds(9, 0.9), 1)?.factor, undefined);
  assert.equal(slownessOf([], rounds(9, 3), 1), null);
});
