import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { printable, printableInColor } from "@deadheat/report/format";
import { root } from "../../src/targets/project.ts";
import { createApps } from "../broken-apps.ts";
import { deadheatEach } from "../command.ts";
import { temporaryFolder } from "../fixtures.ts";

// Puts hostile text into an app's manifest, and checks that nothing reaches a terminal raw.

const odd = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

test("a hostile target.json is rejected with its field, reaches no shell, and prints no control characters", async (t) => {
  const marker = join(temporaryFolder(t), "was-here");
  createApps({ "zz-hostile": { source: "" } });
  const file = join(root, "apps", "zz-hostile", "target.json");
  const good = {
    framework: "zz-hostile",
    package: null,
    homepage: "https://example.org",
    runtimes: ["node"],
    scenarios: "all",
  };
  const cases: [unknown, RegExp][] = [
    [{ ...good, package: `x; touch ${marker}` }, /field package/],
    [{ ...good, framework: "\u001b]0;mine\u0007" }, /field framework/],
    [{ ...good, "\u009b2Jfield": 1 }, /\\u009b2Jfield/],
  ];
  const verify = ["verify", "--targets", "zz-hostile"];
  for (const [manifest, message] of cases) {
    writeFileSync(file, JSON.stringify(manifest));
    // Both commands read the manifests in one way.
    const commands = manifest === cases[0]?.[0] ? [["list"], verify] : [["list"]];
    for (const { stdout, stderr } of await deadheatEach(commands)) {
      assert.match(stdout + stderr, message);
      assert.doesNotMatch(stdout + stderr, odd);
      assert.ok(!existsSync(marker));
    }
  }
});

test("printable text has nothing that a terminal obeys or hides", () => {
  assert.equal(
    printable("a\u001b[31mb\nc\u202ed\u009be\tf\u2028"),
    "a\\u001b[31mb\nc\\u202ed\\u009be\\u0009f\\u2028",
  );
  assert.equal(JSON.parse(printable(JSON.stringify("\u{e0001}x\u202e"))), "\u{e0001}x\u202e");
  assert.equal(printable("déjà vu, 你好, ± 1 %"), "déjà vu, 你好, ± 1 %");
  assert.equal(
    printableInColor("\u001b[31mred\u001b[0m\u001b[2J"),
    "\u001b[31mred\u001b[0m\\u001b[2J",
  );
});
