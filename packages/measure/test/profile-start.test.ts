import assert from "node:assert/strict";
import { test } from "node:test";
import { profileStart } from "../src/index.ts";
import { testLivingObjects } from "./profiled-memory.ts";
import { benchOf, entrant, exchange, firstRound, ourProcesses, samplesOf } from "./servers.ts";

const bench = () => benchOf(200, { windowSeconds: 0.3, connections: 10 });

for (const runtime of ["node", "bun", "deno"] as const) {
  test(`the start of a server on ${runtime} is profiled from its first module to its first response`, async () => {
    const before = `function slow() { let x = 0; for (let i = 0; i < 4e8; i++) x = (x + i) | 0; return x; }
      slow();`;
    const next = entrant(runtime, "new", { before });
    const base = entrant(runtime, "base");
    const [round, servers] = [firstRound(next, base), { new: next, base }];
    const { sides, void: reason } = await profileStart(round, servers, exchange, await bench());
    assert.equal(reason, null);
    for (const which of ["new", "base"] as const) {
      const { seconds, plainSeconds, threads } = sides![which];
      const [{ profile, began }] = threads as [(typeof threads)[0]];
      assert.ok(plainSeconds > 0 && began.boot + began.own < seconds, JSON.stringify(began));
      const slow = samplesOf(profile, "slow");
      assert.equal(slow > 20, which === "new", `${slow} samples in slow`);
    }
    assert.ok(sides!.new.seconds > sides!.base.seconds);
    assert.deepEqual(ourProcesses(), []);
  });
}

testLivingObjects("node");
