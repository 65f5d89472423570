import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { UsageError } from "./errors.ts";
import type { Target } from "./manifest.ts";
import { floorOf, journalPath } from "./measure/task.ts";
import { readContents } from "./contents.ts";
import { gather } from "./pool.ts";
import type { Prepared } from "./prepare.ts";
import type { BlockRecord, OpenLoopRecord, RunRecord, SweepRecord } from "./record.ts";
import type { OpenRun } from "./run-folder.ts";
import type { BegunRun } from "./plan-file.ts";
import type { Settings } from "./settings.ts";
import { digestSources } from "./sources.ts";

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
  const { targets: pooled } = gather(await readContents(journals));
  for (const { run: begun } of pooled) refuseChanged(begun, all);
  return new Set(
    pooled.flatMap(({ blocks, sweeps, openLoops }) =>
      [...blocks, ...sweeps, ...openLoops].map(nameOf),
    ),
  );
}

/** What no two records of a run have in common. */
export function nameOf(record: BlockRecord | SweepRecord | OpenLoopRecord): string {
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
    ["the harness (bench/src/measure, packages)", sources.harness === is.harness],
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
