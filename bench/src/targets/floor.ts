import { UsageError, referenceOf } from "@deadheat/journal";
import type { Target } from "./manifest.ts";

/** Returns the target with this name. @throws UsageError if it is missing */
export function named(name: string, targets: readonly Target[]): Target {
  const found = targets.find((target) => target.name === name);
  if (!found) throw new UsageError(`the floor ${name} is missing from apps/`);
  return found;
}

/** Returns the floor of a target. The floor of a floor is node:http, which makes the bridge. */
export function floorOf(target: Target, targets: readonly Target[]): Target {
  return named(referenceOf(target), targets);
}
