import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import process from "node:process";
import { test } from "node:test";
import { Command } from "commander";
import { UsageError } from "@deadheat/journal";
import { addInit } from "../src/cli/init.ts";
import { readConfig } from "../src/config/read.ts";
import { folderOf } from "./config-folder.ts";

/** Runs the command in a folder, and returns its output. */
async function init(folder: string, ...args: string[]): Promise<string> {
  const stdout = new PassThrough();
  const deadheat = new Command("deadheat").version("1.2.3");
  addInit(deadheat, {
    stdout,
    stderr: new PassThrough(),
    color: false,
    signal: new AbortController().signal,
    note: () => {},
  });
  const before = process.cwd();
  process.chdir(folder);
  try {
    await deadheat.parseAsync(["init", ...args], { from: "user" });
  } finally {
    process.chdir(before);
  }
  return String(stdout.read());
}

test("init finds a TypeScript service's server, runtime and first route, and adds types if they are installed", async (t) => {
  const folder = folderOf(t, {
    "package.json": JSON.stringify({
      type: "module",
      scripts: { start: "NODE_ENV=production node --enable-source-maps src/start.ts" },
      dependencies: { express: "^4.18.2" },
      devDependencies: { deadheat: "^1.0.0" },
    }),
    "tsconfig.json": "{}",
    "src/index.ts": `export default { fetch: (request: Request) => new Response("not this one") };`,
    "src/start.ts": `const { PORT = "3000" } = process.env;
      app.get("/users/:id", show);
      app.get("/health", (req, res) => res.end());
      app.listen(Number(PORT));`,
  });
  const said = await init(folder);
  assert.equal(said, "deadheat.config.ts is written\nnext: npx deadheat run\n");
  const text = readFileSync(join(folder, "deadheat.config.ts"), "utf8");
  assert.match(text, /^import type \{ Config \} from "deadheat";\n/);
  assert.match(text, /\} satisfies Config;\n$/);
  assert.match(text, /compare "express@\^4\.18\.2" express@latest --app \.\/src\/start\.ts$/m);
  const config = await readConfig(folder, null);
  assert.equal(config?.app, join(folder, "src/start.ts"));
  assert.deepEqual(config.targets, [{ kind: "server", spec: "./src/start.ts" }]);
  assert.deepEqual(config.runtimes, [{ name: "node", version: null }]);
  assert.deepEqual(
    config.requests.map(({ name }) => name),
    ["GET /health"],
  );
  assert.deepEqual(config.gate, { cpu: 0.05 });
  assert.equal(config.budgetSeconds, 120);
});

const kinds: Record<
  string,
  { files: Record<string, string>; app: string; runtime: string; setup: string | null }
> = {
  "a server in CommonJS, by package.json's main": {
    files: {
      "package.json": JSON.stringify({ main: "lib/http.js" }),
      "lib/http.js": "module.exports = (req, res) => res.end();",
    },
    app: "lib/http.js",
    runtime: "node",
    setup: null,
  },
  "a server that must be built first": {
    files: {
      "package.json": JSON.stringify({ scripts: { start: "node dist/server.js", build: "tsc" } }),
      "tsconfig.json": "{}",
    },
    app: "dist/server.js",
    runtime: "node",
    setup: "npm run build",
  },
  "one on Bun": {
    files: {
      "package.json": JSON.stringify({ type: "module" }),
      "server.ts": "Bun.serve({ port: process.env.PORT, fetch: () => new Response() });",
    },
    app: "server.ts",
    runtime: "bun",
    setup: null,
  },
  "a server by a condition of exports, started by deno": {
    files: {
      "package.json": JSON.stringify({
        exports: { ".": { types: "./http/mod.d.ts", default: "./http/mod.js" } },
        scripts: { start: "deno run -A ./http/mod.js" },
      }),
      "http/mod.js": "export default { fetch: () => new Response() };",
    },
    app: "http/mod.js",
    runtime: "deno",
    setup: null,
  },
};

for (const [what, { files, app, runtime, setup }] of Object.entries(kinds)) {
  test(`found: ${what}`, async (t) => {
    const folder = folderOf(t, files);
    assert.match(
      await init(folder),
      /^deadheat\.config\.m(ts|js) is written\nnext: npx deadheat run\n$/,
    );
    const config = await readConfig(folder, null);
    assert.equal(config?.app, join(folder, app));
    assert.deepEqual(config.targets, [{ kind: "server", spec: `./${app}` }]);
    assert.deepEqual(config.runtimes, [{ name: runtime, version: null }]);
    assert.equal(config.setup, setup);
  });
}

test("if there is no server, or the server chooses its own port, init says what to fill in", async (t) => {
  const library = {
    "package.json": JSON.stringify({ main: "index.js" }),
    "index.js": "export default async (url) => (await fetch(url)).json();",
  };
  const fixed = { "server.mjs": "createServer(answer).listen(3000);" };
  const cases: [Record<string, string>, RegExp][] = [
    [{}, /Fill in the file of your server, /],
    [library, /Fill in the file of your server.*  \/\/ app: "\.\/server\.mjs",/s],
    [fixed, /server\.mjs seems to choose its port by itself/],
  ];
  for (const [files, expected] of cases) {
    const folder = folderOf(t, files);
    assert.match(
      await init(folder),
      /next: fill in deadheat\.config\.mjs, then npx deadheat run\n$/,
    );
    const text = readFileSync(join(folder, "deadheat.config.mjs"), "utf8");
    assert.match(text, expected);
    const config = await readConfig(folder, null);
    assert.equal(config?.app, null);
    assert.deepEqual(config.targets, []);
    // Uncommented, the configuration can be read.
    writeFileSync(join(folder, "filled.mjs"), text.replaceAll(/\/\/ (app|targets):/g, "$1:"));
    const filled = await readConfig(folder, "filled.mjs");
    assert.equal(filled?.app, join(folder, "server.mjs"));
    assert.equal(filled.targets.length, 1);
  }
});

test("init overwrites no file", async (t) => {
  const folder = folderOf(t, { "deadheat.config.json": "{}", ".git/HEAD": "" });
  await assert.rejects(init(folder), (error: unknown) => {
    assert.ok(error instanceof UsageError);
    assert.match(error.message, /^deadheat\.config\.json exists, and init overwrites nothing/);
    return true;
  });
  // The workflow is still missing.
  const said = await init(folder, "--github");
  assert.equal(
    said,
    ".github/workflows/deadheat.yml is written\n.github/workflows/deadheat-comment.yml is written\n" +
      "next: npx deadheat gate HEAD\n",
  );
  await assert.rejects(
    init(folder, "--github"),
    /deadheat\.yml exists, and init overwrites nothing/,
  );
  assert.deepEqual(readdirSync(folder).toSorted(), [".git", ".github", "deadheat.config.json"]);
  assert.equal(readFileSync(join(folder, "deadheat.config.json"), "utf8"), "{}");
});

test("each workflow has only the permissions that it needs, this version, and actions by their commits", async (t) => {
  const folder = folderOf(t, { ".git/HEAD": "" });
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
  const folder = folderOf(t, { ".git/HEAD": "", "packages/api/package.json": "{}" });
  const said = await init(join(folder, "packages/api"), "--history");
  assert.match(said, /workflows\/deadheat-history\.yml is written\n/);
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
  const folder = folderOf(t, { ".git/HEAD": "", "packages/api/package.json": "{}" });
  const said = await init(join(folder, "packages/api"), "--github");
  assert.match(
    said,
    /^deadheat\.config\.mjs is written\n\.\.\/\.\.\/\.github\/workflows\/deadheat\.yml is written\n/,
  );
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
  const folder = folderOf(t, { ".git/HEAD": "", ".github/workflows/speed.yaml": workflow });
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
