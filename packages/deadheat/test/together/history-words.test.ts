// What a history reads from its command, and which versions it measures. Nothing is installed here.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { UsageError } from "@deadheat/journal";
import { around, factsOf, historyOf } from "../../../judge/test/histories.ts";
import { history } from "../../src/index.ts";
import { toMeasure, whyAnew } from "../../src/history/append.ts";
import { referencesIn } from "../../src/history/asked.ts";
import { readSubject } from "../../src/history/subject.ts";
import type { ListedVersion } from "../../src/history/versions.ts";
import { git, repositoryIn, scratchOf } from "../../../versions/test/revisions-repository.ts";
import { folderOf } from "../config-folder.ts";

test("a text names versions of a package, releases of a runtime, or revisions", () => {
  const node = { name: "node", version: null };
  assert.deepEqual(readSubject("hono@4.10..4.13"), {
    kind: "package",
    server: "hono",
    name: "hono",
    wanted: "4.10..4.13",
    runtime: null,
  });
  assert.deepEqual(readSubject("npm:@scope/app@1,2/node"), {
    kind: "package",
    server: "npm:@scope/app",
    name: "@scope/app",
    wanted: "1,2",
    runtime: node,
  });
  assert.deepEqual(readSubject("express/node@20,22..26"), {
    kind: "runtime",
    server: "express",
    runtime: "node",
    wanted: "20,22..26",
  });
  assert.deepEqual(readSubject("./bench/server.ts/bun@1.2..1.4"), {
    kind: "runtime",
    server: "./bench/server.ts",
    runtime: "bun",
    wanted: "1.2..1.4",
  });
  const revisions = { kind: "revision", base: "v5.0.0", head: "main", runtime: null };
  assert.deepEqual(readSubject("v5.0.0..main"), revisions);
  assert.deepEqual(readSubject("git:v5.0.0../node"), { ...revisions, head: "HEAD", runtime: node });
  const tags = readSubject("fastify@5.0.0..fastify@5.1.0");
  assert.deepEqual(tags.kind === "revision" && tags.head, "fastify@5.1.0");
});

const labels = ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7"];
const wantedOf = (some: readonly string[]): ListedVersion[] =>
  factsOf(some).versions.map((one) => {
    const { target: _, ...version } = one;
    return { ...version, runtime: "node" };
  });
const earlierOf = (some: readonly string[]) => {
  const result = historyOf(some.map((label) => ({ label, ratios: around(1) })));
  assert.ok(result.history);
  return { ...result, history: result.history };
};
const measured = (wanted: readonly ListedVersion[]) => wanted.map(({ label }) => label);

test("what is appended is measured with its neighbours, the reference, and three shared versions", () => {
  const earlier = earlierOf(labels.slice(0, 6));
  assert.deepEqual(toMeasure(wantedOf(labels.slice(0, 6)), earlier), []);
  // The reference of the earlier history is 1.5. 1.6 stands beside it.
  const added = measured(toMeasure(wantedOf(labels), earlier));
  assert.ok(["1.5", "1.6", "1.7"].every((label) => added.includes(label)));
  assert.equal(added.length, 6, "with three of the five others");
  const between = earlierOf(["1.0", "1.1", "1.3", "1.4", "1.7"]);
  const middle = measured(toMeasure(wantedOf(labels), between));
  assert.deepEqual(middle, ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7"]);
});

test("all versions are measured again if the machine, the work, the load or a runtime is another", () => {
  const result = earlierOf(labels.slice(0, 3));
  const side = {
    name: "app@1.2/node",
    runtime: "node",
    found: { version: result.tools.node?.version },
  };
  const now = {
    shared: "0123",
    machine: result.machine,
    load: result.run.load,
    references: new Map([["app/node", side]]),
  } as unknown as Parameters<typeof whyAnew>[1];
  const earlier = { folder: "", result };
  assert.equal(whyAnew(earlier, now), null);
  const because = (change: object) => whyAnew(earlier, { ...now, ...change });
  assert.match(
    because({ machine: { ...result.machine, cpu: "Another", fingerprint: "f" } }) ?? "",
    /^machine\.cpu was Test CPU and is Another$/,
  );
  assert.match(
    because({ shared: "4567" }) ?? "",
    /the app, its requests or the version of deadheat/,
  );
  assert.match(because({ load: { ...result.run.load, windowSeconds: 9 } }) ?? "", /the load/);
  const newer = { ...side, found: { version: "27.0.0" } };
  assert.match(
    because({ references: new Map([["app/node", newer]]) }) ?? "",
    /^node 26\.10\.0 ran it, and now node 27\.0\.0 does$/,
  );
});

test("the reference is the newest version, the named one, or that of the earlier history", () => {
  const wanted = wantedOf(labels);
  const labelOf = (asked: string | null, earlier: Parameters<typeof referencesIn>[2] = null) =>
    referencesIn(wanted, asked, earlier).get("app/node")?.label;
  assert.equal(labelOf(null), "1.7");
  assert.equal(labelOf("1.2"), "1.2");
  const result = earlierOf(labels.slice(0, 4));
  assert.equal(labelOf(null, { folder: "", result }), "1.3");
  assert.throws(
    () => labelOf("9"),
    /The reference 9 is not a version of app\/node. Choose one of 1.0/,
  );
});

test("a bad range, a missing file and a missing history are one line, before anything is installed", async (t) => {
  const scratch = scratchOf(t);
  const cwd = repositoryIn(join(scratch, "own"), { "server.mjs": "" });
  git(cwd, "tag", "v1");
  const refused: [Parameters<typeof history>[0], RegExp][] = [
    [{}, /^No versions are given\. Write a range like/],
    [{ versions: "hono" }, /^"hono" is not a range of versions\. Write versions of a package/],
    [{ versions: "v1..HEAD", app: "server.mjs" }, /^v1\.\.HEAD is empty/],
    [{ versions: "v1..nothing", app: "server.mjs" }, /git knows no commit nothing/],
    [{ versions: "v1..HEAD" }, /^No server was found in this folder: .*Name it with --app/],
    [{ versions: "v1..HEAD", every: 0, app: "server.mjs" }, /^--every must be 1 or more/],
    [{ versions: "a@1..2", runtimes: ["nodee"] }, /^--runtime nodee: name node, bun, deno/],
    [{ config: true }, /^--config: there is no deadheat\.config here/],
    [
      { versions: "a@1..2", append: "gone" },
      /^--append gone: there is no .*gone\. Measure a history first/,
    ],
  ];
  for (const [options, message] of refused) {
    await assert.rejects(history({ ...options, cwd }), (error: Error) => {
      assert.ok(error instanceof UsageError, error.message);
      assert.match(error.message, message);
      return !error.message.includes("\n");
    });
  }
});

test("a configuration without versions says so", async (t) => {
  const cwd = folderOf(t, { "deadheat.config.json": `{ "app": "./a.mjs" }` });
  await assert.rejects(history({ config: true, cwd }), /or in history of deadheat\.config/);
});
