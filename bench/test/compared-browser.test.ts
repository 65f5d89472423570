import assert from "node:assert/strict";
import { test } from "node:test";
import { renderComparedHtml } from "@deadheat/report";
import { comparedRounds } from "../../packages/report/test/compared.ts";
import { openPage, pageFile, testFaultless } from "./opened.ts";

const [one] = comparedRounds().document.comparisons;
const failed = { limit: 0.05, outcome: "failed", confidence: 0.975, moreRounds: null } as const;
const metrics = one!.metrics.map((own) => (own.metric === "cpu" ? { ...own, gate: failed } : own));
const warnings = [{ code: "foreign", facts: { share: 0.08 } } as const];
const comparisons = [{ ...one!, metrics, warnings }];
const control = [{ ...one!, new: one!.base, ratio: 1, lo: 0.99, hi: 1.01 }];
const url = pageFile("report.html", renderComparedHtml(comparedRounds({ comparisons, control })));

testFaultless("the page of a comparison", async (t, screen) => {
  const page = await openPage(t, url, screen);
  await page.locator("summary").first().click();
  return page;
});

test("the intervals of all metrics are on one axis, and the gate is right of the change that it allows", async (t) => {
  const page = await openPage(t, url);
  const bars = page.locator(".changes-axis").first().locator("td.bar");
  const centre = async (selector: string, row: number) => {
    const box = await bars.nth(row).locator(selector).first().boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0) / 2;
  };
  assert.equal(await bars.count(), 4);
  const zeros = await Promise.all([0, 1, 2, 3].map((row) => centre("line.one", row)));
  for (const zero of zeros) assert.ok(Math.abs(zero - zeros[0]!) < 1);
  // 8.3 % more, beyond a gate of 5 %.
  assert.ok((await centre("circle", 0)) > (await centre("line.gate", 0)));
  assert.ok((await centre("line.gate", 0)) > zeros[0]!);
});
