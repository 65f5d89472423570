import { join } from "node:path";
import { duetsOnly, type Runtime } from "@deadheat/journal";
import { describeMachine, type Exchange } from "@deadheat/measure";
import { contract } from "../../runner/test/contract.ts";
import { settings } from "../../journal/test/records.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import { floorsOf } from "../src/run/floor.ts";
import { planOf } from "../src/run/plan.ts";
import type { Running, RunTarget } from "../src/run/running.ts";

const exchange: Exchange = {
  request: { method: "GET", path: "/", headers: {}, body: null },
  response: { status: 200, mediaType: "text/plain", body: "Hello!" },
};

function target(label: string, runtime: Runtime): RunTarget {
  return {
    name: `${label}/${runtime}`,
    framework: label,
    runtime,
    version: "1.0.0",
    runtimeVersion: "1.2.3",
    program: "nothing",
    content: label,
    known: true,
    entrant: () => {
      throw new Error("nothing is started");
    },
  };
}

contract("deadheat run", async (t, seed) => {
  const out = join(temporaryFolder(t), "floors");
  const running: Running = {
    targets: [target("one", "node"), target("two", "bun"), target("three", "node")],
    requests: ["GET /", "GET /b"].map((name) => ({ name, exchange })),
    load: settings.load,
    modes: duetsOnly,
    budgetSeconds: null,
    rounds: 3,
    until: null,
    margin: 0.05,
    seed: null,
    folder: { id: "run-1", out, startedAt: "2026-11-24T10:00:00.000Z" },
    begun: null,
    request: {},
    cache: "use",
    env: {},
    git: null,
  };
  const testbed = {
    machine: describeMachine(),
    oha: { path: "", version: "1.16.0", sha256: "aa", source: "PATH" as const },
    isolation: { mode: "none", reason: null } as const,
  };
  return Promise.resolve(planOf(running, floorsOf(running), seed, testbed));
});
