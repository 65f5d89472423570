import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { processTree } from "@deadheat/measure";
import { compare, EnvironmentError, gate, Interrupted, run, UsageError } from "../src/index.ts";
import { setVariables, temporaryFolder } from "../../journal/test/scratch.ts";

const quick = { rounds: 1, warmupRequests: 500, windowSeconds: 0.4 };

/** Makes a folder with two servers, and a state directory that only this test uses. */
function folderOf(t: TestContext): string {
  const folder = temporaryFolder(t);
  setVariables(t, { DEADHEAT_STATE_DIR: join(folder, "state") });
  const server = `export default { fetch: () => new Response("Hello!") };`;
  writeFileSync(join(folder, "one.mjs"), server);
  // The second one builds its own code at each start, which nobody else has changed then.
  const building = `import { writeFileSync } from "node:fs";
    writeFileSync(new URL("./built.mjs", import.meta.url), ${JSON.stringify(server)});
    export default (await import("./built.mjs")).default;`;
  writeFileSync(join(folder, "two.mjs"), building);
  return folder;
}

/** In a clone esbuild makes the pages, and its service ends with this process. */
const isBundler = (pid: number) => /esbuild/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
const noChildren = () => {
  const left = processTree(process.pid).filter((pid) => pid !== process.pid && !isBundler(pid));
  assert.deepEqual(left, []);
};

test("compare returns a value, reports its progress, and prints nothing", async (t) => {
  const cwd = folderOf(t);
  const printed: unknown[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    // The test runner writes its own report to standard output, in bytes.
    const write = stream.write.bind(stream);
    t.mock.method(stream, "write", (text: string | Uint8Array) =>
      typeof text === "string" ? printed.push(text) > 0 : write(text),
    );
  }
  const lines: string[] = [];
  const compared = await compare({
    base: "./one.mjs",
    new: "./two.mjs",
    requests: [{ path: "/two", expect: { status: 200, body: "Hello!" } }],
    cwd,
    out: join(cwd, "out"),
    ...quick,
    onProgress: (line) => lines.push(line),
  });
  t.mock.restoreAll();
  assert.deepEqual(printed, []);
  assert.deepEqual([compared.base.name, compared.new.name], ["./one.mjs", "./two.mjs"]);
  assert.deepEqual(
    compared.comparisons.map(({ scenario, n }) => [scenario, n]),
    [["GET /two", 1]],
  );
  assert.equal(lines.filter((line) => line.startsWith("[1/1]")).length, 1);
  noChildren();
});

test("an abort ends a comparison at any moment, and leaves no process", async (t) => {
  const cwd = folderOf(t);
  for (const after of [0, 300, 2500]) {
    const stopping = new AbortController();
    const timer = setTimeout(() => stopping.abort(), after);
    const { signal } = stopping;
    await assert.rejects(
      compare({ base: "./one.mjs", new: "./two.mjs", cwd, ...quick, rounds: 20, signal }),
      Interrupted,
      `after ${after} ms`,
    );
    clearTimeout(timer);
    noChildren();
  }
});

test("each kind of failure has an error class", async (t) => {
  const cwd = folderOf(t);
  await assert.rejects(compare({ base: "./missing.mjs", new: "./two.mjs", cwd }), UsageError);
  const asked = { requests: [{ path: "/", expect: { status: 201 } }], cwd, ...quick };
  await assert.rejects(compare({ base: "./one.mjs", new: "./two.mjs", ...asked }), {
    name: "UsageError",
    message: "one.mjs/node: GET / returned status 200, not 201",
  });
  writeFileSync(join(cwd, "ends.mjs"), "process.exit(3)");
  await assert.rejects(compare({ base: "./one.mjs", new: "./ends.mjs", cwd }), EnvironmentError);
  await assert.rejects(run({ cwd }), /no targets to measure.*`deadheat init`/);
  await assert.rejects(gate({ base: "http://127.0.0.1:3000", new: "./one.mjs", cwd }), UsageError);
});
