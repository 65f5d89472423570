import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import { resultSchema } from "@deadheat/judge";
import { renderMarkdown, renderResult } from "@deadheat/report";
import { aa, duet, resultOf } from "../../../packages/judge/test/results.ts";
import { discoverRetired } from "../../src/targets/discover.ts";

test("a retired framework appears next to its closest alternative, with its published metrics", async (t) => {
  const journals = [aa, duet("srvx/node", "node-http/node", [1, 1.1, 0.9])];
  const result = await resultOf(t, journals, { retired: discoverRetired() });
  v.assert(resultSchema, result);
  assert.deepEqual(
    result.retired?.map(({ framework }) => framework),
    ["carbon"],
  );
  const report = renderMarkdown(result);
  assert.match(report, /Retired: carbon[^]*Not measured by deadheat[^]*Published by/);
  assert.match(report, /\| Carbon \| 50 \| 8,637 \| 1,588 \| 11,320 \|/);
  assert.match(renderResult(result, { color: false, columns: null }), /carbon \(like srvx\/node\)/);
});
