import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { attempt } from "@deadheat/journal";
import { discoverTargets } from "../src/targets/discover.ts";
import { root } from "../src/targets/project.ts";
import { runtimeVersions } from "../src/targets/tools.ts";
import { taskId, turboBinary } from "../src/cache/turbo.ts";
import { temporaryFolder } from "./fixtures.ts";

// Asks `turbo run --dry` in a copy which tasks it would replay after an edit.

const names = ["hono/bun", "hono/node", "express/node", "fetch/deno", "node-http/node"];
const tasks = new Map(
  discoverTargets(runtimeVersions())
    .filter((target) => names.includes(target.name))
    .map((target) => [taskId(target), target.name]),
);

function keys(settings = "settings"): Map<string, string> {
  const json = execFileSync(turboBinary(), ["run", ...tasks.keys(), "--dry=json"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, DEADHEAT_SETTINGS: settings, TURBO_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const planned = (JSON.parse(json) as { tasks: { taskId: string; hash: string }[] }).tasks;
  return new Map(
    planned.flatMap((task) => {
      const target = tasks.get(task.taskId);
      return target === undefined ? [] : [[target, task.hash]];
    }),
  );
}

const asked = attempt(() => execFileSync("git", ["rev-parse"], { cwd: root, stdio: "pipe" }));
const needsGit = { skip: asked === null && "the copy is made by git" };

const folder = temporaryFolder({ after });
if (asked !== null) {
  execFileSync("git", ["checkout-index", "--all", `--prefix=${folder}/`], { cwd: root });
}

test("an edit measures again what depends on it, and nothing else", needsGit, () => {
  const original = keys();
  assert.deepEqual([...original.keys()].toSorted(), names.toSorted());
  const changedBy = (file: string): string[] => {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    appendFileSync(path, "\n// edited\n");
    const now = keys();
    writeFileSync(path, text);
    return names.filter((name) => now.get(name) !== original.get(name));
  };
  assert.deepEqual(changedBy("apps/hono/src/app.ts"), ["hono/bun", "hono/node"]);
  assert.deepEqual(changedBy("apps/fetch/src/app.ts"), ["hono/bun", "fetch/deno"]);
  assert.deepEqual(changedBy("apps/node-http/src/app.ts"), [
    "hono/node",
    "express/node",
    "fetch/deno",
    "node-http/node",
  ]);
  assert.deepEqual(changedBy("packages/handlers/src/routes.ts"), names);
  assert.deepEqual(changedBy("packages/adapter/src/serve.ts"), names);
  assert.deepEqual(changedBy("packages/oha/src/run/run.ts"), names);
  assert.deepEqual(changedBy("packages/stores/src/clients/pg.ts"), names);
  assert.deepEqual(changedBy("packages/measure/src/duet.ts"), names);
  assert.deepEqual(changedBy("packages/report/src/documents/result.ts"), []);
  assert.deepEqual(changedBy("README.md"), []);
});

test(
  "other settings, a machine's fingerprint or oha's hash among them, are another key",
  needsGit,
  () => {
    const [one, other] = [keys('{"fingerprint":"a"}'), keys('{"fingerprint":"b"}')];
    for (const name of names) assert.notEqual(one.get(name), other.get(name));
  },
);
