import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { addonsOf } from "../../src/run/two-targets.ts";
import { comparedSchema, type Compared, type Comparison } from "@deadheat/judge";
import * as v from "valibot";
import type { Target } from "../../src/targets/manifest.ts";
import { choosePinning, pinOurselves } from "@deadheat/measure";
import { createApps, serverThat } from "../broken-apps.ts";
import { deadheat, start } from "../command.ts";
import { temporaryFolder } from "../fixtures.ts";
import { until as reached } from "../../../packages/measure/test/processes.ts";
import { warningWords } from "@deadheat/report/words";

test("the warnings name the addons of both targets, a common addon once", () => {
  const addon = (reason: string) => ({
    addon: {
      package: "x",
      original: "/x",
      sha256: "aa",
      copy: { path: "/y", sha256: "bb", glibc: "2.36", reason },
    },
  });
  const none = { addon: null };
  const reasons = (a: Pick<Target, "addon">, b: Pick<Target, "addon">) =>
    addonsOf(a, b).map(warningWords);
  assert.deepEqual(reasons(none, addon("b's")), ["b's"]);
  assert.deepEqual(reasons(addon("a's"), addon("b's")), ["a's", "b's"]);
  assert.deepEqual(reasons(addon("one"), addon("one")), ["one"]);
  assert.deepEqual(reasons(none, none), []);
});

const short = ["--warmup", "500", "--window", "0.4s"];
createApps({
  "zz-right": { source: serverThat("") },
  "zz-fails": { source: serverThat("if (count > 200) return void res.writeHead(500).end();") },
});

test("an interrupted comparison exits with 130 and does not suggest --resume", async (t) => {
  const pair = ["node-http/node", "node-http/node", "--rounds", "9", ...short];
  const running = start(["compare", ...pair, "--out", join(temporaryFolder(t), "run")]);
  t.after(() => running.child.kill("SIGKILL"));
  await reached(() => running.stderr().includes("[1/9]"), running.stderr);
  running.child.kill("SIGINT");
  const { code, stdout, stderr } = await running.finished;
  assert.equal(code, 130);
  assert.equal(stdout, "");
  assert.match(stderr, /^deadheat: interrupted$/m);
  assert.doesNotMatch(stderr, /--resume/);
});

test("if one of the two cannot be measured, the exit code is 3 and there is a reason but no metric", async (t) => {
  const out = join(temporaryFolder(t), "run");
  const pair = ["zz-right/node", "zz-fails/node", "--rounds", "2", ...short];
  const { code, stdout, stderr } = await deadheat("compare", ...pair, "--out", out);
  assert.equal(code, 3, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, /^deadheat: zz-fails\/node: .*500/m);
});

/** Returns the CPUs that the threads of a process may use. */
function allowedCpus(pid: number | "self"): string[] {
  const lists = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8");
    return /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? "";
  });
  return [...new Set(lists)];
}

const pinning = choosePinning();
const skip = pinning.mode === "none" ? "nothing is pinned here" : false;

test(
  "every thread of a comparison stays on the generators' CPUs, and the document has both versions",
  { skip },
  async (t) => {
    const pair = ["node-http/node", "express/node", "--rounds", "2", "--json", ...short];
    const running = start(["compare", ...pair, "--out", join(temporaryFolder(t), "run")]);
    t.after(() => running.child.kill("SIGKILL"));
    await reached(() => running.stderr().includes("[1/2]"), running.stderr);
    const floor = [pinning.generators.join(",")];
    assert.deepEqual(allowedCpus(running.child.pid ?? 0), floor);
    const { code, stdout, stderr } = await running.finished;
    assert.equal(code, 0, stderr);
    const document = JSON.parse(stdout) as Compared;
    assert.deepEqual(v.parse(comparedSchema, document), document);
    const [{ versions, margin }] = document.comparisons as [Comparison];
    const runtime = { runtimeName: "node", runtime: process.versions.node };
    assert.deepEqual(versions.base, { framework: null, ...runtime });
    assert.match(versions.new.framework ?? "", /^\d+\.\d+\.\d+/);
    assert.equal(margin, 0.02);
  },
);

test("unpinning restores the CPUs of every thread", { skip }, () => {
  const before = allowedCpus("self");
  const unpin = pinOurselves(pinning);
  assert.deepEqual(allowedCpus("self"), [pinning.generators.join(",")]);
  unpin();
  assert.deepEqual(allowedCpus("self"), before);
});
