import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { scratch } from "./provenance-servers.ts";

// A server knows where its trace is, and may write anything there. Each trace is read by a process of its own: a read that
// does not return would stop the test too.

interface Read {
  readonly loaded: { readonly files: readonly string[] } | null;
  readonly served: unknown;
}

/** Reads a trace, in ten seconds at most. */
function read(trace: string, root: string): Read {
  const program = `
    import { readTrace } from ${JSON.stringify(import.meta.resolve("../src/provenance/trace.ts"))};
    import { readServedBy } from ${JSON.stringify(import.meta.resolve("../src/ready/served-by.ts"))};
    const [trace, root] = process.argv.slice(1);
    const served = readServedBy(trace, { runtime: "node", found: {} });
    console.log(JSON.stringify({ loaded: readTrace(trace, root), served }));`;
  const args = ["--input-type=module", "--max-old-space-size=300", "--eval", program, trace, root];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    timeout: 10_000,
    killSignal: "SIGKILL",
  });
  assert.equal(status, 0, stderr || "the trace is read for ever");
  return JSON.parse(stdout) as Read;
}

function folders(t: TestContext): { root: string; trace: string; fifo: string } {
  const folder = scratch(t);
  const root = join(folder, "root");
  mkdirSync(join(root, "package.json"), { recursive: true });
  writeFileSync(join(root, "app.js"), "app");
  const fifo = join(root, "fifo.js");
  execFileSync("mkfifo", [fifo, join(folder, "fifo")]);
  return { root, trace: join(folder, "trace"), fifo };
}

const unusable = /the list of the files that a server has loaded cannot be used/;
const posix = { skip: process.platform === "win32" && "needs mkfifo" };

test("only regular files that a trace names are read", posix, (t) => {
  const { root, trace, fifo } = folders(t);
  mkdirSync(join(root, "inner"));
  writeFileSync(join(root, "inner/b.js"), "b");
  execFileSync("mkfifo", [join(root, "inner/package.json")]);
  const names = [fifo, "/dev/zero", "/dev/tty", root, "/proc/kmsg", "/proc/self/mem", "inner/b.js"];
  const files = [join(root, "app.js"), join(root, "inner/b.js")];
  writeFileSync(trace, [...names, ...files].join("\n"));
  const { loaded } = read(trace, root);
  const own = loaded?.files.filter((file) => file.startsWith(root));
  assert.deepEqual(own, files);
});

test(
  "a trace that is a FIFO, or names more than a server loads, ends the comparison",
  posix,
  (t) => {
    const { root, trace } = folders(t);
    const fifo = join(trace, "../fifo");
    execFileSync("mkfifo", [`${fifo}.served`]);
    assert.throws(() => read(fifo, root), unusable);

    const huge = join(root, "huge.js");
    writeFileSync(huge, "");
    truncateSync(huge, 100e9);
    writeFileSync(trace, `${join(root, "app.js")}\n${huge}`);
    assert.throws(() => read(trace, root), unusable);

    writeFileSync(trace, Array.from({ length: 1e6 }, (_, i) => `${root}/${i}`).join("\n"));
    assert.throws(() => read(trace, root), unusable);
    writeFileSync(trace, "");
    truncateSync(trace, 100e9);
    assert.throws(() => read(trace, root), unusable);
  },
);

test("what a server has written in the runner's place is not believed", posix, (t) => {
  const { root, trace } = folders(t);
  writeFileSync(`${trace}.served`, '{"kind":"fetch","found":{"name":1}}');
  assert.equal(read(trace, root).served, null);
});
