import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { floor, round, testServing } from "../duet-round.ts";
import { right, server } from "../own-server.ts";

testServing("bun");
testServing("deno");

test("a server with child processes that escape the count voids the round", async (t) => {
  if (process.platform !== "linux") return t.skip("only Linux tells of processes");
  // Each child is killed after 0.8 s. Its own children live on without a parent.
  const besides = `import { spawn } from "node:child_process";
    const children = [];
    setInterval(() => {
      children.push(spawn("sh", ["-c", "timeout 2 yes > /dev/null & wait"]));
      if (children.length > 2) children.shift().kill("SIGKILL");
    }, 400);`;
  const record = await round({ new: server(t, right, besides), base: floor }, { seconds: 2.4 });
  assert.match(record.void ?? "not void", /^mine\/node: a process of the server is gone/);
});
