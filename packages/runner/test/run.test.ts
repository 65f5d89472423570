import { duetsOnly, floors, referenceOf } from "@deadheat/journal";
import { arrange, type Participant, type RunPlan } from "../src/index.ts";
import { settings } from "../../journal/test/records.ts";
import { contract } from "./contract.ts";

const sources = { harness: "harness", floor: "floor", app: "app" };

function participant(name: string): Participant {
  const [framework, runtime] = name.split("/") as [string, Participant["runtime"]];
  return {
    name,
    framework,
    runtime,
    version: "1.2.3",
    sources,
    place: `apps/${framework}`,
    unsupported: () => null,
    check: () => Promise.resolve([]),
    entrant: () => Promise.reject(new Error("nothing is started")),
  };
}

function planOf(seed: number): RunPlan {
  const names = ["hono/bun", "koa/node", floors.bun, floors.node];
  const participants = names.map(participant);
  const rounds = { cell: 4, bridge: 5, aa: 4 };
  const scenarios = ["text", "json"];
  const { load } = settings;
  return {
    seed,
    participants,
    named: (name) =>
      participants.find((one) => one.name === name) ??
      participant(referenceOf({ name, runtime: "node" })),
    arranged: arrange(participants, { scenarios, rounds, modes: duetsOnly, load }),
    settings: { ...settings, scenarios, rounds },
    settingsOf: () => ({ ...settings, scenarios, rounds }),
    exchange: () => Promise.reject(new Error("nothing is asked")),
  };
}

contract("a plan", (_, seed) => Promise.resolve(planOf(seed)));
