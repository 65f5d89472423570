import assert from "node:assert/strict";
import { test } from "node:test";
import { renderMarkdown, renderResult } from "@deadheat/report";
import { all, soloResult, whole } from "../../packages/judge/test/solo-records.ts";
import { golden } from "../../packages/report/test/golden.ts";
import { likeSections } from "../src/like/sections.ts";

test("the tables of servers that ran alone, and those of published benchmarks", async (t) => {
  const result = await soloResult(t, all, whole(all), "h22p");
  const like = (name: string) => {
    const other = { ...result, run: { ...result.run, like: name } };
    return renderResult(other, { color: false, columns: null, sections: likeSections(other) });
  };
  golden("solo.txt", like("h22p"), import.meta.dirname);
  golden("like-speed-factor.txt", like("pausan"), import.meta.dirname);
  const relative = like("http-benchmark");
  assert.match(
    relative,
    /^ +100 % +reference +Node \(Default\) +node-http\/node +41,000 .* 35 % +26,978 /m,
  );
  assert.match(
    relative,
    /^ +40 % +\[38 %, 42 %\] +Express +express\/node +21,000 .* 9\.1 % +7,027 /m,
  );
  assert.match(relative, /^  uWS: the target uwebsockets\/node does not exist here$/m);
  const markdown = renderMarkdown(result, likeSections(result));
  assert.match(
    markdown,
    /^\| 50 \| express\/node \| 21,000 \| \\\[19,790, 22,280\\\] \| 0\.500 \|/m,
  );
});
