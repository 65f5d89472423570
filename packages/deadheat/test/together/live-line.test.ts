import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { liveLine, stepLine } from "../../src/terminal/live-line.ts";
import type { Step } from "../../src/step.ts";

const CLEAR = "\r\u001b[2K";
const CLEAR_ABOVE = "\u001b[1A\u001b[2K";

const step: Step = {
  phase: "GET /: round",
  done: 4,
  of: 10,
  estimate: "CPU +6.6 % ± 1.2 %",
  secondsLeft: 70,
};

test("a step says phase, number, estimate and remaining time", () => {
  assert.equal(stepLine(step, 10, 79), "GET /: round 5 of 10, CPU +6.6 % ± 1.2 %, 1 min left");
  const unknown = { ...step, of: null, estimate: "", secondsLeft: null };
  assert.equal(stepLine(unknown, 10, 79), "GET /: round 5");
  // The last step has ended, and what comes after it is not a further one.
  assert.match(stepLine({ ...step, done: 10 }, 90, 79), /round 10 of 10, .*, 0 s left$/);
});

test("a long line is cut before the remaining time, and shows no escape sequence", () => {
  const phase = `GET /${"x".repeat(90)}\u001b[2J: round`;
  const line = stepLine({ ...step, phase }, 0, 79);
  assert.equal([...line].length, 79);
  assert.match(line, /…, 1 min 10 s left$/);
  assert.ok(!stepLine({ ...step, phase: "\u001b[2J" }, 0, 79).includes("\u001b"));
});

/** Returns what a terminal shows at the end, and the line without an end. */
function screenOf(chunks: readonly string[]): { lines: string[]; last: string } {
  const lines = chunks.join("").split("\n");
  const shown = lines.map((line) => line.split("\r\u001b[2K").at(-1) ?? "");
  return { lines: shown.slice(0, -1), last: shown.at(-1) ?? "" };
}

test("steps rewrite one line, other lines stay above it, and at the end nothing of it is left", async () => {
  const chunks: string[] = [];
  const live = liveLine({ write: (text: unknown) => chunks.push(String(text)) > 0 }, () => 120);
  live.show({ ...step, done: 0 });
  live.show(step);
  live.above(() => chunks.push("oha is downloaded\n"));
  assert.deepEqual(screenOf(chunks), {
    lines: ["oha is downloaded"],
    last: "GET /: round 5 of 10, CPU +6.6 % ± 1.2 %, 1 min 10 s left",
  });
  await wait(1300);
  assert.match(screenOf(chunks).last, /1 min 9 s left$/, "it counts down");
  live.clear();
  assert.deepEqual(screenOf(chunks), { lines: ["oha is downloaded"], last: "" });
  const count = chunks.length;
  await wait(1200);
  live.clear();
  assert.equal(chunks.length, count, "nothing is drawn later");
});

test("the lines of a step are rewritten with it, and leave nothing", () => {
  const chunks: string[] = [];
  const live = liveLine({ write: (text: unknown) => chunks.push(String(text)) > 0 }, () => 40);
  const lines = ["worker 1: hono/node", "worker 2: waits"];
  live.show({ ...step, lines });
  const [first = ""] = chunks;
  assert.ok(first.startsWith(`${CLEAR}worker 1: hono/node\nworker 2: waits\nGET`), first);
  live.show({ ...step, lines: ["one", "x".repeat(60)] });
  const twoLines = CLEAR + CLEAR_ABOVE + CLEAR_ABOVE;
  const [, second = ""] = chunks;
  assert.ok(second.startsWith(`${twoLines}one\n${"x".repeat(38)}…\nGET`), second);
  live.clear();
  assert.equal(chunks.at(-1), twoLines);
});
