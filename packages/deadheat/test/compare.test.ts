import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { readContents, warmupOf, type RoundRecord } from "@deadheat/journal";
import { choosePinning, processTree, type Entrant } from "@deadheat/measure";
import { runRecord } from "../../journal/test/records.ts";
import { obtainOha } from "../../oha/src/index.ts";
import { compareEntrants, ComparisonFailed } from "../src/parts.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import { coldWarnings, tooFewWarnings } from "../src/measure/entrants.ts";
import { around } from "../../judge/test/around.ts";

/** Writes a server of one file that runs `work` for each request. */
function entrant(folder: string, name: string, work: string): Entrant {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import { createServer } from "node:http";
     let count = 0;
     const server = createServer((request, response) => {
       count++;
       ${work}
       response.setHeader("content-type", "text/plain");
       response.end("Hello World!");
     });
     server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({
       deadheat: "ready", port: server.address().port, pid: process.pid, runtime: "node", version: "1",
     })));
     process.on("SIGTERM", () => process.exit(0));`,
  );
  const command = [process.execPath, file];
  return { name: `${name}/node`, runtime: "node", command, cwd: folder, env: {} };
}

async function compared(t: TestContext, work: string, notes: string[] = []) {
  const folder = temporaryFolder(t);
  return compareEntrants(
    {
      entrants: { new: entrant(folder, "new", work), base: entrant(folder, "old", "") },
      scenario: "hello",
      exchange: {
        request: { method: "GET", path: "/", headers: {}, body: null },
        response: { status: 200, mediaType: "text/plain", body: "Hello World!" },
      },
      rule: { kind: "rounds", rounds: 2 },
      each: 3,
      margin: 0.02,
      seed: 1,
      journal: join(folder, "journal", "compare.jsonl"),
      header: runRecord("new/node"),
    },
    {
      oha: await obtainOha(),
      pinning: choosePinning(),
      load: { warmup: warmupOf(500), windowSeconds: 0.5, connections: 10, workerThreads: 1 },
      signal: new AbortController().signal,
    },
    (line) => notes.push(line),
  );
}

const noChildren = () => processTree(process.pid).filter((pid) => pid !== process.pid);

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
  assert.deepEqual(noChildren(), []);
});

test("after one wrong answer there is a reason and no metric", async (t) => {
  await assert.rejects(compared(t, "if (count > 100) response.statusCode = 500;"), (error) => {
    assert.ok(error instanceof ComparisonFailed);
    assert.match(error.message, /^new\/node: .*500/);
    return true;
  });
  assert.deepEqual(noChildren(), []);
});

test("fewer than three rounds give a warning", () => {
  const budget = { kind: "budget", budgetSeconds: 60 } as const;
  const [warning] = tooFewWarnings(budget, 2, 68);
  assert.equal(warning?.code, "too-few-rounds");
  assert.match(warning?.message ?? "", /there was time for 2. A round takes 34 s\.$/);
  const [asked] = tooFewWarnings({ kind: "rounds", rounds: 2 }, 2, 68);
  assert.match(asked?.message ?? "", /needs 3, and there were 2\./);
  assert.deepEqual(tooFewWarnings(budget, 3, 90), []);
});

test("a comparison with a cold round has a warning", () => {
  const records = around(1.5, 0.01);
  const { warmup } = records[3] as RoundRecord;
  assert.ok(warmup);
  records[3] = {
    ...(records[3] as RoundRecord),
    warmup: { ...warmup, base: { responses: warmup.responses - 1, seconds: 60 } },
  };
  assert.match(coldWarnings(records)[0]?.message ?? "", /^In 1 of 8 rounds/);
  assert.deepEqual(coldWarnings(around(1.5, 0.01)), []);
});
