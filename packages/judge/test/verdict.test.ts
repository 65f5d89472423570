import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlockRecord, Side } from "@deadheat/journal";
import { verdictOf, verdictWarnings } from "../src/cell/verdict.ts";
import { blockRecord, side } from "../../journal/test/records.ts";

/** Returns three blocks of a second, with the given seconds of the serving threads. */
function blocks(
  target: number | null,
  reference: number | null,
  generatorBusy: number,
  changes: Partial<Side> = {},
): BlockRecord[] {
  const of = (servingSeconds: number | null): Side => ({
    ...side(40_000, 0.45),
    servingSeconds,
    ...changes,
  });
  return [1, 2, 3].map((n) =>
    blockRecord("koa/node", "node-http/node", n, 1, {
      sides: { new: of(target), base: of(reference) },
      machine: { generatorBusy, generatorSeconds: 0.5, foreign: 0, steal: 0, pressure: 0 },
    }),
  );
}

test("the limit of a server is its own CPU, the generator's, or neither", () => {
  assert.equal(verdictOf(blocks(0.96, 0.5, 0.99)), "server-bound");
  assert.equal(verdictOf(blocks(0.94, 0.96, 0.99)), "generator-bound");
  assert.equal(verdictOf(blocks(0.94, 0.96, 0.84)), "unsaturated");
  assert.equal(verdictOf(blocks(0.96, 0.5, 0.99), "base"), "generator-bound");
  const one = blocks(0.96, 0.5, 0.99).slice(0, 1);
  assert.equal(verdictOf([...one, ...blocks(0.9, 0.5, 0.99)]), "generator-bound", "by the median");
});

test("without thread clocks the two servers' shares of their CPU decide", () => {
  assert.equal(verdictOf(blocks(null, null, 0.99)), "generator-bound");
  assert.equal(verdictOf(blocks(null, null, 0.99, { cpuSeconds: 0.48 })), "server-bound");
});

test("the ratio is a bound if only one of the servers waits", () => {
  const said = (...of: Parameters<typeof blocks>) =>
    verdictWarnings(blocks(...of)).map(({ code, message }) => `${code}: ${message}`);
  const [upper = ""] = said(0.99, 0.8, 0.99);
  assert.match(
    upper,
    /^idle-base: node-http\/node waited .* for 20 % of the time.*an upper bound$/,
  );
  const [lower = ""] = said(0.7, 0.99, 0.99);
  assert.match(lower, /^idle-new: koa\/node waited .* for 30 % of the time.*a lower bound$/);
  assert.deepEqual(said(0.99, 0.98, 0.99), []);
  assert.deepEqual(said(0.7, 0.8, 0.99), []);
});

test("threads that ended in a window give a warning", () => {
  const [first, ...others] = blocks(0.99, 0.99, 0.5, { lostThreads: 2 });
  const calm = blocks(0.99, 0.99, 0.5);
  assert.deepEqual(verdictWarnings(calm), []);
  const [{ code, message }] = verdictWarnings([first as BlockRecord, ...calm.slice(1)]) as [
    { code: string; message: string },
  ];
  assert.equal(code, "lost-threads");
  assert.match(message, /^in 1 of 3 blocks /);
  assert.match(verdictWarnings([first as BlockRecord, ...others])[0]?.message ?? "", /^in 3 of 3/);
});
