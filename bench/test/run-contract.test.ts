import { duetsOnly } from "@deadheat/journal";
import { contract } from "../../packages/runner/test/contract.ts";
import { buildPlan } from "../src/plan/build.ts";
import { runnerPlan } from "../src/plan/runner-plan.ts";
import { discoverTargets } from "../src/targets/discover.ts";
import { runtimeVersions } from "../src/targets/tools.ts";
import { settings } from "./fixtures.ts";

const names = new Set(["hono/bun", "express/node", "fetch/bun", "node-http/node"]);
const all = discoverTargets(runtimeVersions());
const targets = all.filter(({ name }) => names.has(name));

contract("bench", (_, seed) => {
  const scenarios = ["text", "json"];
  const rounds = { cell: 3, bridge: 4, aa: 3 };
  const own = { ...settings, scenarios, rounds };
  const plan = buildPlan(targets, scenarios, rounds, own.load, seed, duetsOnly);
  const oha = { path: "", version: "" };
  const prepared = { all, targets, settings: own, oha, addresses: {} };
  const { participants, ...rest } = runnerPlan(plan, prepared);
  // Nothing is started: the responses are not checked either.
  const check = () => Promise.resolve([]);
  return Promise.resolve({ ...rest, participants: participants.map((one) => ({ ...one, check })) });
});
