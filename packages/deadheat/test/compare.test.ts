import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { readContents } from "@deadheat/journal";
import { runRecord } from "../../journal/test/records.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import { around, oneCold } from "../../judge/test/around.ts";
import { benchOf, entrant, exchange, ourProcesses } from "../../measure/test/servers.ts";
import { coldWarnings, tooFewWarnings } from "../src/measure/judged.ts";
import { compareEntrants } from "../src/parts.ts";
import { warningWords } from "@deadheat/report/words";

async function compared(t: TestContext, work: string, notes: string[] = []) {
  return compareEntrants(
    {
      entrants: {
        new: entrant("node", "new", { onRequest: work }),
        base: entrant("node", "old"),
      },
      scenario: "hello",
      exchange,
      rule: { kind: "rounds", rounds: 2 },
      each: 3,
      margin: 0.02,
      seed: 1,
      journal: join(temporaryFolder(t), "journal", "compare.jsonl"),
      header: runRecord("new/node"),
    },
    await benchOf(500, { windowSeconds: 0.5, connections: 10 }),
    (line) => notes.push(line),
  );
}

test("a server that does more work per request is slower, and every round is in the journal", async (t) => {
  const notes: string[] = [];
  const spinning = "const until = performance.now() + 0.5; while (performance.now() < until);";
  const { judgement, journal } = await compared(t, spinning, notes);
  assert.equal(judgement.n, 2);
  assert.ok(judgement.ratio < 0.6, `${judgement.ratio}`);
  assert.equal(notes.length, 3, notes.join("\n"));
  assert.match(notes[2] ?? "", /^\[2\/2\] new\/node vs\. old\/node: CPU \+/);
  const { journals, bad } = await readContents([journal]);
  assert.deepEqual(bad, []);
  assert.deepEqual(
    journals[0]?.rounds.map(({ n, void: reason }) => [n, reason]),
    [
      [1, null],
      [2, null],
    ],
  );
  assert.deepEqual(ourProcesses(), []);
});

test("after one wrong answer there is a reason and no metric", async (t) => {
  await assert.rejects(compared(t, "if (count > 100) response.statusCode = 500;"), {
    name: "ComparisonFailed",
    message: /^new\/node: .*500/,
  });
  assert.deepEqual(ourProcesses(), []);
});

test("fewer than three rounds give a warning", () => {
  const [warning] = tooFewWarnings(2, 68);
  assert.equal(warning?.code, "too-few-rounds");
  assert.match(warningWords(warning!), /^Two rounds show only differences above 20 %/);
  assert.match(warningWords(warning!), /A round takes 34 s\.$/);
  assert.match(warningWords(tooFewWarnings(1, 34)[0]!), /^One round shows/);
  assert.deepEqual(tooFewWarnings(3, 90), []);
});

test("a comparison with a cold round has a warning", () => {
  const records = oneCold();
  assert.match(warningWords(coldWarnings(records)[0]!), /^In 1 of 8 rounds/);
  assert.deepEqual(coldWarnings(around(1.5, 0.01)), []);
});
