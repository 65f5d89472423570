import { settingsFor, type OwnPart, type RunPlan } from "@deadheat/runner";
import { exchangeOf, participantOf } from "../cells/participant.ts";
import { named } from "../targets/discover.ts";
import type { TargetPlan } from "./build.ts";
import type { Prepared } from "./prepare.ts";

/**
 * Returns the plan in the runner's form. Targets that cannot be measured at all are left out.
 * @param part the part that this machine measures; null if the run has no shards
 */
export function runnerPlan(
  plan: TargetPlan,
  { settings, addresses, all }: Prepared,
  part: OwnPart | null = null,
): RunPlan {
  const settingsOf = (name: string) => settingsFor(settings, name, part);
  const around = { all, addresses, floorResponses: new Map() };
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
