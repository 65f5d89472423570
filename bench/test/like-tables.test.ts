import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { renderMarkdown, renderResult } from "@deadheat/report";
import { all, soloResult, whole } from "../../packages/judge/test/solo-records.ts";
import { likeSections } from "../src/like/sections.ts";

test("the tables of servers that ran alone, and those of published benchmarks", async (t) => {
  const result = await soloResult(t, all, whole(all), "h22p");
  const like = (name: string) => {
    const other = { ...result, run: { ...result.run, like: name } };
    return renderResult(other, { color: false, columns: null, sections: likeSections(other) });
  };
  for (const [name, text] of [
    ["solo.txt", like("h22p")],
    ["like-speed-factor.txt", like("pausan")],
  ] as const) {
    const file = join(import.meta.dirname, "golden", name);
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
    assert.equal(text, readFileSync(file, "utf8"));
  }
  assert.match(
    renderMarkdown(result, likeSections(result)),
    /^\| 50 \| express \| express\/node \|/m,
  );
  const relative = like("http-benchmark");
  assert.match(
    relative,
    /^like http-benchmark, text: eight servers by relative requests per second$/m,
  );
  assert.match(
    relative,
    /^ {4}40 % {2}\[38 %, 43 %\] +Express +express\/node +21,000 +500 +21,500 +9\.1 % /m,
  );
  assert.match(relative, /^ +uWS +not available +100 % /m);
});
