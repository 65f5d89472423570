import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as v from "valibot";
import { merge, resultSchema, RUN_MARGIN, type Result } from "@deadheat/judge";
import { poolJournals, runSummary } from "../../judge/test/results.ts";
import { readResult } from "../src/folder/report.ts";

// Old documents stay readable. The folder `fixtures/older` has journals of two targets of a run of 2026-11-21, those of four
// targets of a run of 2026-11-22, and the part of the latter's result that is about them.

const older = join(import.meta.dirname, "fixtures", "older");

async function merged(run: string): Promise<Result> {
  const names = readdirSync(join(older, run)).filter((name) => name.endsWith(".jsonl"));
  const { targets, bad } = await poolJournals(names.map((name) => join(older, run, name)));
  assert.deepEqual(bad, []);
  const [first] = targets;
  assert.ok(first);
  const { settings } = first.run;
  const result = merge({
    run: { ...runSummary, load: settings.load },
    settings,
    margin: RUN_MARGIN,
    targets,
    missing: [],
    warnings: [],
    currentRunId: null,
  });
  v.assert(resultSchema, result);
  return result;
}

test("journals of the first days are read, with every block, and the result says how servers were warmed", async () => {
  for (const [run, cells] of [
    ["2026-11-21", 10],
    ["2026-11-22", 4],
  ] as const) {
    const result = await merged(run);
    assert.equal(result.cells.filter(({ rank }) => rank !== null).length, cells, run);
    assert.ok(
      result.warnings.some(({ code }) => code === "warmed-by-clock"),
      run,
    );
  }
});

test("a result of the first days is read, and its journals still give its ratios", async () => {
  const written = readResult(join(older, "2026-11-22", "result.json"));
  const now = await merged("2026-11-22");
  const ratios = (result: Result) =>
    new Map(
      result.cells.map(({ target, efficiency }) => [
        target,
        [efficiency?.toFloor.ratio, efficiency?.toFloor.blocks.length],
      ]),
    );
  assert.deepEqual(ratios(now), ratios(written));
});
