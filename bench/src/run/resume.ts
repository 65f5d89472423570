import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { UsageError, readContents, type RunRecord, type Settings } from "@deadheat/journal";
import type { Target } from "../targets/manifest.ts";
import { floorOf } from "../targets/floor.ts";
import { journalPath } from "../task/journal-path.ts";
import { gather } from "@deadheat/judge";
import type { Prepared } from "../plan/prepared.ts";
import type { OpenRun } from "deadheat/parts";
import { measuredIn, type Measured } from "./measured.ts";
import type { BegunRun } from "./plan-file.ts";
import { digestSources } from "../task/sources.ts";

/** @throws UsageError when this command, or a changed machine, would measure something else. */
export function refuseOther(begun: BegunRun, settings: Settings, targets: readonly string[]): void {
  const was: Record<string, unknown> = { ...begun.settings, targets: begun.targets };
  for (const [key, is] of Object.entries({ ...settings, targets })) {
    if (isDeepStrictEqual(was[key], is)) continue;
    throw new UsageError(
      `${begun.folder.out} cannot be resumed: ${key} was ${JSON.stringify(was[key])} and is now ` +
        `${JSON.stringify(is)}. Leave the options out, or start anew without --resume.`,
    );
  }
}

/**
 * What an interrupted attempt has left: by name, not by a clock that may have been set since.
 * @throws UsageError when it was measured from other sources: more blocks would not be of the same.
 */
export async function blocksBefore(
  { all, targets }: Prepared,
  folder: OpenRun,
): Promise<Set<string>> {
  const journals = targets.map((target) => journalPath(folder.out, target)).filter(existsSync);
  const gathered = gather(await readContents(journals));
  for (const { run: begun } of gathered.targets) refuseChanged(begun, all);
  return new Set(measuredIn(gathered).map(nameOf));
}

/** What no two records of a run have in common. */
export function nameOf(record: Measured): string {
  return [record.type, record.target, record.scenario, record.startedAt].join(" ");
}

function refuseChanged(
  { target: name, version, sources }: RunRecord,
  all: readonly Target[],
): void {
  const target = all.find((candidate) => candidate.name === name);
  if (!target) return;
  const floor = floorOf(target, all);
  const is = digestSources(target, floor);
  const conditions = [
    ["the harness (packages, bench/src/task)", sources.harness === is.harness],
    [`apps/${target.framework}`, sources.app === is.app],
    [`the floor ${floor.name}`, sources.floor === is.floor],
    [`the version of ${target.manifest.package}`, version === target.version],
  ] as const;
  const [what] = conditions.find(([, same]) => !same) ?? [];
  if (what === undefined) return;
  throw new UsageError(
    `${what} has changed since ${name} was measured: put it back to resume, or start anew without ` +
      "--resume. `pnpm bench merge <folder>` shows what is finished.",
  );
}
