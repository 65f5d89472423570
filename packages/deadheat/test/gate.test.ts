import assert from "node:assert/strict";
import os from "node:os";
import { test } from "node:test";
import { isOff, readGated } from "@deadheat/judge";
import { renderCompared, renderComparedMarkdown } from "@deadheat/report";
import { gate, type Gated, UsageError } from "../src/index.ts";
import { commitAll, git, write } from "../../versions/test/revisions-repository.ts";
import { repositoryOf } from "./repository-with-oha.ts";

/** The shortest measurement that is still judged. Its metrics are imprecise. */
const quick = { warmupRequests: 1000, windowSeconds: 0.4 };

const config = (gates: { all: string; echo?: string }) =>
  JSON.stringify({
    app: "./server.mjs",
    requests: ["GET /", { request: "POST /echo", gate: gates.echo }],
    gate: gates.all,
    budget: "6s",
  });
const server = `export default { fetch: () => new Response("Hello!") };`;

test("a change that loosens its own gate must pass the base's; branches that move meanwhile change nothing", async (t) => {
  const cwd = await repositoryOf(t, {
    "server.mjs": server,
    "deadheat.config.json": config({ all: "50%", echo: "40%" }),
  });
  const first = git(cwd, "rev-parse", "HEAD");
  const loosened = {
    ...JSON.parse(config({ all: "90%" })),
    requests: [{ name: "home", request: "GET /", gate: "99%" }, "POST /echo"],
    budget: "1s",
    allowDifferent: true,
  };
  write(cwd, { "deadheat.config.json": JSON.stringify(loosened), "README.md": "new" });
  const head = commitAll(cwd, "second");
  git(cwd, "branch", "base", first);
  git(cwd, "branch", "change");
  write(cwd, { "server.mjs": `${server} // third` });
  const third = commitAll(cwd, "third");
  const onProgress = (line: string) => {
    if (!/(?:a|one) round takes/.test(line)) return;
    for (const branch of ["base", "change"]) git(cwd, "branch", "--force", branch, "main");
  };
  const gated = await gate({
    base: "base",
    new: "change",
    cwd,
    control: true,
    onProgress,
    ...quick,
  });
  assert.equal(git(cwd, "rev-parse", "base"), third);
  const document = readGated(JSON.stringify(gated));
  assert.deepEqual({ ...document, out: gated.out, cause: null }, gated);
  assert.deepEqual(
    [gated.base, gated.new],
    [
      { name: "base", commit: first },
      { name: "change", commit: head },
    ],
  );
  assert.deepEqual(gated.gate.limits, {
    gate: 0.5,
    from: "base",
    changes: [
      { request: null, base: 0.5, new: 0.9 },
      { request: "GET /", base: null, new: 0.99 },
      { request: "POST /echo", base: 0.4, new: null },
    ],
    settings: ["budget", "allowDifferent"],
    unread: null,
  });
  const asked = (some: Gated["comparisons"] | null) =>
    some?.map(({ scenario, gate: found }) => [scenario, found?.limit]);
  const limits = [
    ["GET /", 0.5],
    ["POST /echo", 0.4],
  ];
  assert.deepEqual(asked(gated.comparisons), limits);
  assert.deepEqual(asked(gated.control), limits);
  assert.ok(gated.control?.every(({ base, new: next }) => base === next));
  assert.equal(gated.gate.outcome === "unmeasured", gated.control?.some(isOff));
  for (const { base, new: next, versions } of gated.comparisons) {
    assert.deepEqual([base, next], ["base/node", "change/node"]);
    assert.deepEqual(versions.base.revision, { commit: first, uncommitted: false });
    assert.deepEqual(versions.new.revision, { commit: head, uncommitted: false });
  }
  assert.deepEqual(gated.loaded, { packages: 1, changed: [] });
  assert.ok(
    gated.comparisons.every(
      ({ metrics: [cpu] }) => cpu !== undefined && cpu.base < 0.01 && cpu.new < 0.01,
    ),
  );
  assert.match(
    gated.command ?? "",
    new RegExp(
      `^npx deadheat@\\S+ gate ${first.slice(0, 12)} ${head.slice(0, 12)} --warmup 1000 --window 0.4s --control$`,
    ),
  );
  assert.equal(gated.machine?.cores, os.cpus().length);
  const text = JSON.stringify(document);
  for (const own of [cwd, os.tmpdir(), os.homedir()]) assert.ok(!text.includes(`${own}/`), own);
});

test("a gate passes a change of documents without starting a server, unless it is asked to", async (t) => {
  const files = { "server.mjs": "throw new Error('started')", "README.md": "old" };
  const cwd = await repositoryOf(t, files);
  const options = { base: "HEAD", app: "server.mjs", cwd };
  write(cwd, { "NOTES.md": "untracked", "README.md": "new" });
  const { out, cause, ...document } = await gate(options);
  assert.deepEqual([out, cause, document.comparisons], [null, null, []]);
  assert.deepEqual(readGated(JSON.stringify(document)), document);
  assert.equal(
    renderCompared(document),
    "PASSED: nothing was measured, since the change touches only NOTES.md, README.md.\n  To measure it anyway, add --aa.\n",
  );
  assert.match(renderComparedMarkdown(document), /> \[!NOTE\]\n> \*\*PASSED: nothing was measured/);
  const measured = await gate({ ...options, aa: true });
  assert.match(measured.gate.reason ?? "", /started/);
  write(cwd, { "words.json": "untracked" });
  const other = await gate(options);
  assert.match(other.gate.reason ?? "", /started/, "any other untracked file may be read");
});

test("a failed measurement returns a document with the cause", async (t) => {
  const cwd = await repositoryOf(t, {
    "server.mjs": server,
    "deadheat.config.mjs": `throw new Error("not today")`,
  });
  write(cwd, { "server.mjs": "process.exit(3)", "deadheat.config.mjs": "export default {}" });
  commitAll(cwd, "second");
  const notes: string[] = [];
  const gated = await gate({
    base: "main~1",
    new: "main",
    app: "./server.mjs",
    cwd,
    gate: 0.1,
    ...quick,
    onProgress: (line) => notes.push(line),
  });
  assert.equal(gated.gate.outcome, "unmeasured");
  assert.equal(gated.cause?.name, "EnvironmentError");
  assert.match(gated.gate.reason ?? "", /server\.mjs|main/);
  assert.deepEqual([gated.comparisons, gated.control, gated.loaded], [[], null, null]);
  assert.equal(gated.gate.limits.from, "options");
  assert.match(gated.gate.limits.unread ?? "", /deadheat\.config\.mjs.*not today/);
  assert.ok(notes.some((line) => line.startsWith("The base's configuration cannot be read")));
  readGated(JSON.stringify(gated));
});

const start = (file: string) =>
  JSON.stringify({ targets: [{ label: "api", command: ["node", file], runtime: "node" }] });
const listening = (word: string) =>
  `require("node:http").createServer((q, r) => r.end("${word}")).listen(process.env.PORT, "127.0.0.1");`;

test("a gate does not pass a server whose start differs between the two configurations", async (t) => {
  const cwd = await repositoryOf(t, {
    "fast.cjs": listening("same"),
    "slow.cjs": `${listening("same")} // It could be slower.`,
    "deadheat.config.json": start("fast.cjs"),
  });
  write(cwd, { "deadheat.config.json": start("slow.cjs"), "README.md": "other" });
  const asked = { base: "main", cwd, ...quick, budgetSeconds: 5, gate: 0.5 };
  const gated = await gate(asked);
  assert.equal(gated.gate.outcome, "unmeasured");
  assert.match(
    gated.gate.reason ?? "",
    /was not measured as its own configuration starts it: .* api /,
  );
  // An app that the user names is started on both sides.
  const limits = { start: 0.99, "memory-peak": 0.99 };
  const chosen = await gate({ ...asked, app: "fast.cjs", aa: true, gate: limits });
  assert.equal(chosen.comparisons.length, 1);
  assert.equal(chosen.comparisons[0]?.gate, null, "cpu has no gate then");
  assert.notEqual(chosen.gate.outcome, "unmeasured");
});

test("an option that names no target or runtime is rejected", async (t) => {
  const cwd = await repositoryOf(t, {
    "server.mjs": server,
    "deadheat.config.json": `{ "targets": ["api=./server.mjs", "web=./server.mjs"], "runtimes": ["node", "bun"] }`,
  });
  const only = { base: "main", cwd };
  await assert.rejects(gate({ ...only, targets: ["wbe"] }), {
    name: "UsageError",
    message: "--target wbe: there is no such server. The servers are: api, web",
  });
  await assert.rejects(gate({ ...only, runtimes: ["nude"] }), UsageError);
});
