import { existsSync, rmSync } from "node:fs";
import {
  failureOf,
  journalPath,
  openJournal,
  readContents,
  type JournalRecord,
  type RunRecord,
} from "@deadheat/journal";
import type { MissingCell } from "@deadheat/judge";
import { cellName, isMeasured, type RunFolder } from "@deadheat/runner";
import { describeGit, mergeContents, type Ran } from "deadheat/parts";
import { likeSections } from "../like/sections.ts";
import type { TargetPlan } from "../plan/build.ts";
import type { Prepared } from "../plan/prepare.ts";
import type { RunRequest } from "../plan/request.ts";
import { discoverRetired } from "../targets/discover.ts";
import { root, runsDirectory } from "../targets/project.ts";
import type { Collected, OwnJournal } from "./collected.ts";

/**
 * Writes the journals of a run of a fleet, one a target with a part for each machine, and merges them into its result.
 * @param lost the reasons why rounds are missing, by cell
 */
export async function finishFleet(
  { settings }: Pick<Prepared, "settings">,
  plan: TargetPlan,
  folder: RunFolder,
  request: RunRequest,
  collected: Collected,
  lost: ReadonlyMap<string, string>,
  seconds: number,
): Promise<Ran> {
  const paths = writeJournals(folder, plan, collected, lost);
  const contents = await readContents(paths);
  const { scenarios } = settings;
  const { like = null, margin } = request;
  const about = {
    profile: settings.profile,
    scenarios,
    git: describeGit(root),
    like,
    seconds,
    missing: missingIn(plan, collected, lost),
    runIds: new Set([folder.id]),
  };
  return mergeContents(contents, about, {
    out: folder.out,
    runs: runsDirectory,
    retired: discoverRetired(),
    sectionsOf: likeSections,
    ...(margin == null ? {} : { margin }),
  });
}

/** Writes `journal/<target>.jsonl` of each target. The order of results does not matter. @returns the paths */
export function writeJournals(
  { out }: Pick<RunFolder, "out">,
  plan: TargetPlan,
  { journals }: Pick<Collected, "journals">,
  lost: ReadonlyMap<string, string>,
): string[] {
  return plan.targets.flatMap((target) => {
    const own = journals.filter(([{ target: name }]) => name === target.name);
    if (own.length === 0) return [];
    const path = journalPath(out, target);
    if (existsSync(path)) rmSync(path);
    const journal = openJournal(path);
    for (const record of [...byMachine(own), endOf(target.name, own, lost)]) journal.append(record);
    journal.close();
    return [path];
  });
}

/** Returns the records of a target: a header for each machine, then its checks and measurements by time. */
function byMachine(journals: readonly OwnJournal[]): JournalRecord[] {
  const machines = [...Map.groupBy(journals, ([{ instance }]) => instance).values()];
  const parts = machines.map((own) => {
    const [header] = own.map(([run]) => run).toSorted(byStart) as [RunRecord];
    const records = own.flatMap(([, ...some]) => some);
    const checks = new Map(
      records.flatMap((one) => (one.type === "verify" ? [[one.scenario, one] as const] : [])),
    );
    const measured = records.filter((one) => one.type !== "verify").toSorted(byStart);
    return [header, ...checks.values(), ...measured];
  });
  return parts.toSorted(([a], [b]) => byStart(a!, b!)).flat();
}

function byStart(a: JournalRecord, b: JournalRecord): number {
  const [one, two] = [a, b].map((record) => ("startedAt" in record ? record.startedAt : ""));
  return one! < two! ? -1 : one === two ? 0 : 1;
}

function endOf(
  target: string,
  journals: readonly OwnJournal[],
  lost: ReadonlyMap<string, string>,
): JournalRecord {
  const records = journals.flatMap(([, ...some]) => some);
  const failed = records.map(failureOf).find((why) => why !== null) ?? null;
  const [, missing = null] = [...lost].find(([cell]) => cell.startsWith(`${target} `)) ?? [];
  const reason = failed ?? missing;
  const status = reason === null ? "ok" : "failed";
  return { type: "end", finishedAt: new Date().toISOString(), status, reason };
}

/** Returns the cells of the plan without any record, so that each cell is in the result. */
function missingIn(
  { cells, unsupported, targets }: TargetPlan,
  { journals }: Pick<Collected, "journals">,
  lost: ReadonlyMap<string, string>,
): MissingCell[] {
  const found = new Set(
    journals.flatMap(([{ target }, ...records]) =>
      records.flatMap((one) =>
        isMeasured(one) || failureOf(one) !== null ? [`${target} ${scenarioIn(one)}`] : [],
      ),
    ),
  );
  const there = new Set(journals.map(([{ target }]) => target));
  const of = (name: string, scenario: string) => {
    const target = targets.find((one) => one.name === name)!;
    const { framework, runtime, version } = target;
    return { target: name, framework, runtime, version: version ?? "not installed", scenario };
  };
  return [
    ...cells
      .filter((cell) => !found.has(cellName(cell)))
      .map(({ target, scenario }) => {
        const reason = lost.get(cellName({ target, scenario })) ?? "no machine has measured it";
        return { ...of(target, scenario), status: "failed" as const, reason };
      }),
    ...unsupported
      .filter(({ target }) => !there.has(target))
      .map(({ target, scenario, reason }) => {
        return { ...of(target, scenario), status: "unsupported" as const, reason };
      }),
  ];
}

function scenarioIn(record: JournalRecord): string {
  return "scenario" in record ? record.scenario : "";
}
