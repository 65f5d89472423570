import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import type { HeapNode } from "@deadheat/journal";
import { profileGrowth, profileMemory, profileStart } from "../src/index.ts";
import { benchOf, entrant, exchange, firstRound, ourProcesses } from "./servers.ts";

const bench = () => benchOf(200, { windowSeconds: 0.3, connections: 10 });

for (const runtime of ["node", "bun", "deno"] as const) {
  test(`the start of a server on ${runtime} is profiled from its first module to its first response`, async () => {
    const before = `function slow() { let x = 0; for (let i = 0; i < 1e8; i++) x = (x + i) | 0; return x; }
      slow();`;
    const next = entrant(runtime, "new", { before });
    const base = entrant(runtime, "base");
    const { sides, void: reason } = await profileStart(
      firstRound(next, base),
      { new: next, base },
      exchange,
      await bench(),
    );
    assert.equal(reason, null);
    for (const which of ["new", "base"] as const) {
      const { seconds, plainSeconds, threads } = sides![which];
      const [{ profile, began }] = threads as [(typeof threads)[0]];
      assert.ok(plainSeconds > 0 && began.boot + began.own < seconds, JSON.stringify(began));
      const ids = new Set(
        profile.nodes.flatMap(({ id, callFrame }) =>
          callFrame.functionName === "slow" ? [id] : [],
        ),
      );
      const slow = profile.samples.filter((sample) => ids.has(sample)).length;
      assert.equal(slow > 20, which === "new", `${slow} samples in slow`);
    }
    assert.ok(sides!.new.seconds > sides!.base.seconds);
    assert.deepEqual(ourProcesses(), []);
  });
}

/** Returns the bytes that functions of this name hold. */
function bytesOf(name: string, { callFrame, selfSize, children }: HeapNode): number {
  const own = callFrame.functionName === name ? selfSize : 0;
  return children.reduce((sum, child) => sum + bytesOf(name, child), own);
}

for (const runtime of ["node", "deno"] as const) {
  test(`the objects that live on ${runtime} are found by the function that allocated them`, async (t) => {
    if (process.platform !== "linux") return t.skip("resident memory is read on Linux");
    const before = `globalThis.kept = [];
      function keep(n) { for (let i = 0; i < n; i++) kept.push({ i, x: [i] }); }
      function drop() { for (let i = 0; i < 1e5; i++) ({ i, x: [i] }).x.pop(); }
      keep(1e5); drop();`;
    const next = entrant(runtime, "new", { before, onRequest: "keep(1);" });
    const servers = { new: next, base: entrant(runtime, "base") };
    const round = firstRound(next, servers.base);
    const { sides, void: reason } = await profileMemory(round, servers, exchange, await bench());
    assert.equal(reason, null);
    const { heap, resident } = sides!.new;
    const held = bytesOf("keep", heap.profiles[0]!.head);
    assert.ok(held > 5e6 && held < 2e7 && held < heap.live && heap.live < resident, `${held}`);
    assert.ok(bytesOf("drop", heap.profiles[0]!.head) < held / 20);
    const { sides: grown } = await profileGrowth(round, servers, exchange, await bench());
    const { before: first, after, good } = grown!.new;
    const more = [after, first].map(({ profiles }) => bytesOf("keep", profiles[0]!.head));
    const each = ((more[0] as number) - (more[1] as number)) / good;
    assert.ok(each > 30 && each < 200, `${each} bytes a response`);
    assert.deepEqual(ourProcesses(), []);
  });
}
