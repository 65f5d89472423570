import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { discoverTargets } from "../src/targets/discover.ts";
import { choosePinning } from "@deadheat/measure";
import { verifyTarget } from "../src/verify/verify.ts";
import { createApp } from "../src/cli/new.ts";
import { appsDirectory, root } from "../src/targets/project.ts";
import { runtimeVersions } from "../src/targets/tools.ts";
import { temporaryFolder } from "./fixtures.ts";

test("a framework whose package has another name gets both names", (t) => {
  const apps = temporaryFolder(t);
  assert.throws(() => createApp("@hapi/hapi", "@hapi/hapi", apps), /: bench new hapi @hapi\/hapi$/);
  assert.throws(
    () => createApp("hapi", "Hapi!", apps),
    /"Hapi!" cannot be the name of an npm package/,
  );
  createApp("hapi", "@hapi/hapi", apps);
  const read = (file: string) => readFileSync(join(apps, "hapi", file), "utf8");
  const manifest = JSON.parse(read("target.json")) as Record<string, unknown>;
  assert.deepEqual([manifest.framework, manifest.package], ["hapi", "@hapi/hapi"]);
  assert.match(read("src/app.ts"), /import hapi from "@hapi\/hapi"/);
});

test("the app in CONTRIBUTING.md works on every runtime", async (t) => {
  const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const [, name = ""] = /bench new (\S+)/.exec(guide) ?? [];
  const [, source = ""] = /```ts\n([^]*?)```/.exec(guide) ?? [];
  const written = source.split("\n").filter((line) => line.trim() !== "").length;
  assert.ok(written > 10 && written <= 25, `about 20 lines, not ${written}`);

  const apps = temporaryFolder(t);
  createApp(name, name, apps);
  writeFileSync(join(apps, name, "src", "app.ts"), source);
  // `pnpm add` would make these files.
  copyFileSync(join(root, "deno.json"), join(apps, "deno.json"));
  const modules = join(apps, name, "node_modules");
  mkdirSync(modules);
  symlinkSync(join(root, "bench", "node_modules", name), join(modules, name));
  symlinkSync(join(appsDirectory, "hono", "node_modules", "@deadheat"), join(modules, "@deadheat"));

  const targets = discoverTargets(runtimeVersions(), apps);
  assert.deepEqual(
    targets.map((target) => target.runtime),
    ["node", "bun", "deno"],
  );
  for (const target of targets) {
    assert.ok(target.version, "its version is found");
    const verdicts = await verifyTarget(target, target, { pinning: choosePinning() });
    const failed = verdicts.filter(({ status }) => status === "failed");
    assert.deepEqual(failed, [], target.name);
    assert.ok(verdicts.filter(({ status }) => status === "ok").length >= 8);
  }
});
