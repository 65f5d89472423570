import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { eachRuntime, runtimeFacts, UsageError } from "@deadheat/journal";
import { discoverTargets, selectTargets } from "../../src/targets/discover.ts";
import { runtimeVersions } from "../../src/targets/tools.ts";
import { target, temporaryFolder } from "../fixtures.ts";

const versions = eachRuntime(() => "1.4.5");
const good = {
  framework: "mine",
  package: "mine",
  homepage: "https://example.org",
  runtimes: ["node"],
  scenarios: "all",
};

function apps(t: TestContext, manifest: unknown): string {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "mine"));
  const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
  writeFileSync(join(folder, "mine", "target.json"), text);
  return folder;
}

test("the targets of this repository are found with their installed versions", () => {
  const targets = discoverTargets(runtimeVersions());
  const mine = targets.filter(
    (t) =>
      t.unsupported === null &&
      !runtimeFacts[t.runtime].isOptional &&
      "bun-serve elysia express fastify fetch h3 hono koa node-http node-net"
        .split(" ")
        .includes(t.framework),
  );
  assert.equal(mine.length, 28);
  assert.match(mine.find((t) => t.name === "hono/bun")?.version ?? "", /^4\./);
  assert.equal(mine.find((t) => t.name === "node-http/node")?.version, runtimeVersions().node);
  const named = (name: string) => targets.find((t) => t.name === name);
  assert.match(named("nest-fastify/deno")?.version ?? "", /^12\./);
  assert.equal(named("uwebsockets/node")?.version, "20.69.0");
  assert.match(named("uwebsockets/bun")?.unsupported ?? "", /cannot load/);
  assert.deepEqual(named("uwebsockets/bun")?.scenarios, []);
  assert.equal(named("h22p/node"), undefined);
});

test("a target without its package has no version", (t) => {
  const [found] = discoverTargets(versions, apps(t, good));
  assert.equal(found?.name, "mine/node");
  assert.equal(found?.version, null);
});

const wrong: [string, unknown, RegExp][] = [
  ["no JSON", "{", /target\.json: not valid JSON/],
  ["a wrong type", { ...good, runtimes: "node" }, /field runtimes/],
  ["an unknown runtime", { ...good, runtimes: ["node", "quickjs"] }, /field runtimes\.1/],
  ["an unknown scenario", { ...good, scenarios: ["txt"] }, /field scenarios/],
  ["a path as a name", { ...good, framework: "../mine" }, /field framework/],
  ["a shell's words", { ...good, package: "a; rm -rf /" }, /field package/],
  ["a terminal's escapes", { ...good, framework: "\u001b[2Jmine" }, /field framework/],
  ["another folder's name", { ...good, framework: "yours" }, /field framework: must be/],
  ["an unknown field", { ...good, runtime: "node" }, /field runtime/],
  ["a runtime twice", { ...good, runtimes: ["node", "node"] }, /field runtimes: each only once/],
  [
    "10,000 entries",
    { ...good, deno: { env: Array.from({ length: 5000 }, (_, i) => `V${i}`) } },
    /field deno\.env/,
  ],
  ["a megabyte", { ...good, package: "x".repeat(1 << 20) }, /larger than 65536 bytes/],
  ["marks of direction", { ...good, package: "mine\u202egnp" }, /field package/],
  ["a path outside the repository", { ...good, package: "../../../etc" }, /field package/],
  ["a homepage that is none", { ...good, homepage: "javascript:alert(1)" }, /field homepage/],
  [
    "a runtime that is both supported and unsupported",
    { ...good, unsupported: { node: "because" } },
    /field unsupported\.node/,
  ],
  ["a reason with escapes", { ...good, unsupported: { bun: "\u001b[2J" } }, /unsupported\.bun/],
  ["an addon that is none", { ...good, addon: { package: "a", file: "../x.so" } }, /addon\.file/],
  ["a variable that is none", { ...good, deno: { env: ["A,B"] } }, /field deno/],
];
for (const [name, manifest, message] of wrong) {
  test(`${name} in target.json is rejected with file and field`, (t) => {
    assert.throws(
      () => discoverTargets(versions, apps(t, manifest)),
      (error) => error instanceof UsageError && message.test(error.message),
    );
  });
}

test("an app that serves files without a validator lacks only the 304 scenario", (t) => {
  const reason = "it sends no validator";
  const folder = apps(t, { ...good, means: { "static-304": { lacks: reason } } });
  const families = join(folder, "mine", "src", "families");
  mkdirSync(families, { recursive: true });
  writeFileSync(join(families, "assets.ts"), "");
  const [found] = discoverTargets(versions, folder);
  assert.ok(found);
  assert.ok(found.scenarios.includes("static"));
  assert.ok(!found.scenarios.includes("static-304"));
  assert.equal(found.lacks["static-304"], reason);
});

test("targets are chosen by framework, runtime or both", () => {
  const all = ["hono/node", "hono/bun", "koa/node"].map((name) => target(name));
  const names = (...patterns: string[]) => selectTargets(all, patterns).map((t) => t.name);
  assert.deepEqual(names("hono/*"), ["hono/node", "hono/bun"]);
  assert.deepEqual(names("hono"), ["hono/node", "hono/bun"]);
  assert.deepEqual(names("*/node"), ["hono/node", "koa/node"]);
  assert.deepEqual(names("koa/node", "all"), ["hono/node", "hono/bun", "koa/node"]);
  assert.throws(() => names("hno/bun"), /no target is called "hno\/bun".*hono, koa/s);
});
