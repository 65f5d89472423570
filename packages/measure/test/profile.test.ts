import assert from "node:assert/strict";
import { connect } from "node:net";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { CpuProfile, FileRuntime } from "@deadheat/journal";
import { runProfiledDuet, type Entrant, type ProfiledDuet } from "../src/index.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import { openChannel, ChannelError } from "../src/channel/channel.ts";
import { intervalsOf } from "../src/profile/profiled-duet.ts";
import {
  benchOf,
  entrant,
  exchange,
  firstRound,
  ourProcesses,
  programs,
  samplesOf,
} from "./servers.ts";

/** Returns a server that spins a little in `work` for every response. */
const spinning = (
  runtime: FileRuntime,
  name: string,
  { before = "", ...rest }: { before?: string; command?: readonly string[] } = {},
) =>
  entrant(runtime, name, {
    before: `let sink = 0;
    function work() { for (let i = 0; i < 20_000; i++) sink = (Math.imul(sink, 1664525) + i) | 0; }
    ${before}`,
    onRequest: "work();",
    ...rest,
  });

async function round(next: Entrant, base: Entrant): Promise<ProfiledDuet> {
  const bench = await benchOf(500, { windowSeconds: 0.6, connections: 10 });
  return runProfiledDuet(firstRound(next, base), { new: next, base }, exchange, bench);
}

const namesIn = ({ nodes }: CpuProfile) =>
  nodes.map(({ callFrame }) => callFrame.functionName).join();

for (const runtime of ["node", "bun", "deno"] as const) {
  test(`a profiled round on ${runtime} has the profiles and the CPU time of both servers`, async () => {
    // The new server ignores SIGTERM, because the profile is taken while it lives.
    const before = runtime === "node" ? `process.on("SIGTERM", () => {});` : "";
    const { sides, void: reason } = await round(
      spinning(runtime, "new", { before }),
      spinning(runtime, "base"),
    );
    assert.equal(reason, null);
    for (const side of [sides!.new, sides!.base]) {
      assert.equal(side.threads.length, 1);
      const { profile } = side.threads[0]!;
      // The compilers inline this function; it must have its name all the same.
      const work = samplesOf(profile, "work");
      assert.ok(work > 50, `${work} of ${profile.samples.length} samples: ${namesIn(profile)}`);
      assert.ok(side.good > 100 && side.cpuSeconds > 0.05 && side.helperSeconds >= 0);
      assert.ok(side.plain.good > 50 && side.plain.cpuSeconds > 0.02);
      if (process.platform === "linux") assert.ok(side.samplerSeconds > 0);
    }
    assert.deepEqual(ourProcesses(), []);
  });
}

test("each worker of a cluster gives a profile of its own", async (t) => {
  const before = `import cluster from "node:cluster";
    if (cluster.isPrimary) { cluster.fork(); cluster.fork(); } else setTimeout(() => serve());`;
  const inline = spinning("node", "new", { before });
  const file = join(temporaryFolder(t), "server.mjs");
  writeFileSync(file, inline.command.at(-1) ?? "");
  const clustered = { ...inline, command: [process.execPath, file] };
  const { sides, void: reason } = await round(clustered, spinning("node", "base"));
  assert.equal(reason, null);
  const { threads } = sides!.new;
  assert.equal(new Set(threads.map(({ pid }) => pid)).size, 3, "the primary and two workers");
  const busy = threads.filter(({ profile }) => samplesOf(profile, "work") > 10);
  assert.equal(busy.length, 2);
});

test("a server that exits in the profiled window voids the round, with its last words", async () => {
  const before = `setInterval(() => {
    if (globalThis.profiled) { console.error("no more"); process.exit(7); }
  }, 200);
  import { Session } from "node:inspector";
  const post = Session.prototype.post;
  Session.prototype.post = function (method, ...rest) {
    if (method === "Profiler.start") globalThis.profiled = true;
    return post.call(this, method, ...rest);
  };`;
  const { sides, void: reason } = await round(
    spinning("node", "new", { before }),
    spinning("node", "base"),
  );
  assert.equal(sides, null);
  assert.match(reason ?? "", /^new\/node: .*(exited with code 7|ended before it answered)/s);
  assert.deepEqual(ourProcesses(), []);
});

test("a program that passes no environment on cannot be profiled, and the reason says so", async () => {
  const command = ["env", "-u", "NODE_OPTIONS", ...programs.node];
  const { void: reason } = await round(
    spinning("node", "new", { command }),
    spinning("node", "base"),
  );
  assert.match(reason ?? "", /^new\/node: no process of the server can be profiled.*Bun 1\.4/);
});

test("a channel reads only whole messages of its own kind, and ends with its run", async (t) => {
  const folder = temporaryFolder(t);
  const channel = await openChannel(folder, "new");
  await assert.rejects(channel.start(500), ChannelError);
  const socket = connect(join(folder, "new"));
  socket.write(`{"kind":"hello","pid":1}\n`);
  socket.on("data", () => socket.write(`{"kind":"profile","profile":{"nodes":"none"}}\n`));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await assert.rejects(channel.start(500), /an unknown message/);
  channel.close();
  await new Promise((resolve) => socket.on("close", resolve));
  assert.equal(existsSync(join(folder, "new")), false);
});

test("the rounds of an explanation are sampled at intervals that spread over the whole range", () => {
  const intervals = Array.from({ length: 8 }, (_, i) => intervalsOf(i + 1));
  const sorted = intervals.map(([first]) => first).toSorted((a, b) => a - b);
  assert.ok((sorted[0] as number) >= 425 && (sorted.at(-1) as number) <= 575, `${sorted}`);
  for (const [i, one] of sorted.slice(1).entries()) {
    const gap = one - (sorted[i] as number);
    assert.ok(gap >= 5 && gap <= 40, `${gap} us between two of 8 rounds`);
  }
  for (const [first, other] of intervals) assert.notEqual(first, other);
});
