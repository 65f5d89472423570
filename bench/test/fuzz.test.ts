import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as fc from "fast-check";
import { UsageError, readJournal } from "@deadheat/journal";
import { discoverTargets } from "../src/targets/discover.ts";
import { poolJournals, blockRecord, runRecord, temporaryFolder } from "./fixtures.ts";
import { printable } from "@deadheat/report/format";

/** The number of runs. For more use FUZZ_RUNS=100000 pnpm --filter @deadheat/bench test. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 300);
/** The cases are the same each time unless FUZZ_RUNS is set. */
const options = { numRuns, ...(process.env.FUZZ_RUNS === undefined && { seed: 20261121 }) };

const header = JSON.stringify(runRecord("hono/bun"));
const blocks = [1, 2, 3].map((n) => JSON.stringify(blockRecord("hono/bun", "fetch/bun", n, 0.9)));

const noise = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.json(),
  fc.constantFrom("", "null", "[]", '{"type":"block"}', '{"__proto__":{"type":"run"}}'),
  // A record that was cut off, or that has a changed byte.
  fc.tuple(fc.nat(header.length - 1), fc.string({ maxLength: 2 })).map(([at, put]) => {
    return header.slice(0, at) + put;
  }),
);

test("with any lines between the records of a journal exactly the records are found", async (t) => {
  const path = join(temporaryFolder(t), "journal.jsonl");
  const lines = fc.array(noise, { maxLength: 12 });
  const property = fc.asyncProperty(lines, fc.boolean(), async (added, ended) => {
    const clean = added.map((line) => line.replaceAll(/[\r\n]/g, " "));
    const mixed = [header, ...clean, ...blocks].join("\n");
    writeFileSync(path, ended ? `${mixed}\n` : mixed);
    const { records, bad } = await readJournal(path);
    assert.deepEqual(
      records.filter((record) => record.type === "block").map((record) => record.n),
      [1, 2, 3],
    );
    const empty = clean.filter((line) => line === "").length;
    assert.equal(records.length + bad.length + empty, 4 + clean.length);
    const pool = await poolJournals([path]);
    assert.equal(pool.targets[0]?.blocks.length, 3);
  });
  await fc.assert(property, options);
});

test("any bytes as a journal are read to the end without an error", async (t) => {
  const path = join(temporaryFolder(t), "journal.jsonl");
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: 4000 }), async (bytes) => {
    writeFileSync(path, bytes);
    const { records } = await readJournal(path);
    assert.deepEqual(records, []);
  });
  await fc.assert(property, options);
});

test("any target.json gives valid targets or a UsageError with the file's name", (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "mine"));
  const file = join(folder, "mine", "target.json");
  const good = {
    framework: "mine",
    package: null,
    homepage: "https://example.org",
    runtimes: ["node"],
    scenarios: "all",
  };
  const versions = { node: "26.0.0", bun: "1.4.5", deno: "2.9.6" };
  const key = fc.oneof(fc.constantFrom(...Object.keys(good), "deno", "__proto__"), fc.string());
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: "binary" }),
    fc.constantFrom(["node", "node"], ["bun"], "../..", "; rm -rf /", { env: "all" }),
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    fc.tuple(key, value).map(([name, put]) => JSON.stringify({ ...good, [name]: put })),
  );
  const property = fc.property(text, (content) => {
    writeFileSync(file, content);
    try {
      for (const target of discoverTargets(versions, folder)) {
        assert.match(target.name, /^mine\/(node|bun|deno)$/);
        assert.equal(target.directory, join(folder, "mine"));
        assert.match(target.manifest.package ?? "none", /^[@\w./~-]+$/);
      }
    } catch (error) {
      assert.ok(error instanceof UsageError, String(error));
      assert.ok(error.message.startsWith(`${file}: `), error.message);
    }
  });
  fc.assert(property, options);
});

test("any text becomes printable, and JSON keeps its meaning", () => {
  const property = fc.property(fc.string({ unit: "binary" }), (text) => {
    assert.doesNotMatch(printable(text), /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
    assert.equal(JSON.parse(printable(JSON.stringify(text))), text);
  });
  fc.assert(property, { ...options, numRuns: numRuns * 10 });
});
