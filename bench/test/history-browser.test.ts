import assert from "node:assert/strict";
import { test } from "node:test";
import { formats, historySvg } from "@deadheat/report";
import { around, historyOf } from "../../packages/judge/test/histories.ts";
import { openPage, pageFile, testFaultless } from "./opened.ts";

const levels = [1.08, 1.08, 0.95, 0.95, 0.97, 0.96, 0.96, 0.97, 1.02, 1.02, 1.01, 1];
const result = historyOf(
  levels.map((ratio, i) => ({
    label: `1.${i}.0`,
    ratios: i === 4 ? null : around(ratio, i === 5 ? 0.2 : 0.006),
  })),
);
const page = pageFile("report.html", formats.html.render(result));
const picture = pageFile("history.svg", historySvg(result));

testFaultless("the page of a history", (t, screen) => openPage(t, page, screen));

test("without JavaScript a change leads to its row, with the commands to copy", async (t) => {
  const opened = await openPage(t, page, { javaScriptEnabled: false });
  await opened.locator("svg.history a[href='#p1-1-s2'] text").click();
  const row = opened.locator("tr:target");
  assert.match(await row.innerText(), /1\.1\.0 → 1\.2\.0\s+13\.7 % slower \[12\.2, 15\.2\]/);
  assert.match(await row.innerText(), /npx deadheat compare app@1\.1\.0\/node app@1\.2\.0\/node/);
});

test("names, days and labels of the drawing do not cover each other and stay within it", async (t) => {
  const opened = await openPage(t, picture, { viewport: { width: 900, height: 700 } });
  const boxes = await opened.evaluate<{ text: string; box: number[] }[]>(`
    [...document.querySelectorAll("text:not([transform])")].map((text) => {
      const { left, top, right, bottom } = text.getBoundingClientRect();
      return { text: text.textContent, box: [left, top, right, bottom] };
    })`);
  assert.ok(boxes.length > 15);
  for (const [i, { text, box }] of boxes.entries()) {
    const [left = 0, top = 0, right = 0, bottom = 0] = box;
    assert.ok(left >= 0 && top >= 0 && right <= 860, `${text} is cut off`);
    for (const other of boxes.slice(i + 1)) {
      const [l = 0, o = 0, r = 0, b = 0] = other.box;
      const apart = r <= left || l >= right || b <= top || o >= bottom;
      assert.ok(apart, `${text} covers ${other.text}`);
    }
  }
});
