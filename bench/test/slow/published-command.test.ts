import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import process from "node:process";
import { after, before, test } from "node:test";
import type { RunRecord } from "@deadheat/journal";
import { obtainOha } from "@deadheat/oha";
import { startRegistry, type Registry } from "../../../packages/versions/test/installs-registry.ts";
import { otherNode } from "../../../packages/journal/test/other-node.ts";
import { runtimeBinary } from "../../src/targets/tools.ts";
import { elsewhere, type Elsewhere, type Ended } from "../elsewhere.ts";
import { checkTypes, packAll, run as runHere } from "../packed.ts";

// Puts all packages into a registry on loopback and installs the command from there: in an empty folder, and in projects
// that do not know this repository.

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "deadheat-elsewhere-")));
/** The home of all tests here. Later tests find the installations of the first one. */
const npmCache = join(scratch, "npm");
const QUICK = ["--warmup", "1000", "--window", "0.8s"];
const other = otherNode();
let registry: Registry;
let settings: Record<string, string>;

before(async () => {
  const url = runHere("npm", ["config", "get", "registry"], scratch).trim();
  const but = ["deadheat", "@deadheat/*", "tiny-framework"];
  registry = await startRegistry({ url, but });
  const publishing = [...packAll(join(scratch, "tarballs")).values()].map(registry.publishTarball);
  await Promise.all(publishing);
  for (const version of ["1.0.0", "2.0.0"]) await registry.publish(tinyFramework(version));
  settings = {
    npm_config_registry: registry.url,
    npm_config_cache: npmCache,
    OHA_BIN: (await obtainOha()).path,
    DEADHEAT_STATE_DIR: join(scratch, "state"),
  };
});

after(async () => {
  await registry.close();
  rmSync(scratch, { recursive: true, force: true });
});

function machine(name: string, programs: Readonly<Record<string, string>> = {}): Elsewhere {
  return elsewhere(join(scratch, name), { node: process.execPath, ...programs }, settings);
}

/** Checks the exit code, and shows standard error if it is wrong. */
function assertCode({ code, stderr }: Ended, expected: number): void {
  assert.equal(code, expected, stderr);
}

const answering = (words: string) =>
  `export default { fetch: () => new Response(${JSON.stringify(words)}) };`;

const nodes = [
  { node: other ?? "", name: "another Node", skip: other === null && "none >= 20 on PATH" },
  { node: process.execPath, name: "the pinned Node", skip: false },
];

for (const [i, { node, name, skip }] of nodes.entries()) {
  test(`npx works in an empty folder, with only ${name} and npm`, { skip }, async () => {
    const there = machine(`empty-${i}`, { node });
    const folder = there.project("here", { "a.mjs": answering("Hi"), "b.mjs": answering("Hi") });
    const files = contentsOf(folder);
    const version = await there.run(folder, "npx", "--yes", "deadheat", "--version");
    assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/, version.stderr);
    const rest = ["./a.mjs", "./b.mjs", "--rounds", "2", ...QUICK];
    const compared = await there.run(folder, "npx", "--yes", "deadheat", "compare", ...rest);
    assertCode(compared, 0);
    assert.match(compared.stdout, /b\.mjs\/node .*a\.mjs\/node/);
    assert.deepEqual(contentsOf(folder), files);
    const installed = bytesOf(join(npmCache, "_npx"));
    assert.ok(installed > 1e6 && installed < 15e6, `${installed} bytes were installed`);
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function bytesOf(folder: string): number {
  return filesIn(folder).reduce((sum, path) => sum + statSync(path).size, 0);
}

function contentsOf(folder: string): string[][] {
  return filesIn(folder).map((path) => [path, readFileSync(path, "utf8")]);
}

function tinyFramework(version: string) {
  const manifest = { name: "tiny-framework", version, type: "module", exports: "./index.js" };
  return { manifest, files: { "index.js": `export const answer = () => new Response("Tiny");` } };
}

const tinyServer = `import { answer } from "tiny-framework";
  export default { fetch: answer };`;

test("in an npm project two versions of its framework are compared, and the second time nothing is installed", async () => {
  const there = machine("npm-project", { node: other ?? process.execPath });
  const folder = there.project("service", {
    "package.json": JSON.stringify({ type: "module", dependencies: { "tiny-framework": "1.0.0" } }),
    "server.js": tinyServer,
  });
  assertCode(await there.run(folder, "npm", "install"), 0);
  const files = contentsOf(folder);
  const versions = ["tiny-framework@1.0.0", "tiny-framework@^2"];
  const rest = [...versions, "--app", "./server.js", "--rounds", "2", ...QUICK];
  const compare = (out: string) =>
    there.run(folder, "npx", "--yes", "deadheat", "compare", ...rest, "--out", out);
  const out = join(there.folder, "out");
  const compared = await compare(out);
  assertCode(compared, 0);
  assert.match(compared.stdout, /^.*tiny-framework 2\.0\.0 [^]*tiny-framework\s+1\.0\.0 /);
  const { new: next, base } = loadedIn(out, "compare");
  assert.equal(versionOf(next, "tiny-framework"), "2.0.0");
  assert.equal(versionOf(base, "tiny-framework"), "1.0.0");
  assert.deepEqual(contentsOf(folder), files);

  assert.match(compared.stderr, /installing tiny-framework 2\.0\.0/);
  const again = await compare(join(there.folder, "again"));
  assertCode(again, 0);
  assert.doesNotMatch(again.stderr, /installing/);
});

type Packages = NonNullable<NonNullable<RunRecord["loaded"]>["new"]>;

/** Returns the versions that both sides have loaded, from the journal. */
function loadedIn(out: string, journal: string): { new: Packages; base: Packages } {
  const [first = ""] = readFileSync(join(out, "journal", `${journal}.jsonl`), "utf8").split("\n");
  const { loaded } = JSON.parse(first) as RunRecord;
  assert.ok(loaded?.new && loaded.base, "what was loaded is known");
  return { new: loaded.new, base: loaded.base };
}

function versionOf(packages: Packages, name: string): string | null | undefined {
  return packages.find((one) => one.name === name)?.version;
}

const config = `import { defineConfig } from "deadheat";

export default defineConfig({
  targets: ["one=./one.ts/bun", "two=./two.ts/bun"],
  requests: [{ request: "GET /", expect: { body: "Hi" } }],
});`;

const program = `import { compare, defineConfig, EnvironmentError, type Compared } from "deadheat";

export const config = defineConfig({ targets: ["./one.ts/bun"], budget: "90s" });
export async function ratios(signal: AbortSignal): Promise<number[]> {
  const compared: Compared = await compare({ base: "./one.ts", new: "./two.ts", signal });
  return compared.comparisons.map(({ ratio }) => ratio);
}
export const said = new EnvironmentError("no network").message;
// @ts-expect-error: it has types, and these are wrong.
defineConfig({ targets: [1] });
// @ts-expect-error: and so is this.
await compare({ next: "./two.ts" });`;

test("a bun project with a configuration in TypeScript runs and has the right types", async () => {
  const bun = runtimeBinary("bun");
  const there = machine("bun-project", { bun, bunx: bun });
  const folder = there.project("service", {
    "package.json": JSON.stringify({ type: "module", devDependencies: { deadheat: "*" } }),
    "deadheat.config.ts": config,
    "program.ts": program,
    "one.ts": answering("Hi"),
    "two.ts": `const fetch = (): Response => new Response("Hi");
      Bun.serve({ port: Number(process.env.PORT), hostname: "127.0.0.1", fetch });`,
  });
  assertCode(await there.run(folder, "bun", "install"), 0);
  assert.ok(readdirSync(folder).includes("bun.lock"));
  const out = join(there.folder, "out");
  const words = ["run", "--rounds", "2", ...QUICK, "--out", out];
  const ran = await there.run(folder, "bunx", "deadheat", ...words);
  assertCode(ran, 0);
  const { cells } = JSON.parse(readFileSync(join(out, "result.json"), "utf8"));
  const names = new Set(cells.map(({ target }: { target: string }) => target));
  for (const name of ["one/bun", "two/bun"]) assert.ok(names.has(name), ran.stdout);
  assert.match(readFileSync(join(out, "report.html"), "utf8"), /^<!doctype html>/);

  checkTypes(folder, ["program.ts", "deadheat.config.ts"]);
});
