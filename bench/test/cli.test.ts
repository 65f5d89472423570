import assert from "node:assert/strict";
import { test } from "node:test";
import { deadheat, deadheatEach, start, type Finished } from "./command.ts";

test("list --json prints one document with the status of every target", async () => {
  const { code, stdout, stderr } = await deadheat("list", "--json");
  assert.equal(code, 0);
  assert.equal(stderr, "");
  const { targets } = JSON.parse(stdout) as { targets: Record<string, unknown>[] };
  assert.ok(targets.length >= 47);
  const keys = ["target", "framework", "runtime", "version", "status", "reason", "scenarios"];
  keys.push("warnings", "retired");
  for (const row of targets) assert.deepEqual(Object.keys(row), keys);
  const row = (name: string) => targets.find((one) => one.target === name);
  assert.equal(row("hono/bun")?.status, "ok");
  assert.equal(row("hono/bun")?.reason, null);
  assert.equal(row("uwebsockets/deno")?.status, "unsupported");
  assert.match(String(row("uwebsockets/deno")?.reason), /Deno cannot load/);
  assert.equal(row("h22p/node")?.status, "retired");
  assert.match(String(row("h22p/node")?.reason), /gone from npm.*node-net\/node/);
});

test("doctor --json names its checks", async () => {
  const { code, stdout } = await deadheat("doctor", "--json");
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string }[] };
  assert.equal(code, checks.some((check) => check.status === "fail") ? 1 : 0);
  const names = new Set(checks.map(({ name }) => name));
  for (const name of "node bun deno targets oha pnpm postgres redis pinning".split(" ")) {
    assert.ok(names.has(name), name);
  }
});

test("without pnpm a run ends before it measures anything", async () => {
  const empty = { PATH: import.meta.dirname, npm_config_user_agent: "" };
  const { code, stderr } = await start(["--targets", "hono/node", "--allow-concurrent"], empty)
    .finished;
  assert.equal(code, 3, stderr);
  assert.match(stderr, /pnpm is not on PATH.*npx -y pnpm/);
});

const misuse: [string, string[], RegExp][] = [
  ["an unknown command", ["rnu"], /error/],
  ["an unknown option", ["--budgte", "3m"], /unknown option '--budgte'/],
  ["an unknown profile", ["--profile", "quik"], /quick, standard, full, service/],
  ["an unknown target", ["--targets", "hno/bun"], /no target is called "hno\/bun".*hono/],
  ["a retired target", ["--targets", "h22p/node"], /h22p is retired: .*node-net\/node/],
  ["a retired framework", ["verify", "--targets", "carbon"], /carbon is retired: .*srvx\/node/],
  [
    "compare with an unsupported target",
    ["compare", "uwebsockets/bun", "fetch/bun"],
    /uwebsockets\/bun is unsupported: .*cannot load/,
  ],
  [
    "compare in a scenario that only one target supports",
    ["compare", "hono/node", "hono/bun", "--scenario", "bun-sql"],
    /hono\/node does not support bun-sql: .*built into Bun/,
  ],
  ["an unknown scenario", ["--scenarios", "txt"], /unknown scenario "txt".*text, json/],
  ["a time without a unit", ["--budget", "20"], /90s, 20m or 2h/],
  ["a budget that holds nothing", ["--budget", "5s"], /--budget \d+m/],
  ["an empty item", ["--targets", "hono/bun,,koa/node"], /An item is empty/],
  ["a seed that is no number", ["--seed", "x"], /whole number/],
  ["compare with one target", ["compare", "hono/bun"], /missing required argument 'new'/],
  ["compare with several targets", ["compare", "hono/*", "koa/node"], /names several targets/],
  ["a gate without a %", ["compare", "a/b", "c/d", "--gate", "5"], /such as 5% or 0\.5%/],
  ["a gate of nothing", ["compare", "a/b", "c/d", "--gate", "0%"], /above 0% and below 100%/],
  ["a gate of everything", ["compare", "a/b", "c/d", "--gate", "100%"], /below 100%/],
  ["a width below nothing", ["compare", "a/b", "c/d", "--until", "-1%"], /such as 5% or 0\.5%/],
  ["gate and until", ["compare", "a/b", "c/d", "--gate=5%", "--until=1%"], /cannot be used with/],
  ["gate and rounds", ["compare", "a/b", "c/d", "--gate=5%", "--rounds=8"], /cannot be used with/],
  [
    "a gate that is too short",
    ["compare", "fetch/node", "koa/node", "--gate", "5%", "--budget", "5s"],
    /at least about [\d.]+ s\. Use --budget \d+s or more/,
  ],
  [
    "a width of a single round",
    ["compare", "fetch/node", "koa/node", "--until", "1%", "--rounds", "1"],
    /--rounds must be at least 2/,
  ],
  [
    "rounds and a budget",
    ["compare", "fetch/node", "koa/node", "--rounds", "8", "--budget", "60s"],
    /Use --rounds or --budget, not both/,
  ],
  [
    "undecided without a gate",
    ["compare", "a/b", "c/d", "--on-undecided", "pass"],
    /Add --gate 5%/,
  ],
  [
    "fewer rounds than an interval needs",
    ["--rounds", "2"],
    /--rounds 2: an interval needs at least 3/,
  ],
  [
    "a comparison of one round",
    ["compare", "fetch/node", "koa/node", "--until", "1%", "--rounds", "1"],
    /--rounds must be at least 2/,
  ],
  ["merge of nothing", ["merge", "/nowhere"], /\/nowhere\/journal does not exist/],
  ["report of nothing", ["report", "/nowhere"], /result\.json cannot be read/],
  ["resume in a folder of none", ["--resume", "--out", "/nowhere"], /\/nowhere\/plan\.json/],
  ["new with a path", ["new", "../evil"], /cannot be the name of a framework/],
  ["new with a name that is taken", ["new", "hono"], /exists already/],
];
const [help, ...misused] = await deadheatEach([["--help"], ...misuse.map(([, args]) => args)]);
for (const [i, [name, , message]] of misuse.entries()) {
  test(`${name} is rejected with exit code 2 and advice`, () => {
    rejected(misused[i], message);
  });
}

test("a task outside of an app's folder is rejected with exit code 2 and advice", async () => {
  rejected(await deadheat("measure", "bun"), /has no target for bun/);
});

function rejected(finished: Finished | undefined, message: RegExp): void {
  const { code, stdout, stderr } = finished ?? assert.fail();
  assert.match(stderr, message);
  assert.ok(!stderr.includes("    at "), "no stack");
  assert.equal(stdout, "");
  assert.equal(code, 2);
}

test("help names every command that the README names", () => {
  const { code, stdout } = help ?? assert.fail();
  assert.equal(code, 0);
  for (const command of ["run", "compare", "list", "verify", "doctor", "report", "merge", "new"]) {
    assert.match(stdout, new RegExp(`^  ${command}\\b`, "m"));
  }
});
