import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openJournal, type RoundRecord } from "@deadheat/journal";
import { deadheat, deadheatEach } from "./command.ts";
import { endRecord, roundRecord, runRecord, settings, temporaryFolder } from "./fixtures.ts";

const kernels = {
  old: "Linux 6.18.44-fc-v657 x64",
  new: "Linux 6.18.44-fc-v669 x64",
} as const;

const duets: [target: string, reference: string, role: RoundRecord["role"], ratio: number][] = [
  ["node-http/node", "node-http/node", "aa", 1],
  ["koa/node", "node-http/node", "cell", 0.7],
];

/** The folder of a run that a machine with this kernel has measured. */
function runUnder(t: TestContext, kernel: keyof typeof kernels, digit: string): string {
  const folder = temporaryFolder(t);
  const machine = { ...settings.machine, kernel: kernels[kernel], fingerprint: kernel };
  const own = { ...settings, machine };
  const run = { runId: `run-${digit}`, instance: digit.repeat(16), settings: own };
  for (const [target, reference, role, truth] of duets) {
    const journal = openJournal(join(folder, "journal", `${target.replace("/", ".")}.jsonl`));
    journal.append(runRecord(target, run));
    for (const [i, error] of [0.01, 0, -0.01].entries()) {
      const startedAt = `2026-11-2${digit}T10:00:0${i}.000Z`;
      journal.append(roundRecord(target, reference, i + 1, truth + error, { role, startedAt }));
    }
    journal.append(endRecord());
    journal.close();
  }
  return folder;
}

function merge(t: TestContext, ...runs: string[]) {
  const out = join(temporaryFolder(t), "out");
  return { out, command: ["merge", ...runs, "--out", out] };
}

const read = (...path: string[]) => readFileSync(join(...path), "utf8");

test("merge puts runs under two builds of a kernel together, and every format says so", async (t) => {
  const { out, command } = merge(t, runUnder(t, "old", "1"), runUnder(t, "new", "2"));
  const { code, stdout, stderr } = await deadheat(...command);
  assert.equal(code, 0, stderr);
  const said = /Measured under 2 builds of one kernel version .*/;
  assert.match(stdout.replace(/\s+/g, " "), said);
  for (const file of ["report.md", "report.html"]) assert.match(read(out, file), said);
  const { instances, warnings } = JSON.parse(read(out, "result.json"));
  const codes = warnings.map((one: { code: string }) => one.code);
  assert.ok(codes.includes("kernel-builds"), codes.join());
  assert.deepEqual(
    instances.map(({ kernel }: { kernel: string }) => kernel),
    [kernels.old, kernels.new],
  );
});

test("report compares two such runs, and says so", async (t) => {
  const [before, after] = [merge(t, runUnder(t, "old", "1")), merge(t, runUnder(t, "new", "2"))];
  const report = ["report", before.out, after.out];
  const finished = await deadheatEach([before.command, after.command, report]);
  for (const { code, stderr } of finished) assert.equal(code, 0, stderr);
  const { stdout } = finished.at(-1)!;
  const said = /The kernels are builds of one version \(before: .*-v657 x64; after: .*-v669 x64\)/;
  assert.match(stdout.replace(/\s+/g, " "), said);
});
