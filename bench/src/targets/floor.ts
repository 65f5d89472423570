import { UsageError, referenceOf } from "@deadheat/journal";
import type { Target } from "./manifest.ts";

/** The one of this name. @throws UsageError when it is none of them. */
export function named(name: string, targets: readonly Target[]): Target {
  const found = targets.find((target) => target.name === name);
  if (!found) throw new UsageError(`the floor ${name} is missing from apps/`);
  return found;
}

/** A floor itself is measured against node:http: the bridge. */
export function floorOf(target: Target, targets: readonly Target[]): Target {
  return named(referenceOf(target), targets);
}
