import assert from "node:assert/strict";
import { test } from "node:test";
import { duetsOnly, duetName } from "@deadheat/journal";
import { arrange, doneOf, progressAfter, progressOf, secondsLeft, totalOf } from "../src/index.ts";
import type { Progress, RunEvent } from "../src/index.ts";
import { roundRecord, settings } from "../../journal/test/records.ts";

const [hono, koa, floor] = ["hono/node", "koa/node", "node-http/node"] as const;
const servers = [hono, koa].map((name) => {
  return { name, runtime: "node", unsupported: () => null } as const;
});
const { load } = settings;
const rounds = { cell: 5, bridge: 5, aa: 5 };
const arranged = arrange(servers, { scenarios: ["text"], rounds, modes: duetsOnly, load });
const round = (name: string, n: number) => roundRecord(name, floor, n, 0.8);
const record = (name: string, n: number): RunEvent => {
  return { kind: "record", record: round(name, n) };
};

/** Returns the progress after these events, which are one second apart. */
function after(events: readonly RunEvent[]): { progress: Progress; now: number } {
  let now = 0;
  const progress = events.reduce(
    (before, event) => progressAfter(before, event, (now += 1000)),
    progressOf(arranged, 0),
  );
  return { progress, now };
}

const shown = (events: readonly RunEvent[]) => {
  const { progress, now } = after(events);
  return [doneOf(progress), totalOf(progress), Math.round(secondsLeft(progress, now))];
};

test("before the second record, the plan's estimate gives the remaining time", () => {
  const [done, total, left] = shown([]);
  assert.deepEqual([done, total], [0, 10]);
  assert.equal(left, Math.round(arranged.seconds));
});

test("only records of this attempt decide its speed, not earlier or replayed ones", () => {
  const replayed: RunEvent = {
    kind: "replayed",
    target: hono,
    records: [1, 2, 3, 4, 5].map((n) => round(hono, n)),
  };
  // Four rounds of koa at the plan's estimate, because this attempt has fewer than two records.
  const [done, total, left] = shown([replayed, record(koa, 1)]);
  assert.deepEqual([done, total], [6, 10]);
  assert.equal(left, Math.round((4 / 10) * arranged.seconds));
  assert.deepEqual(shown([replayed, record(koa, 1), record(koa, 2)]), [7, 10, 3]);
});

test("the records of an interrupted attempt count as done", () => {
  const left: RunEvent = { kind: "left", target: koa, records: [round(koa, 1), round(koa, 2)] };
  assert.deepEqual(shown([left, record(koa, 3)]).slice(0, 2), [3, 10]);
});

test("a replayed target needs no more time, even if it has fewer rounds than this run plans", () => {
  const replayed: RunEvent = { kind: "replayed", target: hono, records: [round(hono, 1)] };
  const [, , left = 0] = shown([replayed]);
  assert.equal(left, Math.round(arranged.seconds / 2 - 1));
});

test("failed cells need no more time, further rounds do, and a shorter run ends earlier", () => {
  const failed: RunEvent = { kind: "record", record: { ...round(koa, 1), void: "exited" } };
  const [, , left] = shown([failed]);
  assert.equal(left, Math.round(arranged.seconds / 2));
  const name = duetName(round(koa, 1));
  assert.equal(shown([{ kind: "extended", shares: new Map([[name, 4]]) }])[1], 14);
  assert.equal(shown([{ kind: "shortened", passes: 3 }])[1], 6);
});

test("no more time remains than the budget has for rounds", () => {
  const { progress, now } = after([record(koa, 1), record(koa, 2), record(koa, 3)]);
  assert.equal(secondsLeft(progress, now), 7);
  assert.equal(secondsLeft(progress, now, 4), 4);
  assert.equal(secondsLeft(progress, now, -1), 0);
});
