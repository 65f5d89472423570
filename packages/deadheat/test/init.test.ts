import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { configOf, configText } from "../src/init/config-text.ts";
import type { Manifest } from "../src/find/files.ts";
import type { FoundServer } from "../src/find/found-server.ts";
import { readConfig } from "../src/config/read.ts";
import { folderOf } from "./config-folder.ts";
import { init, initIn } from "./init-command.ts";
import { repositoryOf } from "./repository-with-oha.ts";

/** Returns a server that listens on a port in code. Its work for a request is so small that its pilot is short. */
const hello = (port: string) => `const { createServer } = require("node:http");
  let sink = 0;
  createServer((request, response) => {
    for (let i = 0; i < 5e4; i++) sink = (Math.imul(sink, 31) + i) | 0;
    response.end("Hello!");
  }).listen(${port});`;

test("init writes a configuration that it has tried out: of a server that a build makes, with a fixed port and a variable", async (t) => {
  const cwd = await repositoryOf(t, {
    ".gitignore": "dist",
    "package.json": JSON.stringify({
      scripts: {
        start: "MODE=full node dist/server.js",
        build: "mkdir -p dist && cp server.js dist",
      },
    }),
    "server.js": `if (process.env.MODE !== "full") throw new Error("no MODE"); ${hello("47113")}`,
  });
  const { said, code } = await initIn(cwd);
  assert.deepEqual(
    [code, said],
    [0, "Wrote deadheat.config.mjs\nNext: npx deadheat gate HEAD, or npx deadheat run\n"],
  );
  const config = await readConfig(cwd, null);
  const [target] = config?.targets ?? [];
  assert.ok(target?.kind === "command");
  assert.deepEqual(
    [target.command, target.env, target.setup],
    [["node", "dist/server.js"], { MODE: "full" }, "npm run build"],
  );
  assert.deepEqual(readdirSync(cwd).toSorted(), [
    ".git",
    ".gitignore",
    "deadheat.config.mjs",
    "package.json",
    "server.js",
  ]);
});

test("init writes nothing and exits with 3 if the server cannot be measured, or if there is none", async (t) => {
  const crash = `throw new Error("DATABASE_URL is not set");`;
  const broken = await initIn(
    await repositoryOf(t, { "package.json": `{"scripts":{"start":"node a.js"}}`, "a.js": crash }),
  );
  assert.equal(broken.code, 3);
  assert.match(
    broken.said,
    /^No configuration was written, because it could not be proven to work\.\n$/,
  );
  assert.match(
    broken.notes.at(-1) ?? "",
    /DATABASE_URL is not set.*--env DATABASE_URL, or pass a file/,
  );
  const none = await initIn(folderOf(t, { "package.json": "{}" }));
  assert.equal(none.code, 3);
  assert.match(none.notes.at(-1) ?? "", /No file here is a server.*Add a start script/);
});

test("init --agents adds its lines to AGENTS.md once, and keeps the others", async (t) => {
  const folder = folderOf(t, { "deadheat.config.json": "{}", "AGENTS.md": "# Mine\n" });
  await init(folder, "--agents");
  const once = readFileSync(join(folder, "AGENTS.md"), "utf8");
  assert.match(
    once,
    /^# Mine\n\n<!-- deadheat -->\n## Performance\n.*deadheat gate main --json.*<!-- \/deadheat -->\n$/s,
  );
  await init(folder, "--agents");
  assert.equal(readFileSync(join(folder, "AGENTS.md"), "utf8"), once);
});

test("init overwrites no file", async (t) => {
  const folder = folderOf(t, { "deadheat.config.json": "{}", ".git/HEAD": "" });
  await assert.rejects(init(folder), {
    name: "UsageError",
    message: /^deadheat\.config\.json exists, and init overwrites nothing/,
  });
  // The workflow is still missing.
  const said = await init(folder, "--github");
  assert.equal(
    said,
    "Wrote .github/workflows/deadheat.yml\nWrote .github/workflows/deadheat-comment.yml\n" +
      "Next: npx deadheat gate HEAD, or npx deadheat run\n",
  );
  await assert.rejects(
    init(folder, "--github"),
    /deadheat\.yml exists, and init overwrites nothing/,
  );
  assert.deepEqual(readdirSync(folder).toSorted(), [".git", ".github", "deadheat.config.json"]);
  assert.equal(readFileSync(join(folder, "deadheat.config.json"), "utf8"), "{}");
});

test("each workflow has only the permissions that it needs, this version, and actions by their commits", async (t) => {
  const folder = folderOf(t, { ".git/HEAD": "", "deadheat.config.json": "{}" });
  await init(folder, "--github");
  const read = (name: string) => readFileSync(join(folder, ".github/workflows", name), "utf8");
  const check = read("deadheat.yml");
  assert.match(check, /^on: pull_request$/m);
  assert.match(check, /^permissions:\n  contents: read\n\n/m);
  assert.match(check, /fetch-depth: 2\n {10}persist-credentials: false$/m);
  assert.deepEqual(check.match(/^ +path: .*cache.*$/gm), [
    "          path: ~/.cache/deadheat/oha-*",
  ]);
  const comment = read("deadheat-comment.yml");
  assert.match(comment, /^on:\n  workflow_run:\n    workflows: \[deadheat\]\n/m);
  assert.match(comment, /^permissions:\n  actions: read\n  pull-requests: write\n\n/m);
  assert.doesNotMatch(comment, /checkout@|download-artifact/);
  const ours = readFileSync(
    join(import.meta.dirname, "../../../.github/workflows/measure.yml"),
    "utf8",
  );
  for (const text of [check, comment]) {
    assert.match(text, /^name: deadheat(-comment)?$/m);
    assert.doesNotMatch(text, /run:.*\$\{\{|pull_request_target|secrets\./);
    for (const line of text.match(/uses: .*/g) ?? []) {
      assert.match(line, /@[0-9a-f]{40} # v/);
      assert.ok(ours.includes(line), `measure.yml has no ${line}`);
    }
  }
});

test("the weekly workflow measures with a token that reads, and writes its branch without measured code", async (t) => {
  const folder = folderOf(t, { ".git/HEAD": "", "packages/api/deadheat.config.json": "{}" });
  const said = await init(join(folder, "packages/api"), "--history");
  assert.match(said, /^Wrote \S*workflows\/deadheat-history\.yml\n/m);
  const text = readFileSync(join(folder, ".github/workflows/deadheat-history.yml"), "utf8");
  assert.match(text, /^on:\n {2}schedule:\n {4}- cron: "17 3 \* \* 0"\n {2}workflow_dispatch:$/m);
  assert.match(text, /^permissions: \{\}$/m);
  assert.match(text, /working-directory: "packages\/api"$/m);
  const [, measure = "", keep = ""] = /^ {2}measure:\n(.+)^ {2}keep:\n(.+)/ms.exec(text) ?? [];
  assert.match(measure, /permissions:\n {6}contents: read\n/);
  assert.match(measure, /fetch-depth: 0\n {10}persist-credentials: false$/m);
  assert.match(measure, /history --config --append/);
  assert.match(keep, /permissions:\n {6}contents: write\n/);
  assert.doesNotMatch(keep, /npm|npx|node|deadheat\/dist/);
  assert.doesNotMatch(text, /run:.*\$\{\{|pull_request|issues|secrets\./);
  for (const line of text.match(/uses: .*/g) ?? []) assert.match(line, /@[0-9a-f]{40} # v/);
});

test("in a subfolder, init writes the workflow at the root, and the workflow runs in the subfolder", async (t) => {
  const folder = folderOf(t, { ".git/HEAD": "", "packages/api/deadheat.config.json": "{}" });
  const said = await init(join(folder, "packages/api"), "--github");
  assert.match(said, /^Wrote \.\.\/\.\.\/\.github\/workflows\/deadheat\.yml\n/);
  const text = readFileSync(join(folder, ".github/workflows/deadheat.yml"), "utf8");
  assert.match(
    text,
    /^ {4}defaults:\n {6}run:\n {8}working-directory: "packages\/api"\n {4}steps:$/m,
  );
});

test("init --github writes nothing without a repository, or if other people's code would get its secrets", async (t) => {
  const none = folderOf(t, {});
  await assert.rejects(
    init(none, "--github"),
    /this is not a git repository\. Create one with git init/,
  );
  assert.deepEqual(readdirSync(none), []);

  const workflow =
    "on: pull_request_target # as before\njobs:\n  a:\n    steps:\n      - run: npx deadheat gate main\n";
  const files = { ".git/HEAD": "", "deadheat.config.json": "{}" };
  const folder = folderOf(t, { ...files, ".github/workflows/speed.yaml": workflow });
  await assert.rejects(
    init(folder, "--github"),
    /speed\.yaml runs deadheat on pull_request_target, .*secrets/,
  );
  assert.ok(!existsSync(join(folder, "deadheat.config.mjs")));
  const others = [
    ["issue_comment", "on: [push, issue_comment]"],
    ["workflow_run", "on:\n  workflow_run:\n    workflows: [ci]"],
  ] as const;
  for (const [event, on] of others) {
    const text = workflow.replace(/^on: .*/, on);
    const action = text.replace("run: npx deadheat gate main", "uses: our/deadheat@0123456");
    for (const own of [text, action]) {
      writeFileSync(join(folder, ".github/workflows/speed.yaml"), own);
      const refused = new RegExp(`runs deadheat on ${event}, .*secrets`);
      await assert.rejects(init(folder, "--github"), refused);
    }
  }
  const commented = workflow.replace(
    "on: pull_request_target",
    "on: pull_request # not pull_request_target",
  );
  writeFileSync(join(folder, ".github/workflows/speed.yaml"), commented);
  await init(folder, "--github");
});

test("the databases of a service and its variables are in the configuration that init tries out, and wrong ones are refused first", async (t) => {
  const found = {
    file: "server.js",
    command: null,
    env: {},
    runtime: "node",
    setup: null,
    why: "",
  };
  const needs = { env: ["KEY"], services: ["postgres"], prepare: "npm run migrate" };
  const config = configOf({ ...found, path: null } as unknown as FoundServer, "/shop", null, needs);
  const cwd = folderOf(t, {
    "deadheat.config.mjs": configText(config, "its name", {} as Manifest),
  });
  const read = await readConfig(cwd, null);
  assert.deepEqual(
    [read?.env, read?.services.map(({ kind }) => kind), read?.prepare],
    [["KEY"], ["postgres"], "npm run migrate"],
  );
  const empty = folderOf(t, {});
  await assert.rejects(init(empty, "--prepare", "npm run migrate"), /Name one: --service postgres/);
  await assert.rejects(init(empty, "--env", "./none.env"), /none\.env cannot be read/);
  assert.deepEqual(readdirSync(empty), []);
});
