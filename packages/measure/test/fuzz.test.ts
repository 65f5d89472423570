// A server prints its readiness itself, and may print anything.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fuzz, jsonLike } from "../../journal/test/fuzzing.ts";
import { checkReadiness, LaunchError } from "../src/server/ready.ts";

const ready = { deadheat: "ready", port: 43_117, pid: 812, runtime: "node", version: "26.10.0" };

test("the readiness line of a server, with any value in any place", () =>
  fuzz(jsonLike([ready]), {
    refusals: [LaunchError],
    parse: (line) => checkReadiness(line, { runtime: "node" }),
    check: ({ port, pid, runtime }) => {
      assert.ok(Number.isInteger(port) && port >= 1 && port <= 65_535);
      assert.ok(Number.isSafeInteger(pid) && pid >= 1);
      assert.equal(runtime, "node");
    },
  }));
