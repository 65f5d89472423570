import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { fileRuntimes } from "@deadheat/journal";
import { otherNode } from "../../packages/journal/test/other-node.ts";
import { root } from "../src/targets/project.ts";
import { runtimeBinary } from "../src/targets/tools.ts";
import { checkTypes, install, nameOf, packAll, published, run as runIn } from "./packed.ts";

// Packs every published package, installs it with npm outside this workspace as a user would, and runs the examples of the
// packages' READMEs, which are a user's first steps.

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly imports?: Readonly<Record<string, string>>;
}

const folder = mkdtempSync(join(tmpdir(), "deadheat-packed-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const installed = (own: string) => join(folder, "node_modules", nameOf(own));
const manifestOf = (own: string) =>
  JSON.parse(readFileSync(join(installed(own), "package.json"), "utf8")) as Manifest;

const run = (program: string, args: readonly string[]) => runIn(program, args, folder);

const tarballs = packAll(join(folder, "tarballs"));
install(folder, tarballs.values());

test("the three published packages have one version", () => {
  assert.deepEqual(published, ["adapter", "deadheat", "handlers"]);
  const versions = new Set(published.map((own) => manifestOf(own).version));
  assert.equal(versions.size, 1, [...versions].join(", "));
});

test("deadheat installs at most 12 packages, and runs no install script", () => {
  const alone = join(folder, "alone");
  mkdirSync(alone);
  install(alone, [tarballs.get("deadheat") ?? ""], ["--package-lock-only"]);
  const lock = JSON.parse(readFileSync(join(alone, "package-lock.json"), "utf8"));
  const [, ...packages] = Object.values<{ hasInstallScript?: true }>(lock.packages);
  assert.ok(packages.length > 0 && packages.length <= 12, `${packages.length} packages`);
  assert.ok(packages.every(({ hasInstallScript }) => hasInstallScript === undefined));
});

test("a package names no workspace and contains every file that it names", () => {
  for (const own of published) {
    const { exports, imports = {}, ...manifest } = manifestOf(own);
    assert.doesNotMatch(JSON.stringify(manifest), /workspace:|catalog:/, own);
    assert.match(manifest.engines.node, /^>=22/, own);
    for (const [path, targets] of Object.entries(exports)) {
      assert.match(targets.types ?? "", /\.d\.ts$/, `${own} ${path} has types`);
      const files = Object.values(targets);
      for (const file of files)
        assert.ok(existsSync(join(installed(own), file)), `${own}: ${file}`);
    }
    const files = Object.values(imports).flatMap((file) =>
      file.includes("*") ? fileRuntimes.map((runtime) => file.replace("*", runtime)) : file,
    );
    for (const file of [...files, "README.md", "LICENSE"]) {
      assert.ok(existsSync(join(installed(own), file)), `${own}: ${file}`);
    }
  }
});

test("the bundle has every file that a module starts, loads or reads by its path", () => {
  const dist = join(installed("deadheat"), "dist");
  const modules = readdirSync(dist).filter((file) => file.endsWith(".js"));
  const code = modules.map((file) => readFileSync(join(dist, file), "utf8")).join("\n");
  const named = [...code.matchAll(/new URL\("\.\/([^"]+)", import\.meta\.url\)/g)];
  const files = new Set(named.map(([, name = ""]) => name));
  assert.ok(files.size >= 6, [...files].join(", "));
  for (const file of files) assert.ok(existsSync(join(dist, file)), file);
  assert.doesNotMatch(code, /\bfrom "@deadheat\//);
  assert.match(
    readFileSync(join(dist, "LICENSES.txt"), "utf8"),
    /^commander 1\d[^]*Apache License/m,
  );
});

const other = otherNode();
const nodes = [
  { node: process.execPath, name: "the pinned Node", skip: false },
  { node: other ?? "", name: "another Node", skip: other === null && "none >= 22 on PATH" },
];

for (const { node, name, skip } of nodes) {
  test(`imported by ${name}, each package exports the same as its source`, { skip }, () =>
    assertExports(node),
  );
}

async function assertExports(node: string): Promise<void> {
  const names = published.flatMap((own) =>
    Object.keys(manifestOf(own).exports)
      .filter((path) => !/bun|deno/.test(path))
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

const answering = `export default { fetch: () => new Response("Hello!") };`;
for (const name of ["new.mjs", "old.mjs"]) writeFileSync(join(folder, name), answering);
const results = join(root, "results/published/xeon-2cpu-vm/2026-11-25-quick");
for (const place of ["runs/today", "runs/yesterday"]) {
  mkdirSync(join(folder, place), { recursive: true });
  cpSync(join(results, "result.json"), join(folder, place, "result.json"));
}

/** The settings for measuring in seconds. */
function shortened(code: string): string {
  return code.replace("rounds: 8 }", "rounds: 2, warmupRequests: 1000, windowSeconds: 0.8 }");
}

/** The packages whose examples are whole programs. Those of handlers need an app. */
const whole = ["adapter", "deadheat"];
const exampleOf = (own: string) => `example-${own}.ts`;
for (const own of whole) {
  const readme = readFileSync(join(installed(own), "README.md"), "utf8");
  const code = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, example]) => example);
  writeFileSync(join(folder, exampleOf(own)), shortened(code.join("\n")));
}

/** These take ten seconds each, and are part of `pnpm test:faults`. */
const inFaults = { skip: !process.env.ALL_CASES && "in test:faults" };

test(
  "TypeScript accepts the examples of the READMEs, and the types of the packages",
  inFaults,
  () => checkTypes(folder, whole.map(exampleOf)),
);

test("the example in the README of deadheat works, and draws a page", inFaults, () => {
  assert.match(
    run(process.execPath, [exampleOf("deadheat")]),
    /^new\.mjs\/node: \S+ \d\.\d{3} \[\d+\.\d{3}, \d+\.\d{3}\]\n2026-11-25-\S+ \S+report\.html \S+report\.csv\n$/,
  );
  const html = readFileSync(join(folder, "runs/today/report.html"), "utf8");
  assert.match(html, /^<!doctype html>[^]*<script>.+<\/script>/s);
  assert.match(html, /<table/, "the ranking is in it");
});

const command = join(folder, "node_modules", ".bin", "deadheat");
const quick = ["--rounds", "2", "--warmup", "1000", "--window", "0.8s"];

for (const { node, name, skip } of nodes) {
  test(`the command compares two servers outside the workspace on ${name}`, { skip }, () => {
    const out = mkdtempSync(join(folder, "out-"));
    const args = ["compare", "./old.mjs", "./new.mjs", ...quick, "--out", out, "--json"];
    const [compared] = JSON.parse(run(node, [command, ...args])).comparisons;
    assert.equal(compared.n, 2);
    assert.ok(compared.ratio > 0.2 && compared.ratio < 5, `${compared.ratio}`);
    const version = run(node, ["--version"]).trim().slice(1);
    const { versions } = compared;
    assert.deepEqual([versions.base.runtime, versions.new.runtime], [version, version]);
  });
}

test("init --github writes the hash of the package's own file into the workflow of the comment", () => {
  run("git", ["init", "--quiet"]);
  // With a configuration, init tries none out.
  writeFileSync(join(folder, "deadheat.config.json"), "{}");
  run(process.execPath, [command, "init", "--github"]);
  rmSync(join(folder, "deadheat.config.json"));
  const workflow = readFileSync(join(folder, ".github/workflows/deadheat-comment.yml"), "utf8");
  const file = readFileSync(join(installed("deadheat"), "dist/comment.mjs"));
  assert.ok(workflow.includes(createHash("sha256").update(file).digest("hex")));
});

const allowed = ["--allow-net=127.0.0.1", "--allow-env=PORT"];
const options = {
  deno: ["run", "--quiet", "--no-prompt", "--node-modules-dir=manual", ...allowed],
};
for (const runtime of fileRuntimes) {
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
    const response = await fetch(`http://127.0.0.1:${ready.port}/`);
    assert.equal(await response.text(), "Hey!");
    child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
  });
}
