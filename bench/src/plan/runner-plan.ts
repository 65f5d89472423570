import { settingsFor, type Plan as RunnerPlan } from "@deadheat/runner";
import type { Plan } from "./build.ts";
import type { Prepared } from "./prepared.ts";
import { named } from "../targets/floor.ts";
import { exchangeOf, participantOf } from "../task/participant.ts";

/** Returns the plan in the runner's form. Targets that cannot be measured at all are left out. */
export function runnerPlan(plan: Plan, prepared: Prepared): RunnerPlan {
  const { settings, addresses, part, all } = prepared;
  const settingsOf = (name: string) => settingsFor(settings, name, part);
  const around = { all, addresses, floorAnswers: new Map() };
  const participants = plan.targets
    .filter(({ version, unsupported }) => version !== null && unsupported === null)
    .map((target) => participantOf(target, settingsOf(target.name), around));
  return {
    seed: plan.seed,
    participants,
    named: (name) =>
      participants.find((one) => one.name === name) ??
      participantOf(named(name, all), settings, around),
    arranged: plan,
    settings,
    settingsOf,
    exchange: (scenario) => exchangeOf(scenario, addresses),
  };
}
