import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Result } from "@deadheat/judge";
import { createApps, serverThat } from "../../broken-apps.ts";
import { deadheat } from "../../command.ts";
import { temporaryFolder } from "../../fixtures.ts";

test("servers that hang: ended after their time, and the next one runs", async (t) => {
  createApps({
    "zz-silent": { source: "setInterval(() => {}, 1000);" },
    "zz-mute": { source: serverThat("if (count > 1000) return;") },
    "zz-busy": { source: serverThat("if (count > 1000) for (;;);") },
  });
  const out = join(temporaryFolder(t), "run");
  const targets = ["--targets", "zz-silent,zz-mute,zz-busy", "--rounds", "3", "--seed", "12"];
  const times = ["--warmup", "500", "--window", "0.5s"];
  const finished = await deadheat(...targets, ...times, "--force", "--json", "--out", out);
  assert.equal(finished.code, 1, finished.stderr);
  const { result } = JSON.parse(finished.stdout) as { result: Result };
  const reasons = new Map(result.cells.map((cell) => [cell.framework, cell.reason ?? cell.status]));
  assert.equal(reasons.get("node-http"), "ok");
  assert.match(reasons.get("zz-silent") ?? "", /was not ready within 20 s/);
  assert.match(
    reasons.get("zz-mute") ?? "",
    /requests failed: .*timeout|no (?:answer|response) within/,
  );
  assert.match(
    reasons.get("zz-busy") ?? "",
    /requests failed: .*timeout|no (?:answer|response) within/,
  );
});
