import { isDeepStrictEqual } from "node:util";
import { referenceOf, UsageError, type JournalRecord, type Settings } from "@deadheat/journal";
import type { BegunRun } from "./begun.ts";
import type { Participant, Plan } from "./plan.ts";

/** @throws UsageError if this command, or a changed machine, would measure something else than the interrupted run */
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
        `${JSON.stringify(is)}. Leave the options out, or start anew without --resume.`,
    );
  }
}

/** @throws UsageError if a participant's sources have changed since: more blocks would not be of the same server */
export function refuseChanged(
  participant: Participant,
  plan: Pick<Plan, "named">,
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
    `${what} has changed since ${name} was measured: put it back to resume, or start anew without --resume.`,
  );
}
