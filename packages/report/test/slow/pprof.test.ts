import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { renderPprof } from "../../src/index.ts";
import { explained } from "../explained.ts";

test("the difference is a profile that pprof reads, with the times that shrank below 0", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "deadheat-pprof-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "difference.pb.gz");
  writeFileSync(file, renderPprof(explained()));
  // Go compiles its pprof at the first use, which takes half a minute.
  const top = spawnSync("go", ["tool", "pprof", "-top", "-nodecount=50", file], {
    encoding: "utf8",
  });
  if (top.error !== undefined || top.status !== 0) return t.skip("go is not installed");
  assert.match(top.stdout, /^ +-34us .* get$/m);
  assert.match(top.stdout, /^ +110us .* charset$/m);
});
