import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { readJournal, type RoundRecord } from "@deadheat/journal";
import { processTree } from "@deadheat/measure";
import { root } from "../../../src/targets/project.ts";
import type { Result } from "@deadheat/judge";
import { deadheat, resultOf, start } from "../../command.ts";
import { roundRecord, runRecord, temporaryFolder } from "../../fixtures.ts";
import { alive, untilGone } from "../../../../packages/measure/test/processes.ts";

// Sends SIGKILL at random moments: to a process that only writes a journal, so that most hit a write, and to
// all processes of a run at once.

const WRITERS = 40;
const RUNS = 5;

test(`a journal's writer is killed at ${WRITERS} random moments: no record is lost or doubled`, async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, "journal.jsonl");
  const writer = join(folder, "writer.ts");
  const round = JSON.stringify(roundRecord("hono/bun", "fetch/bun", 1, 0.9));
  // Prints the number of each record when append has returned. Continues where the last process was killed.
  writeFileSync(
    writer,
    `import { writeSync } from "node:fs";
     import { openJournal } from ${JSON.stringify(join(root, "packages/journal/src/index.ts"))};
     const journal = openJournal(${JSON.stringify(path)});
     let n = Number(process.argv[2]);
     if (n === 0) { journal.append(${JSON.stringify(runRecord("hono/bun"))}); }
     for (;;) {
       journal.append({ ...${round}, n: ++n });
       writeSync(1, n + "\\n");
     }`,
  );
  let said = 0;
  for (let cut = 0; cut < WRITERS; cut++) {
    const child = spawn(process.execPath, [writer, String(said)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    await once(child.stdout, "data");
    await sleep(Math.random() * 20);
    child.kill("SIGKILL");
    await once(child, "close");
    const heard = Number(output.trimEnd().split("\n").at(-1));
    const { records, bad } = await readJournal(path);
    const numbers = records.flatMap((record) => (record.type === "round" ? [record.n] : []));
    // All printed records exist once and in order. One more may exist whose number was not printed any more.
    const whole = numbers.length;
    assert.deepEqual(
      numbers,
      Array.from({ length: whole }, (_, i) => i + 1),
    );
    assert.ok(whole === heard || whole === heard + 1, `${whole} records, ${heard} were said`);
    assert.ok(bad.length <= cut + 1, JSON.stringify(bad));
    said = whole;
  }
  assert.ok(said > WRITERS, `${said} records`);
});

test(`a run is killed at ${RUNS} random moments: --resume completes it as if nothing had been`, async (t) => {
  const options = ["--targets", "node-http/node", "--rounds", "6", "--seed", "11", "--force"];
  const run = [...options, "--warmup", "500", "--window", "0.5s"];
  const undisturbed = join(temporaryFolder(t), "undisturbed");
  const expected = resultOf(await deadheat(...run, "--json", "--out", undisturbed));

  let out = join(temporaryFolder(t), "run");
  let attempts = 0;
  for (let cut = 0; cut < RUNS; cut++) {
    const resume = attempts > 0 ? ["--resume"] : [];
    const running = start([...run, ...resume, "--out", out]);
    await sleep(1000 + Math.random() * 4000);
    const tree = processTree(running.child.pid ?? 0);
    const before = await roundsIn(out);
    for (const pid of tree) if (alive(pid)) process.kill(pid, "SIGKILL");
    const { code, stderr } = await running.finished;
    await untilGone(tree);
    const after = await roundsIn(out);
    assert.deepEqual(after.slice(0, before.length), before, "what was there stays");
    attempts++;
    // A run that was killed too early to resume begins anew. If a run finished before it was killed, the next one is a
    // new run.
    if (code === 0 || /nothing to resume|plan\.json cannot be read/.test(stderr)) attempts = 0;
    if (attempts === 0) {
      if (code === 0) check(out, expected);
      out = join(temporaryFolder(t), "run");
    }
    if (!existsSync(join(out, "plan.json"))) attempts = 0;
  }
  const last = await deadheat(...run, ...(attempts > 0 ? ["--resume"] : []), "--out", out);
  assert.equal(last.code, 0, last.stderr);
  check(out, expected);
});

async function roundsIn(out: string): Promise<RoundRecord[]> {
  const path = join(out, "journal", "node-http.node.jsonl");
  if (!existsSync(path)) return [];
  const { records } = await readJournal(path);
  return records.filter((record) => record.type === "round");
}

/** Checks that the cells and rounds are those of a run that was not killed. */
function check(out: string, expected: Result): void {
  const result = JSON.parse(readFileSync(join(out, "result.json"), "utf8")) as Result;
  const shape = ({ cells, bridges, noise }: Result) => ({
    cells: cells.map(({ target, scenario, status, reason }) => [target, scenario, status, reason]),
    bridges: bridges.map(({ floor, n }) => ({ floor, n })),
    aa: noise.aa?.rounds.map(({ n }) => n).toSorted((a, b) => a - b),
  });
  assert.deepEqual(shape(result), shape(expected));
}
