import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { openJournal, readJournal } from "@deadheat/journal";
import type { Result } from "@deadheat/judge";
import { generatedResult, small } from "../../../packages/judge/test/generated-result.ts";
import { deadheat, deadheatEach } from "../command.ts";
import { endRecord, roundRecord, runRecord, settings, temporaryFolder } from "../fixtures.ts";

// Damages the files of a run as a crash, an editor or another version would.

/** A made-up run, of which each test damages a copy. */
const run = temporaryFolder({ after });
const json = (value: object) => JSON.stringify(value, null, 2);
const files = {
  "result.json": json(generatedResult(small)),
  "report.md": "# A report\n",
  "plan.json": json({ seed: 7, settings }),
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(run, name), text);
const floor = "node-http/node";
const journal = openJournal(join(run, "journal/node-http.node.jsonl"));
journal.append(runRecord(floor));
for (const n of [1, 2, 3]) {
  const startedAt = `2026-11-21T10:00:0${n}.000Z`;
  journal.append(roundRecord(floor, floor, n, 1, { role: "aa", startedAt }));
}
journal.append(endRecord());
journal.close();

function copy(t: TestContext): string {
  const folder = join(temporaryFolder(t), "run");
  cpSync(run, folder, { recursive: true });
  return folder;
}

const results: [string, (text: string) => string | Buffer, RegExp][] = [
  ["cut off", (text) => text.slice(0, text.length / 2), /result\.json cannot be read: .*JSON/],
  ["empty", () => "", /result\.json cannot be read/],
  ["binary", () => Buffer.from([0, 255, 254, 1, 2, 3]), /result\.json cannot be read/],
  [
    "of another schema version",
    (text) => text.replace('"schema": 5', '"schema": 99'),
    /field schema: .*5.*99/,
  ],
  ["edited by hand", (text) => text.replace(/"seed": \d+/, '"seed": "many"'), /field run\.seed/],
];
test("a damaged result is rejected with its file and field, and no report is drawn from it", async (t) => {
  const damaged = results.map(([name, damage, message]) => {
    const folder = copy(t);
    const path = join(folder, "result.json");
    writeFileSync(path, damage(readFileSync(path, "utf8")));
    return { name, folder, message };
  });
  const report = readFileSync(join(run, "report.md"), "utf8");
  const finished = await deadheatEach(damaged.map(({ folder }) => ["report", folder]));
  for (const [i, { name, folder, message }] of damaged.entries()) {
    const { code, stderr, stdout } = finished[i] ?? assert.fail();
    assert.match(stderr, message, name);
    assert.equal(code, 2, name);
    assert.equal(stdout, "", name);
    assert.equal(readFileSync(join(folder, "report.md"), "utf8"), report, name);
  }
});

const journals: [string, (lines: string[]) => string, RegExp][] = [
  ["cut off", (lines) => lines.join("\n").slice(0, -20), /cut off or edited/],
  [
    "edited by hand",
    (lines) => [...lines.slice(0, -1), '{"type":"round","n":"x"}'].join("\n"),
    /field /,
  ],
  [
    "with a line of nonsense",
    ([first = "", ...lines]) => [first, "\u0000\u001b[2J", ...lines].join("\n"),
    /cut off or edited/,
  ],
];
test("a bad line of a journal is reported with its file and line, and the rest is used", async (t) => {
  const damaged: string[] = [];
  for (const [name, damage, why] of journals) {
    const folder = copy(t);
    const path = join(folder, "journal", "node-http.node.jsonl");
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    writeFileSync(path, damage(lines));
    const { bad } = await readJournal(path);
    assert.equal(bad.length, 1, `${name}: ${JSON.stringify(bad)}`);
    assert.match(bad[0]?.where.slice(path.length) ?? "", /^:\d+$/, name);
    assert.match(bad[0]?.why ?? "", why, name);
    damaged.push(folder);
  }
  const merge = (folder: string) => ["merge", folder, "--json", "--out", temporaryFolder(t)];
  for (const { code, stdout, stderr } of await deadheatEach(damaged.map(merge))) {
    assert.equal(code, 0, stderr);
    const { result } = JSON.parse(stdout) as { result: Result };
    assert.equal(result.noise.aa?.n, 3);
    assert.ok(
      result.warnings.some((w) => w.code === "bad-line" && /jsonl:\d+$/.test(w.facts.where)),
    );
  }
});

test("a journal from another schema version, or of nothing but noise, is refused with its name", async (t) => {
  const folders = [
    `${JSON.stringify({ ...runRecord("hono/bun"), schema: 99 })}\n${JSON.stringify(roundRecord("hono/bun", "fetch/bun", 1, 0.9))}\n`,
    Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)),
  ].map((text) => {
    const folder = temporaryFolder(t);
    mkdirSync(join(folder, "journal"));
    writeFileSync(join(folder, "journal", "hono.bun.jsonl"), text);
    return folder;
  });
  const merge = (folder: string) => ["merge", folder, "--out", join(folder, "merged")];
  for (const [i, { code, stderr }] of (await deadheatEach(folders.map(merge))).entries()) {
    assert.equal(code, 2, stderr);
    assert.match(stderr, /no journal has a run/);
    assert.match(stderr, /hono\.bun\.jsonl/);
    assert.ok(!existsSync(join(folders[i]!, "merged", "result.json")));
  }
});

test("noise without end: only the first hundred bad lines are kept", async (t) => {
  const path = join(temporaryFolder(t), "journal.jsonl");
  writeFileSync(path, "x\n".repeat(100_000));
  const { records, bad } = await readJournal(path);
  assert.equal(records.length, 0);
  assert.equal(bad.length, 101);
  assert.match(bad.at(-1)?.why ?? "", /99,?900 more lines are no records/);
});

test("a plan that cannot be read keeps --resume from guessing", async (t) => {
  const folder = copy(t);
  truncateSync(join(folder, "plan.json"), 40);
  const { code, stderr } = await deadheat("--resume", "--out", folder);
  assert.equal(code, 2);
  assert.match(stderr, /plan\.json cannot be read: .*\. Start a new run/s);
});
