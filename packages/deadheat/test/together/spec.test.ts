import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { UsageError } from "@deadheat/journal";
import { readPackage } from "../../src/plan/package-name.ts";
import { git } from "../../../versions/test/revisions-repository.ts";
import { surroundings, parseSpec } from "../../src/plan/spec.ts";
import { temporaryFolder } from "../../../journal/test/scratch.ts";

const cwd = temporaryFolder({ after });
for (const name of ["server.ts", "main", "hono"]) writeFileSync(join(cwd, name), "");
mkdirSync(join(cwd, "apps"));
writeFileSync(join(cwd, "apps/node"), "");
mkdirSync(join(cwd, "v1"));

const revisions = new Set([
  "main",
  "HEAD",
  "HEAD~1",
  "v1",
  "feature/node",
  "hono@4.0.0",
  "koa",
  "topic",
]);
const parse = (text: string) =>
  parseSpec(text, {
    cwd,
    isRevision: (name) => Promise.resolve(revisions.has(name)),
    whyUnknown: () => Promise.resolve(null),
    hasApp: (name) => ["hono", "express", "koa"].includes(name),
  });
const node = { name: "node", version: null };
const file = (name: string) => ({ kind: "file", file: join(cwd, name) });
const revision = (name: string) => ({ kind: "revision", revision: name });
const wanted = (name: string) => ({ kind: "package", wanted: name });

test("a spec is read by its form, and by what exists in git, in the folder and on npm", async () => {
  const cases: [string, object, object | null, string | null][] = [
    ["./server.ts", file("server.ts"), null, null],
    ["./server.ts/bun", file("server.ts"), { name: "bun", version: null }, null],
    ["new=./server.ts/node@24", file("server.ts"), { name: "node", version: "24" }, "new"],
    [`${cwd}/server.ts/deno`, file("server.ts"), { name: "deno", version: null }, null],
    ["server.ts", file("server.ts"), null, null],
    ["./apps/node", file("apps/node"), null, null],
    ["HEAD", revision("HEAD"), null, null],
    ["HEAD~1/node", revision("HEAD~1"), node, null],
    ["topic/bun", revision("topic"), { name: "bun", version: null }, null],
    ["feature/node", revision("feature/node"), null, null],
    ["git:main", revision("main"), null, null],
    ["git:feature/node/node", revision("feature/node"), node, null],
    ["express@4", wanted("express@4"), null, null],
    ["express/node", wanted("express"), node, null],
    ["hono@4.12/bun@1.3", wanted("hono@4.12"), { name: "bun", version: "1.3" }, null],
    ["npm:hono", wanted("hono"), null, null],
    ["@hono/node-server@2", wanted("@hono/node-server@2"), null, null],
    ["@types/node", wanted("@types/node"), null, null],
    ["@types/node/node", wanted("@types/node"), node, null],
    ["github:honojs/hono", wanted("github:honojs/hono"), null, null],
    ["https://pkg.pr.new/hono@1234", wanted("https://pkg.pr.new/hono@1234"), null, null],
    [
      "hono@https://pkg.pr.new/hono@12/bun",
      wanted("hono@https://pkg.pr.new/hono@12"),
      { name: "bun", version: null },
      null,
    ],
  ];
  for (const [text, what, runtime, label] of cases) {
    const found = await parse(text);
    assert.deepEqual(found, { text, what, runtime, label }, text);
  }
  const { what } = await parse("old=http://127.0.0.1:3000");
  assert.ok(what.kind === "running" && what.url.port === "3000");
});

test("an ambiguous spec is rejected with a list of the unambiguous spellings", async () => {
  const cases: [string, RegExp][] = [
    [
      "main",
      /main could be more than one thing\. Write git:main \(a revision\) or \.\/main \(a path\)/,
    ],
    ["v1", /git:v1 \(a revision\) or \.\/v1 \(a path\)/],
    ["hono/bun", /\.\/hono\/bun \(a path\) or npm:hono\/bun \(a package\)/],
    ["hono@4.0.0", /git:hono@4\.0\.0 \(a revision\) or npm:hono@4\.0\.0 \(a package\)/],
    ["koa", /git:koa \(a revision\) or npm:koa \(a package\)/],
  ];
  for (const [text, message] of cases) {
    await assert.rejects(
      parse(text),
      (error) => error instanceof UsageError && message.test(error.message),
      text,
    );
  }
});

test("a spec that matches nothing is rejected", async () => {
  const cases: [string, RegExp][] = [
    ["./missing.ts", /there is no file/],
    ["a b", /neither a file, a revision that git knows here nor a framework/],
    ["unfetched/bun", /for\. If you mean the package, write npm:unfetched\/bun$/],
    ["http://127.0.0.1", /its port/],
    ["http://localhost:3000/hello", /its path with --request/],
    ["http://127.0.0.1:3000/node", /its path with --request|its own runtime already/],
    ["", /neither a file/],
    ["./server.ts/node@", /there is no runtime "node@"/],
    ["./server.ts/more.ts", /there is no runtime "more.ts"/],
    ["./", /is a folder/],
    ["git:", /a name is missing/],
    ["npm:/bun", /a name is missing/],
    ["nothing~1", /neither a file/],
  ];
  for (const [text, message] of cases) {
    await assert.rejects(
      parse(text),
      (error) => error instanceof UsageError && message.test(error.message),
      text,
    );
  }
});

test("a package spec splits into the name and the version for npm", () => {
  const cases: [string, string, string][] = [
    ["hono", "hono", "latest"],
    ["hono@4.12", "hono", "4.12"],
    ["hono@next", "hono", "next"],
    ["@nestjs/core@^11", "@nestjs/core", "^11"],
    ["hono@npm:hono@4", "hono", "npm:hono@4"],
    ["https://pkg.pr.new/honojs/hono@1234", "hono", "https://pkg.pr.new/honojs/hono@1234"],
    [
      "https://pkg.pr.new/@hono/node-server@12",
      "@hono/node-server",
      "https://pkg.pr.new/@hono/node-server@12",
    ],
    [
      "https://example.org/hono/-/hono-4.1.0.tgz",
      "hono",
      "https://example.org/hono/-/hono-4.1.0.tgz",
    ],
    ["github:honojs/hono#main", "hono", "github:honojs/hono#main"],
  ];
  for (const [text, name, range] of cases)
    assert.deepEqual(readPackage(text), { name, range }, text);
  assert.throws(() => readPackage("https://example.org/a.tgz"), /Write <name>@https/);
});

test("an unknown revision is an error that says why", async (t) => {
  const folder = temporaryFolder(t);
  await assert.rejects(parseSpec("HEAD", surroundings(folder)), {
    name: "UsageError",
    message:
      /^"HEAD" is neither .*\. This folder is in no git repository: to compare .* run `git init`/,
  });
  git(folder, "init", "--quiet");
  await assert.rejects(
    parseSpec("HEAD~1", surroundings(folder)),
    /has no commit yet, so commit first$/,
  );
});
