import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as fc from "fast-check";
import * as v from "valibot";
import { eachRuntime, readJournal, runtimePattern, UsageError } from "@deadheat/journal";
import { printable } from "@deadheat/report/format";
import { findBegun } from "@deadheat/runner";
import {
  anyText,
  fastFolder,
  fuzz,
  jsonLike,
  textLike,
} from "../../packages/journal/test/fuzzing.ts";
import { discoverTargets } from "../src/targets/discover.ts";
import { roundRecord, poolJournals, runRecord, settings } from "./fixtures.ts";

const header = JSON.stringify(runRecord("hono/bun"));
const rounds = [1, 2, 3].map((n) => JSON.stringify(roundRecord("hono/bun", "fetch/bun", n, 0.9)));

/** The lines of noise in one journal. */
const NOISE = 12;
const noise = fc.array(
  fc.oneof(
    anyText,
    fc.json(),
    fc.constantFrom("", "null", "[]", '{"type":"round"}', '{"__proto__":{"type":"run"}}'),
    // A record that was cut off, or that has a changed byte.
    fc.tuple(fc.nat(header.length - 1), fc.string({ maxLength: 2 })).map(([at, put]) => {
      return header.slice(0, at) + put;
    }),
  ),
  { minLength: NOISE, maxLength: NOISE },
);

test("with any lines between the records of a journal exactly the records are found", async (t) => {
  const path = join(fastFolder(t), "journal.jsonl");
  await fuzz(fc.tuple(noise, fc.boolean()), {
    each: NOISE,
    refusals: [],
    parse: async ([added, ended]) => {
      const clean = added.map((line) => line.replaceAll(/[\r\n]/g, " "));
      const mixed = [header, ...clean, ...rounds].join("\n");
      writeFileSync(path, ended ? `${mixed}\n` : mixed);
      const { records, bad } = await readJournal(path);
      const { targets } = await poolJournals([path]);
      return { records, bad, targets, lines: 4 + clean.filter((line) => line !== "").length };
    },
    check: ({ records, bad, targets, lines }) => {
      assert.deepEqual(
        records.filter((record) => record.type === "round").map((record) => record.n),
        [1, 2, 3],
      );
      assert.equal(records.length + bad.length, lines);
      assert.equal(targets[0]?.rounds.length, 3);
    },
  });
});

test("any bytes as a journal are read to the end without an error", async (t) => {
  const path = join(fastFolder(t), "journal.jsonl");
  await fuzz(fc.uint8Array({ maxLength: 4000 }), {
    each: 20,
    refusals: [],
    parse: (bytes) => {
      writeFileSync(path, bytes);
      return readJournal(path);
    },
    check: ({ records }) => assert.deepEqual(records, []),
  });
});

test("any target.json gives valid targets or a UsageError with the file's name", async (t) => {
  const folder = fastFolder(t);
  mkdirSync(join(folder, "mine"));
  const file = join(folder, "mine", "target.json");
  const good = {
    framework: "mine",
    package: null,
    homepage: "https://example.org",
    runtimes: ["node"],
    scenarios: "all",
    deno: { env: ["NODE_ENV"], read: ["/etc/alpine-release"] },
    means: { static: ["serve-static"] },
  };
  const versions = eachRuntime(() => "1.4.5");
  await fuzz(jsonLike([good]), {
    refusals: [UsageError],
    parse: (content) => {
      writeFileSync(file, content);
      try {
        return discoverTargets(versions, folder);
      } catch (error) {
        assert.ok(error instanceof Error && error.message.startsWith(`${file}: `), String(error));
        throw error;
      }
    },
    check: (targets) => {
      for (const target of targets) {
        assert.match(target.name, new RegExp(`^mine/(${runtimePattern})$`));
        assert.equal(target.directory, join(folder, "mine"));
        assert.match(target.manifest.package ?? "none", /^[@\w./~-]+$/);
      }
    },
  });
});

test("any plan.json gives a run with possible settings, or a UsageError with the file's name", async (t) => {
  const folder = fastFolder(t);
  const file = join(folder, "plan.json");
  const startedAt = "2026-11-24T10:00:00.000Z";
  const plan = {
    id: "1",
    startedAt,
    seed: 7,
    targets: ["hono/bun"],
    settings,
    request: {},
    force: false,
  };
  await fuzz(jsonLike([plan]), {
    refusals: [UsageError],
    parse: (content) => {
      writeFileSync(file, content);
      return findBegun(folder, folder, v.object({}));
    },
  });
});

test("any text becomes printable, and JSON keeps its meaning", () =>
  fuzz(textLike(["\u202e\u001b[2J"]), {
    refusals: [],
    parse: printable,
    check: (shown, text) => {
      assert.doesNotMatch(shown, /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
      assert.equal(JSON.parse(printable(JSON.stringify(text))), text);
    },
  }));
