import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { RunRecord } from "@deadheat/journal";
import type { Comparison } from "@deadheat/judge";
import { processTree } from "@deadheat/measure";
import { compare, EnvironmentError, UsageError } from "../src/index.ts";
import type { CompareOptions } from "../src/plan/options.ts";
import { setVariables } from "../../journal/test/scratch.ts";
import { freePort } from "../../measure/src/server/ready.ts";
import { folderOf } from "./config-folder.ts";
import { warningWords } from "@deadheat/report/words";

const main = join(import.meta.dirname, "../src/main.ts");

const servers = {
  "fetch.mjs": `export default { fetch: () => new Response("Hello!") };`,
  "handler.mjs": `export default (request, response) => {
    const isRight = request.headers["x-kind"] === "mine" && request.headers["content-length"] === "7";
    response.writeHead(isRight ? 200 : 400, { "content-type": "text/plain" });
    response.end("Hello!");
  };`,
  "program.mjs": `import { createServer } from "node:http";
    createServer((request, response) => {
      response.setHeader("content-type", "text/plain; charset=utf-8");
      response.end("Hello!");
    }).listen(Number(process.env.PORT), process.env.HOST);`,
  "other.mjs": `export default { fetch: () => Response.json({ hello: true }, { status: 201 }) };`,
  "counts.mjs": `let n = 0; export default { fetch: () => new Response(String(n++)) };`,
  "any.mjs": `import { randomUUID } from "node:crypto";
    const body = () => ({ id: randomUUID(), at: new Date(), n: Math.random(), rows: [1, 2, 3] });
    export default { fetch: () => Response.json(body()) };`,
  "stops.mjs": `import { createServer } from "node:http";
    let n = 0;
    createServer((request, response) => {
      response.setHeader("content-type", "application/json");
      const body = { id: n, at: new Date(), n: Math.random(), rows: [1, 2, 3] };
      response.end(n++ < 500 ? JSON.stringify(body) : "{}");
    }).listen(Number(process.env.PORT), process.env.HOST);`,
  "nothing.mjs": `export const app = {};`,
  "ends.mjs": `console.error("no database"); process.exit(3);`,
  "body.json": `{"a":1}`,
};

/** Returns a PATH that has the workspace's programs of Bun and Deno. */
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
  // npm sets this variable for a script that is run from another folder.
  const own = { ...process.env, INIT_CWD: join(folder, "elsewhere") };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [main, ...args],
      { cwd: folder, env: { ...own, DEADHEAT_STATE_DIR: join(folder, "state"), ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const short = ["--warmup", "1000", "--window", "0.4s", "--out", "out"];
const quick = ["--rounds", "2", ...short];
/** One round, where it only matters that both servers are measured. */
const once = ["--rounds", "1", ...short];

test("two servers that start in different ways are compared on Node, and the journal lists what they loaded", async (t) => {
  const folder = folderOf(t, servers);
  const asked = ["--request", "POST /two", "--header", "x-kind: mine", "--body", "@body.json"];
  const args = ["compare", "old=./handler.mjs", "./program.mjs", ...asked, ...quick, "--json"];
  const { code, stdout, stderr } = await deadheat(folder, args);
  assert.equal(code, 0, stderr);
  const [compared] = JSON.parse(stdout).comparisons;
  assert.equal(compared.base, "old/node");
  assert.equal(compared.new, "program.mjs/node");
  assert.equal(compared.scenario, "POST /two");
  assert.equal(compared.n, 2);
  assert.equal(compared.versions.base.servedBy.name, "node:http");
  assert.equal(compared.versions.new.servedBy, null, "it listens by itself");
  assert.ok(compared.ratio > 0.2 && compared.ratio < 5 && compared.lo <= compared.ratio);
  assert.equal(compared.journal, "journal/compare.jsonl");
  const text = readFileSync(join(folder, "out", compared.journal), "utf8");
  const { loaded } = JSON.parse(text.split("\n")[0] ?? "") as RunRecord;
  assert.deepEqual(
    loaded?.base?.map(({ name, path, files }) => [name, path, files]),
    [[".", ".", 1]],
  );
  assert.notEqual(loaded?.base?.[0]?.sha256, loaded?.new?.[0]?.sha256);
  assert.ok(!text.includes(folder), "no private path");
  assert.deepEqual(processTree(process.pid), [process.pid]);
});

test("one file is compared on Bun and on Deno, and the sentence is about the second", async (t) => {
  const folder = folderOf(t, servers);
  const env = { PATH: pathWithRuntimes(folder) };
  const args = ["compare", "./fetch.mjs/bun", "./fetch.mjs/deno", ...once];
  const { code, stdout, stderr } = await deadheat(folder, args, env);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^[^\n]*fetch\.mjs\/deno /);
  assert.match(stdout, /on bun \d[.\d]* \(base\) and deno \d[.\d]* \(new\)/);
});

test("servers that cannot be compared are rejected with a message, before anything is measured", async (t) => {
  const folder = folderOf(t, servers);
  setVariables(t, { DEADHEAT_STATE_DIR: join(folder, "state") });
  const cases: [CompareOptions, 2 | 3, RegExp][] = [
    [
      { base: "./fetch.mjs", new: "./other.mjs" },
      2,
      /do not return the same response to GET \/,.*status.*- fetch.mjs\/node +200.*201.*body/s,
    ],
    [{ base: "./fetch.mjs", new: "./counts.mjs" }, 2, /do not return the same response to GET \/,/],
    [
      { base: "./fetch.mjs", new: "./any.mjs", ignore: ["$.["] },
      2,
      /--ignore "\$\.\[" is not a path of JSON/,
    ],
    [{ base: "./fetch.mjs", new: "./missing.mjs" }, 2, /there is no file/],
    [
      { base: "./fetch.mjs", new: "http://127.0.0.1:1" },
      3,
      /Nothing listens on 127.0.0.1:1. Start the server first/,
    ],
    [{ base: "./fetch.mjs", new: "./fetch.mjs", rounds: 0 }, 2, /--rounds must be at least 1/],
    [
      { base: "./fetch.mjs", new: "new=./sub/../fetch.mjs" },
      3,
      /load the same code \(fetch.mjs\).*--aa/,
    ],
    [
      { base: "./fetch.mjs", new: "unknown-framework" },
      2,
      /neither a file, a revision that git knows.*npm:unknown-framework/,
    ],
    [
      { base: "./fetch.mjs", new: "./nothing.mjs" },
      3,
      /exports neither \{ fetch \} nor .* process\.env\.PORT/,
    ],
    [
      { base: "./fetch.mjs", new: "http://example.com:3000" },
      2,
      /is not on this machine.*on loopback only.*write <name>@http/,
    ],
  ];
  mkdirSync(join(folder, "sub"));
  const notes: string[] = [];
  for (const [asked, code, message] of cases) {
    const onProgress = (line: string) => void notes.push(line);
    await assert.rejects(compare({ ...asked, cwd: folder, out: "out", onProgress }), (error) => {
      assert.ok(error instanceof (code === 2 ? UsageError : EnvironmentError), String(error));
      assert.match(error.message, message);
      return true;
    });
  }
  assert.ok(!notes.some((line) => line.startsWith("[1/")), notes.join("\n"));
  assert.equal(existsSync(join(folder, "out")), false);
});

test("the command rejects them with its exit code, a message, and nothing on standard output", async (t) => {
  const folder = folderOf(t, servers);
  const cases: [string[], 2 | 3, RegExp][] = [
    [["./fetch.mjs", "./ends.mjs"], 3, /ends.mjs\/node: exited with code 3.*no database/s],
    [["./fetch.mjs"], 2, /the new server is missing.*: \.\/fetch\.mjs \.\/other\.mjs$/m],
    [["@koa/router@12"], 2, /the new server is missing.*: @koa\/router@12 @koa\/router@latest$/m],
    [["https://example.com"], 2, /is not on this machine.* loopback only/],
  ];
  for (const [args, expected, message] of cases) {
    const { code, stdout, stderr } = await deadheat(folder, ["compare", ...args, "--out", "out"]);
    assert.equal(code, expected, `${args.join(" ")}: ${stderr}`);
    assert.equal(stdout, "");
    assert.match(stderr, message);
  }
  assert.equal(existsSync(join(folder, "out")), false);
});

test("--allow-different compares different responses, and the output says what differs and what varies", async (t) => {
  const folder = folderOf(t, servers);
  const args = ["compare", "./any.mjs", "./other.mjs", "--allow-different", ...once, "--json"];
  const { code, stdout, stderr } = await deadheat(folder, args);
  assert.equal(code, 0, stderr);
  const [{ warnings }] = JSON.parse(stdout).comparisons as [Comparison];
  assert.ok(warnings.some((warning) => warning.code === "different-responses"));
  const [said, ...others] = warnings.filter(({ code: one }) => one === "not-compared");
  assert.ok(said?.code === "not-compared");
  for (const path of ["$.id", "$.at", "$.n"]) assert.ok(said.facts.places.includes(path), path);
  assert.deepEqual(others, []);
  assert.ok(!warnings.some((warning) => warning.code === "masked"));
  const served = "deadheat's own adapter \\(srvx [\\d.]+\\), because the file exports a handler";
  assert.match(
    stderr,
    new RegExp(`any\\.mjs/node and other\\.mjs/node include ${served}.*[^]*^\\[1/1\\]`, "m"),
  );
  assert.ok(warnings.some((warning) => new RegExp(served).test(warningWords(warning))));
});

test("a server that stops doing the work under load is found, although its responses vary", async (t) => {
  const folder = folderOf(t, servers);
  const args = ["compare", "./stops.mjs", "./stops.mjs", "--aa", ...quick];
  const { code, stderr } = await deadheat(folder, args);
  assert.equal(code, 3, stderr);
  assert.match(stderr, /stops.mjs\/node: bodies of \d+ bytes on average instead of \d+ to \d+/);
});

test("servers that already run are measured, and keep running", async (t) => {
  const folder = folderOf(t, servers);
  const ports = [await freePort(), await freePort()];
  const running = ports.map((port) =>
    spawn(process.execPath, ["program.mjs"], { cwd: folder, env: { PORT: String(port) } }),
  );
  t.after(() => running.forEach((server) => server.kill()));
  await Promise.all(ports.map(listening));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const twice = await deadheat(folder, ["compare", urls[0] ?? "", `again=${urls[0]}`, ...quick]);
  assert.equal(twice.code, 3);
  assert.match(twice.stderr, /are the same server\. .*add --aa/);
  // A stop of the machine must not end a shorter window.
  const args = ["compare", urls[0] ?? "", `new=${urls[1]}`, ...once, "--window", "1s", "--json"];
  const { code, stdout, stderr } = await deadheat(folder, args);
  assert.equal(code, 0, stderr);
  const [{ new: next, versions, warnings, bottleneck }] = JSON.parse(stdout).comparisons as [
    Comparison,
  ];
  assert.equal(next, "new");
  assert.deepEqual(versions.base, {
    framework: null,
    runtimeName: null,
    runtime: null,
    servedBy: null,
  });
  assert.equal(warnings.filter((warning) => warning.code === "running-already").length, 2);
  assert.ok(!warnings.some((warning) => warning.code === "requests-per-second-only"));
  assert.ok(bottleneck.base !== undefined);
  assert.ok(running.every((server) => server.exitCode === null));
});

/** Waits until a server listens on the port. */
async function listening(port: number): Promise<void> {
  while (
    !(await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    ))
  ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
