import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { UsageError } from "@deadheat/journal";
import { processTree } from "@deadheat/measure";
import { parseRequest, parseSpec } from "../src/index.ts";

const main = join(import.meta.dirname, "../src/main.ts");

const servers = {
  "fetch.mjs": `export default { fetch: () => new Response("Hello!") };`,
  "handler.mjs": `export default (request, response) => {
    response.setHeader("content-type", "text/plain");
    response.end("Hello!");
  };`,
  "program.mjs": `import { createServer } from "node:http";
    createServer((request, response) => {
      response.setHeader("content-type", "text/plain; charset=utf-8");
      response.end("Hello!");
    }).listen(Number(process.env.PORT), process.env.HOST);`,
  "other.mjs": `export default { fetch: () => Response.json({ hello: true }, { status: 201 }) };`,
  "counts.mjs": `let n = 0; export default { fetch: () => new Response(String(n++)) };`,
  "ends.mjs": `console.error("no database"); process.exit(3);`,
  "echo.mjs": `export default { fetch: async (request) =>
    new Response(request.headers.get("x-kind") + (await request.text())) };`,
  "body.json": `{"a":1}`,
};

/** A folder outside of the workspace with these servers. */
function folderOf(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "deadheat-test-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(servers)) writeFileSync(join(folder, name), text);
  return folder;
}

/** The real programs of Bun and Deno, as the workspace has them, on PATH. */
function pathWithRuntimes(folder: string): string {
  const require = createRequire(join(import.meta.dirname, "../../../package.json"));
  const programs = { bun: "bun/bin/bun.exe", deno: "deno/deno" };
  mkdirSync(join(folder, "bin"));
  for (const [name, program] of Object.entries(programs)) {
    const [owner = "", ...inside] = program.split("/");
    const owned = dirname(require.resolve(`${owner}/package.json`));
    symlinkSync(realpathSync(join(owned, ...inside)), join(folder, "bin", name));
  }
  return [join(folder, "bin"), process.env.PATH].join(delimiter);
}

async function deadheat(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { INIT_CWD: _, ...own } = process.env;
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [main, ...args],
      { cwd: folder, env: { ...own, DEADHEAT_STATE_DIR: join(folder, "state"), ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const quick = ["--blocks", "2", "--warmup", "1000", "--window", "0.3s", "--out", "out"];

test("two servers of one's own, each started in its own way, on Node", async (t) => {
  const folder = folderOf(t);
  const args = ["compare", "old=./handler.mjs", "./program.mjs", ...quick, "--json"];
  const { code, stdout, stderr } = await deadheat(folder, args);
  assert.equal(code, 0, stderr);
  const compared = JSON.parse(stdout);
  assert.equal(compared.base, "old/node");
  assert.equal(compared.new, "program.mjs/node");
  assert.equal(compared.n, 2);
  assert.ok(compared.ratio > 0.2 && compared.ratio < 5 && compared.lo <= compared.ratio);
  assert.equal(compared.journal, join(folder, "out/journal/compare.jsonl"));
  assert.deepEqual(processTree(process.pid), [process.pid]);
});

for (const runtime of ["bun", "deno"] as const) {
  test(`the same file on Node and on ${runtime}, in a sentence about the second`, async (t) => {
    const folder = folderOf(t);
    const env = { PATH: pathWithRuntimes(folder) };
    const args = ["compare", "./fetch.mjs", `./fetch.mjs/${runtime}`, ...quick];
    const { code, stdout, stderr } = await deadheat(folder, args, env);
    assert.equal(code, 0, stderr);
    assert.match(stdout.split("\n")[0] ?? "", new RegExp(`fetch\\.mjs/${runtime}.*\\(GET /\\)`));
    assert.match(stdout, new RegExp(`fetch.mjs/node on 26.*, fetch.mjs/${runtime} on \\d`));
  });
}

test("a request with a header and a body reaches both", async (t) => {
  const folder = folderOf(t);
  const asked = ["--request", "POST /", "--header", "x-kind: mine", "--body", "@body.json"];
  const args = ["compare", "./echo.mjs", "./echo.mjs", ...asked, ...quick, "--json"];
  const { code, stdout, stderr } = await deadheat(folder, args);
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).request, "POST /");
});

test("what cannot be compared is refused in words, before anything is measured", async (t) => {
  const folder = folderOf(t);
  const cases: [string[], RegExp][] = [
    [
      ["./fetch.mjs", "./other.mjs"],
      /do not answer GET \/ alike.*status.*- fetch.mjs\/node +200.*201.*body/s,
    ],
    [["./fetch.mjs", "./counts.mjs"], /counts.mjs\/node answers GET \/ differently each time/],
    [["./fetch.mjs", "./ends.mjs"], /ends.mjs\/node: exited with code 3.*no database/s],
    [["./fetch.mjs", "./missing.mjs"], /there is no file/],
    [
      ["fetch.mjs", "./other.mjs"],
      /write a file with its folder, such as \.\/fetch\.mjs \(\.\/fetch\.mjs is there\)/,
    ],
    [["./fetch.mjs", "./fetch.mjs/deno"], /deno is neither on PATH nor a package of this project/],
    [["./fetch.mjs", "./fetch.mjs", "--request", "hello"], /write it as "GET \/path"/],
    [["./fetch.mjs", "./fetch.mjs", "--blocks", "1"], /--blocks 2 or more/],
    [["./fetch.mjs", "./fetch.mjs", "--fast"], /unknown option '--fast'/],
  ];
  for (const [args, expected] of cases) {
    const { code, stdout, stderr } = await deadheat(folder, ["compare", ...args], {
      PATH: "/usr/bin:/bin",
    });
    assert.equal(code, 2, `${args.join(" ")}: ${stderr}`);
    assert.equal(stdout, "");
    assert.match(stderr, expected);
  }
});

test("a server's name: label, file, runtime", (t) => {
  const folder = folderOf(t);
  const file = join(folder, "fetch.mjs");
  assert.deepEqual(parseSpec("./fetch.mjs", folder), {
    label: "fetch.mjs/node",
    file,
    runtime: "node",
  });
  assert.deepEqual(parseSpec("new=./fetch.mjs/bun", folder), {
    label: "new/bun",
    file,
    runtime: "bun",
  });
  assert.deepEqual(parseSpec(`${file}/deno`, "/"), {
    label: "fetch.mjs/deno",
    file,
    runtime: "deno",
  });
  // A folder that is called like a runtime is a folder.
  mkdirSync(join(folder, "apps"));
  writeFileSync(join(folder, "apps/node"), "");
  assert.equal(parseSpec("./apps/node", folder).file, join(folder, "apps/node"));
});

test("a request as the command takes it", () => {
  const none = () => assert.fail("no file is named");
  assert.deepEqual(parseRequest("/hello?a=1", [], null, none), {
    method: "GET",
    path: "/hello?a=1",
    headers: {},
    body: null,
  });
  assert.deepEqual(
    parseRequest(
      "post /echo",
      ["Content-Type: application/json"],
      "@x.json",
      (file) => `<${file}>`,
    ),
    {
      method: "POST",
      path: "/echo",
      headers: { "content-type": "application/json" },
      body: "<x.json>",
    },
  );
  for (const wrong of ["hello", "FETCH /", "GET http://127.0.0.1/", ""]) {
    assert.throws(() => parseRequest(wrong, [], null, none), UsageError, wrong);
  }
  assert.throws(() => parseRequest("/", ["no colon"], null, none), /write it as "name: value"/);
});
