import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { processTree } from "@deadheat/measure";
import { obtainOha } from "@deadheat/oha";
import { temporaryFolder } from "../../journal/test/scratch.ts";

const main = join(import.meta.dirname, "../src/main.ts");

const oha = await obtainOha();

/** Returns the environment of a user who has nothing but oha. */
function environmentIn(cwd: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const own = { DEADHEAT_CACHE: join(cwd, "cache"), DEADHEAT_STATE_DIR: join(cwd, "state") };
  return { PATH, NODE_COMPILE_CACHE, HOME: cwd, OHA_BIN: oha.path, ...own };
}

function deadheat(cwd: string, args: readonly string[]) {
  const env = environmentIn(cwd);
  return spawnSync(process.execPath, [main, ...args], { cwd, env, encoding: "utf8" });
}

test("cache ls lists an empty cache, an unknown option is rejected, and help has defaults in words", (t) => {
  const cwd = temporaryFolder(t);
  assert.match(deadheat(cwd, ["cache", "ls"]).stdout, /0 entries, 0 B/);
  assert.doesNotMatch(deadheat(cwd, ["compare", "--help"]).stdout, /default: (\[|false|true)/);
  assert.deepEqual(JSON.parse(deadheat(cwd, ["cache", "ls", "--json"]).stdout), []);
  const { status, stderr, stdout } = deadheat(cwd, ["cache", "ls", "--foo"]);
  assert.deepEqual([status, stdout], [2, ""]);
  assert.equal(stderr, "deadheat: Unknown option '--foo'. See deadheat cache --help.\n");
});

test("without a command, the help says what to write, and that nothing was done", (t) => {
  const cwd = temporaryFolder(t);
  for (const [args, said] of [
    [[], /deadheat compare express@4 express@5[^]*\n {2}compare {2,}/],
    [["github"], /^Usage: deadheat github [^]*\n {2}check {2,}/],
  ] as const) {
    const { status, stdout, stderr } = deadheat(cwd, args);
    assert.deepEqual([status, stderr], [2, ""]);
    assert.match(stdout, said);
    assert.ok(stdout.split("\n").length <= 35, "a screen");
  }
});

test("Ctrl-C during a measurement exits with 130, prints one line, and leaves no process", async (t) => {
  const cwd = temporaryFolder(t);
  const file = join(cwd, "server.mjs");
  writeFileSync(
    file,
    `
    import { createServer } from "node:http";
    createServer((request, response) => response.end("Hello!")).listen(process.env.PORT, "127.0.0.1");`,
  );
  const args = [
    main,
    "compare",
    file,
    file,
    "--rounds",
    "50",
    "--warmup",
    "1000",
    "--window",
    "0.8s",
  ];
  const env = environmentIn(cwd);
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
  const closed = once(child, "close") as Promise<[number]>;
  let said = "";
  for await (const chunk of child.stderr.setEncoding("utf8")) {
    if (!said.includes("[1/50]") && (said + chunk).includes("[1/50]")) child.kill("SIGINT");
    said += chunk as string;
  }
  const [code] = await closed;
  assert.equal(code, 130, said);
  assert.match(
    said,
    /^GET \/: (?:a|one) round takes .*\nComparing .*\n\[1\/50\] .*\ndeadheat: interrupted\n$/,
  );
  assert.deepEqual(processTree(process.pid), [process.pid]);
});
