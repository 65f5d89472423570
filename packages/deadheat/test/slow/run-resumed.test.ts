import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Interrupted } from "@deadheat/journal";
import { findBegun } from "@deadheat/runner";
import * as v from "valibot";
import { runTargets } from "../../src/run/run.ts";
import { assertAlone, testbed, requests, running, scratch } from "../running.ts";
import { warningWords } from "@deadheat/report/words";

test("a budget that is too short has three rounds and a warning, and a target with other content is measured again", async (t) => {
  const { folder, target } = scratch(t);
  const plain = await target("plain", "node", "");
  const budget = { rounds: null, budgetSeconds: 1.5, requests: requests.slice(0, 1), seed: 7 };
  const { result } = await runTargets({ ...running(folder, "a", [plain]), ...budget }, testbed());
  assert.ok(result.cells.every(({ status, efficiency }) => status === "ok" && efficiency));
  const [{ rounds } = { rounds: [] }] = result.cells
    .filter(({ target: name }) => name === "plain/node")
    .map((cell) => cell.efficiency?.toFloor ?? { rounds: [] });
  assert.ok(rounds.length >= 3, `${rounds.length}`);
  assert.equal(result.run.seed, 7);
  const warning = result.warnings.find(({ code }) => code === "over-budget");
  assert.match(
    warning ? warningWords(warning) : "none",
    /3 rounds of 2 duets.*longer than the budget of 2 s\. On this machine --budget \d+[sm] would be enough for 8/,
  );

  const notes: string[] = [];
  const stop = new AbortController();
  const changed = { ...plain, content: "changed" };
  const asked = { ...running(folder, "b", [changed]), ...budget };
  const interrupted = runTargets(asked, {
    ...testbed([], stop.signal),
    note: (line) => {
      notes.push(line);
      // The signal aborts during the second round.
      if (line.includes("round 1 of")) setTimeout(() => stop.abort(), 300);
    },
  });
  await assert.rejects(interrupted, Interrupted);
  assertAlone();
  assert.match(notes[0] ?? "", /^node-http\/node: \d+ records taken from the cache$/);
  assert.match(notes.at(-1) ?? "", /Add --resume/);
  assert.deepEqual(readdirSync(asked.folder.out).toSorted(), ["floors", "journal", "plan.json"]);
  const journal = readFileSync(join(asked.folder.out, "journal/plain.node.jsonl"), "utf8");
  assert.deepEqual(
    journal
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).type),
    ["run", "round"],
  );

  // The resumed run measures the rest, and nothing twice.
  const begun = findBegun(asked.folder.out, folder, v.object({}));
  const resumed = await runTargets({ ...asked, begun }, testbed());
  const cell = resumed.result.cells.find(({ target: name }) => name === "plain/node");
  const measured = cell?.efficiency?.toFloor.rounds ?? [];
  assert.ok(measured.length >= 3);
  assert.equal(new Set(measured.map(({ n }) => n)).size, measured.length);
  assert.equal(resumed.result.run.measured.rounds, measured.length - 1);
  assert.equal(resumed.result.run.id, asked.folder.id);
  assert.throws(() => findBegun(asked.folder.out, folder, v.object({})), /is finished/);
  const other = { ...asked, begun, load: { ...asked.load, connections: 11 } };
  await assert.rejects(runTargets(other, testbed()), /cannot be resumed: load was/);
});
