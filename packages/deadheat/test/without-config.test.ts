// compare and gate without a configuration: each revision is started as its own files say, or as --command says.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { compare, explain, gate, Interrupted } from "../src/index.ts";
import { commitAll, write, type Files } from "../../versions/test/revisions-repository.ts";
import { files, quick, server, short } from "./built-server.ts";
import { repositoryOf } from "./repository-with-oha.ts";

test("a slower package fails the gate of the server that uses it, without a configuration, and two lines say what was chosen", async (t) => {
  const app = files("node server.js", 0);
  const inFolder = (folder: string, own: Files) =>
    Object.fromEntries(Object.entries(own).map(([path, text]) => [`${folder}/${path}`, text]));
  const shared = (work: number): Files => ({
    "lib.js": `exports.work = () => { const until = performance.now() + ${work}; while (performance.now() < until); };`,
  });
  const root = await repositoryOf(t, {
    "package.json": JSON.stringify({ name: "all", workspaces: ["apps/*", "packages/*"] }),
    ".gitignore": "dist\nnode_modules",
    ...inFolder("packages/shared", {
      "package.json": JSON.stringify({
        name: "@all/shared",
        main: "dist/lib.js",
        scripts: { build: "mkdir -p dist && cp lib.js dist" },
      }),
      ...shared(0),
    }),
    ...inFolder("apps/api", {
      ...app,
      "package.json": JSON.stringify({
        name: "api",
        dependencies: { "@all/shared": "*" },
        ...JSON.parse(String(app["package.json"])),
      }),
      "server.js": `const { work } = require("@all/shared"); ${server("work")}`,
    }),
  });
  write(root, inFolder("packages/shared", shared(0.3)));
  const notes: string[] = [];
  const onProgress = (line: string) => notes.push(line);
  const cwd = join(root, "apps/api");
  const gated = await gate({ base: "HEAD", cwd, ...short, budgetSeconds: 25, onProgress });
  assert.equal(gated.gate.reason, null);
  assert.equal(gated.gate.outcome, "failed");
  assert.ok(
    notes.includes(
      "Server: node server.js, built with npm --prefix ../../packages/shared run build && npm run build (start in package.json)\n" +
        'To choose another: --app ./server.js, or --command "npm start" --setup "npm run build"',
    ),
    notes.join("\n"),
  );
  await assert.rejects(gate({ base: "HEAD", cwd: root }), {
    name: "UsageError",
    message: /^No server was found in HEAD: .*Run this in apps\/api, or name it with --app/,
  });
});

test("--command starts both revisions, or one program for each side; wrappers may stand between", async (t) => {
  const cwd = await repositoryOf(t, files("node server.js", 0));
  write(cwd, { "other.js": server(0), "server.js": `// slower\n${server(0.05)}` });
  commitAll(cwd, "second");
  const setup = "npm run build";
  const wrapped = await compare({
    base: "HEAD~1",
    new: "HEAD",
    cwd,
    ...quick,
    rounds: 1,
    setup,
    commands: ["npm start"],
  });
  assert.deepEqual([wrapped.base.name, wrapped.comparisons[0]?.base], ["HEAD~1", "HEAD~1/node"]);
  assert.ok((wrapped.comparisons[0]?.ratio ?? 1) < 0.7, "the server is a child of npm's shell");
  const stop = new AbortController();
  const notes: string[] = [];
  const onProgress = (line: string) => {
    notes.push(line);
    if (line.startsWith("Comparing")) stop.abort();
  };
  const two = ["node server.js", "node other.js"];
  const { signal } = stop;
  await assert.rejects(
    compare({ cwd, ...quick, setup, commands: two, readySeconds: 60, signal, onProgress }),
    Interrupted,
  );
  const comparing = "Comparing node-other.js/node with node-server.js/node (GET /)";
  assert.ok(notes.includes(comparing), notes.join("\n"));
});

test("options that contradict each other, or name no server, are refused before anything is installed", async (t) => {
  const cwd = await repositoryOf(t, { "package.json": "{}", "readme.md": "nothing" });
  const cases: [Parameters<typeof compare>[0], RegExp][] = [
    [
      { cwd },
      /^The base is missing\. Name what to compare with: a revision \(main\), .* Or use --command twice/,
    ],
    [{ cwd, commands: ["node a.js"] }, /^The base is missing/],
    [{ cwd, base: "HEAD", commands: ["a", "b", "c"] }, /^Use --command at most twice/],
    [{ cwd, base: "HEAD", commands: ["a"], app: "./a.js" }, /^Use --app or --command, not both/],
    [
      { cwd, base: "HEAD" },
      /^No server was found in HEAD: .*Name it with --app \.\/server\.ts or --command/,
    ],
  ];
  for (const [options, expected] of cases) {
    for (const command of [compare, gate, explain]) {
      await assert.rejects(command(options), { name: "UsageError", message: expected });
    }
  }
});
