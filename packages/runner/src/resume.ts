import { isDeepStrictEqual } from "node:util";
import { referenceOf, UsageError, type JournalRecord, type Settings } from "@deadheat/journal";
import type { BegunRun } from "./begun.ts";
import type { Participant, RunPlan } from "./plan.ts";

/** @throws UsageError if the settings or targets differ from those of the interrupted run */
export function refuseOther(
  { folder, ...begun }: Pick<BegunRun, "folder" | "settings" | "targets">,
  settings: Settings,
  targets: readonly string[],
): void {
  const was: Record<string, unknown> = { ...begun.settings, targets: begun.targets };
  for (const [key, is] of Object.entries({ ...settings, targets })) {
    if (isDeepStrictEqual(was[key], is)) continue;
    throw new UsageError(
      `${folder.out} cannot be resumed: ${key} was ${JSON.stringify(was[key])} and is now ` +
        `${JSON.stringify(is)}. Leave out the options that differ, or start a new run without --resume.`,
    );
  }
}

/** @throws UsageError if a participant's code or reference has changed since the interruption */
export function refuseChanged(
  participant: Participant,
  plan: Pick<RunPlan, "named">,
  records: readonly JournalRecord[],
): void {
  const begun = records.findLast((record) => record.type === "run");
  if (begun === undefined) return;
  const { name, sources, version, place } = participant;
  const floor = plan.named(referenceOf(participant));
  const conditions = [
    ["the code that measures", begun.sources.harness === sources.harness],
    [place, begun.sources.app === sources.app],
    [`the floor ${floor.name}`, begun.sources.floor === sources.floor],
    [`the version of ${place}`, begun.version === version],
  ] as const;
  const [what] = conditions.find(([, same]) => !same) ?? [];
  if (what === undefined) return;
  throw new UsageError(
    `${what} has changed since ${name} was measured. Undo the change to resume, or start a new run without --resume.`,
  );
}
