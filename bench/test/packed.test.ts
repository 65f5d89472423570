import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openJournal, runtimes } from "@deadheat/journal";
import { readResult } from "deadheat/parts";
import { otherNode } from "../../packages/journal/test/other-node.ts";
import { root } from "../src/targets/project.ts";
import { runtimeBinary } from "../src/targets/tools.ts";
import { roundRecord, runRecord } from "./fixtures.ts";
import { install, nameOf, packAll, published, run as runIn } from "./packed.ts";

// Packs every published package, installs it with npm outside this workspace as a user would, and runs the examples of the
// packages' READMEs, which are a user's first steps.

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const folder = mkdtempSync(join(tmpdir(), "deadheat-packed-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const installed = (own: string) => join(folder, "node_modules", nameOf(own));
const manifestOf = (own: string) =>
  JSON.parse(readFileSync(join(installed(own), "package.json"), "utf8")) as Manifest;

const run = (program: string, args: readonly string[]) => runIn(program, args, folder);

install(folder, packAll(join(folder, "tarballs")).values());

test("all packages have one version", () => {
  const versions = new Set(published.map((own) => manifestOf(own).version));
  assert.equal(versions.size, 1, [...versions].join(", "));
});

test("a package names no workspace and contains every file that it names", () => {
  for (const own of published) {
    const manifest = manifestOf(own);
    assert.doesNotMatch(JSON.stringify(manifest), /workspace:|catalog:/, own);
    assert.match(manifest.engines.node, /^>=2\d/, own);
    const named = Object.entries(manifest.exports).filter(([path]) => !path.includes("*"));
    for (const [path, targets] of named) {
      assert.match(targets.types ?? "", /\.d\.ts$/, `${own} ${path} has types`);
      const files = Object.values(targets);
      for (const file of files)
        assert.ok(existsSync(join(installed(own), file)), `${own}: ${file}`);
    }
    for (const file of ["README.md", "LICENSE"]) {
      assert.ok(existsSync(join(installed(own), file)), `${own}: ${file}`);
    }
  }
});

const other = otherNode();
const nodes = [
  { node: process.execPath, name: "the pinned Node", skip: false },
  { node: other ?? "", name: "another Node", skip: other === null && "none >= 20 on PATH" },
];

for (const { node, name, skip } of nodes) {
  test(`imported by ${name}, each package exports the same as its source`, { skip }, () =>
    assertExports(node),
  );
}

async function assertExports(node: string): Promise<void> {
  const names = published.flatMap((own) =>
    Object.keys(manifestOf(own).exports)
      .filter((path) => !/\*|bun|deno/.test(path))
      .map((path) => nameOf(own) + path.slice(1)),
  );
  writeFileSync(
    join(folder, "exports.js"),
    `const found = [];
     for (const name of ${JSON.stringify(names)}) {
       found.push([import.meta.resolve(name), Object.keys(await import(name))]);
     }
     console.log(JSON.stringify(found));`,
  );
  const found = JSON.parse(run(node, ["exports.js"])) as [string, string[]][];
  assert.equal(found.length, names.length);
  for (const [url, keys] of found) {
    const path = relative(
      pathToFileURL(join(folder, "node_modules")).pathname,
      new URL(url).pathname,
    );
    const [own = "", file = ""] = path.replace(/^@deadheat\//, "").split("/dist/");
    const source = join(root, "packages", own, "src", file.replace(/js$/, "ts"));
    assert.deepEqual(keys, Object.keys(await import(source)), path);
  }
}

/** The files beside the examples. */
function prepareExamples(): void {
  const result = readResult(
    join(root, "results/published/xeon-2cpu-vm/2026-11-25-quick/result.json"),
  );
  for (const place of [".", "runs/today", "runs/yesterday"]) {
    mkdirSync(join(folder, place), { recursive: true });
    writeFileSync(join(folder, place, "result.json"), JSON.stringify(result));
  }
  const journal = openJournal(join(folder, "journal", "compare.jsonl"));
  journal.append(runRecord("new/node"));
  for (const [i, ratio] of [0.99, 1.01, 1, 1.005, 0.995, 1.002, 0.998, 1].entries()) {
    journal.append(roundRecord("new/node", "old/node", i + 1, ratio));
  }
  journal.close();
  for (const name of ["new.mjs", "old.mjs"]) {
    writeFileSync(join(folder, name), `export default { fetch: () => new Response("Hello!") };`);
  }
  for (const name of ["new.js", "old.js"]) {
    writeFileSync(
      join(folder, name),
      `import { createServer } from "node:http";
       const server = createServer((request, response) => {
         response.setHeader("content-type", "text/plain");
         response.end("Hello World!");
       });
       server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({
         deadheat: "ready", port: server.address().port, pid: process.pid, runtime: "node", version: "1",
       })));
       process.on("SIGTERM", () => process.exit(0));`,
    );
  }
}

const exampleOf = (own: string) => `example-${own}.ts`;

/** The settings for measuring in seconds. */
function shortened(code: string): string {
  return code.replace("rounds: 8 }", "rounds: 2, warmupRequests: 1000, windowSeconds: 0.8 }");
}

prepareExamples();
for (const own of published) {
  const readme = readFileSync(join(installed(own), "README.md"), "utf8");
  const code = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, round]) => round);
  writeFileSync(join(folder, exampleOf(own)), shortened(code.join("\n")));
}

test("the files that a README names exist", () => {
  for (const own of published) {
    const readme = readFileSync(join(root, "packages", own, "README.md"), "utf8");
    for (const [, path = ""] of readme.matchAll(/`((?:src|test)\/[\w./-]*|[\w-]+\.ts)`/g)) {
      const file = path.includes("/") ? path : join("src", path);
      assert.ok(existsSync(join(root, "packages", own, file)), `${own}: ${path}`);
    }
  }
});

/** The packages whose examples run. The examples of handlers and stores need another app. */
const whole = published.filter((own) => own !== "handlers" && own !== "stores");

test("TypeScript accepts the examples of the READMEs", () => {
  const types = dirname(join(root, "bench/node_modules/@types/node"));
  const options = ["--noEmit", "--strict", "--target", "esnext", "--module", "nodenext"];
  const tsc = join(root, "node_modules/.bin/tsc");
  run(tsc, [...options, "--types", "node", "--typeRoots", types, ...whole.map(exampleOf)]);
});

/** The output of each example. The example of oha loads a server that does not run. */
const said: Readonly<Record<string, RegExp>> = {
  deadheat:
    /^new\.mjs\/node: \S+ \d\.\d{3} \[\d+\.\d{3}, \d+\.\d{3}\]\n2026-11-25-\S+ \S+report\.html \S+report\.csv\n$/,
  journal: /^$/,
  judge: /^1\.000 \[0\.99\d, 1\.00\d\] same\n$/,
  measure: /^\{\n\s+new: \{\n\s+good: \d{3,},/,
  report: /hono\/bun/,
  stats: /^$/,
};
for (const [own, words] of Object.entries(said)) {
  test(`the example in the README of ${own} works`, () => {
    assert.match(run(process.execPath, [exampleOf(own)]), words);
  });
}

for (const { node, name, skip } of nodes) {
  test(`the command compares two servers outside the workspace on ${name}`, { skip }, () => {
    const server = `export default { fetch: () => new Response("Hello!") };`;
    for (const file of ["one.mjs", "two.mjs"]) writeFileSync(join(folder, file), server);
    const command = join(folder, "node_modules", ".bin", "deadheat");
    const out = mkdtempSync(join(folder, "out-"));
    const quick = ["--rounds", "2", "--warmup", "1000", "--window", "0.8s", "--out", out, "--json"];
    const json = run(node, [command, "compare", "./one.mjs", "./two.mjs", ...quick]);
    const [compared] = JSON.parse(json).comparisons;
    assert.equal(compared.n, 2);
    assert.ok(compared.ratio > 0.2 && compared.ratio < 5, `${compared.ratio}`);
    const version = run(node, ["--version"]).trim().slice(1);
    const { versions } = compared;
    assert.deepEqual([versions.base.runtime, versions.new.runtime], [version, version]);
  });
}

test("a report with its page is drawn outside the workspace", () => {
  run(process.execPath, [exampleOf("report")]);
  const html = readFileSync(join(folder, "report.html"), "utf8");
  assert.match(html, /^<!doctype html>/);
  assert.match(html, /<script>.+<\/script>/s);
  assert.ok(html.length > 50_000, "the rankings are in it");
});

const allowed = ["--allow-net=127.0.0.1", "--allow-env=PORT"];
const options = {
  deno: ["run", "--quiet", "--no-prompt", "--node-modules-dir=manual", ...allowed],
};
for (const runtime of runtimes) {
  test(`adapter and handlers serve on ${runtime}`, async () => {
    writeFileSync(
      join(folder, "server.js"),
      `import { listen } from "@deadheat/adapter";
       import { hey } from "@deadheat/handlers";
       await listen({ kind: "fetch", fetch: () => new Response(hey.handle()) });`,
    );
    const args = [...(runtime === "deno" ? options.deno : []), "server.js"];
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, NO_COLOR: "1", PORT: "0" };
    const child = spawn(runtimeBinary(runtime), args, { cwd: folder, env });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const exited = once(child, "exit");
    const [line] = (await Promise.race([
      once(createInterface({ input: child.stdout }), "line"),
      exited.then(() => Promise.reject(new Error(stderr))),
    ])) as [string];
    const ready = JSON.parse(line) as { port: number; runtime: string };
    assert.equal(ready.runtime, runtime);
    const answer = await fetch(`http://127.0.0.1:${ready.port}/`);
    assert.equal(await answer.text(), "Hey!");
    child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
  });
}
