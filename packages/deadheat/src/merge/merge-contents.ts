import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  UsageError,
  measures,
  readContents,
  publishableDocument,
  type Contents,
  type Settings,
  type RunRecord,
  type Warning,
} from "@deadheat/journal";
import {
  badLineWarnings,
  gather,
  merge,
  RUN_MARGIN,
  type Cell,
  type MergeInput,
  type MissingCell,
  type Result,
} from "@deadheat/judge";
import type { Section } from "@deadheat/report";
import { amountOf, cellName, measuredIn, recordsIn } from "@deadheat/runner";
import { absolute, newRunId } from "../folder/run-folder.ts";
import { writeReports } from "../folder/report.ts";
import type { Ran } from "../run/run.ts";

/** The facts of a merged result that its journals do not hold. */
export interface About {
  readonly profile: string;
  /** The scenarios in the order of the result; unless given, those of all journals. */
  readonly scenarios?: readonly string[];
  readonly git?: Result["run"]["git"];
  readonly like?: string | null;
  /** The seconds that all machines together took; unless given, the sum of the records. */
  readonly seconds?: number;
  readonly missing?: readonly MissingCell[];
  readonly shards?: Result["shards"];
  /** The runs that measured; journals of other runs were replayed. Unless given, all runs measured. */
  readonly runIds?: ReadonlySet<string>;
  readonly warnings?: readonly Warning[];
}

export interface MergeOptions {
  /** The folder of the result; null for a new one below `runs`. */
  readonly out: string | null;
  readonly runs: string;
  readonly margin?: number | undefined;
  readonly retired?: MergeInput["retired"];
  readonly sectionsOf?: (result: Result) => readonly Section[];
}

/**
 * Makes one result from the journals of several runs. The rounds of a target are pooled, with the run as the unit.
 * @throws UsageError if there are no journals, or if a setting differs between them; the message names the setting
 */
export async function mergeFolders(
  directories: readonly string[],
  wanted: MergeOptions,
): Promise<Ran> {
  const journals = directories.flatMap((directory) => {
    const folder = join(absolute(directory), "journal");
    if (!existsSync(folder)) {
      throw new UsageError(`${folder} does not exist. Give the folder of a run`);
    }
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl") && name !== "compare.jsonl")
      .toSorted()
      .map((name) => join(folder, name));
  });
  return mergeContents(await readContents(journals), { profile: "merged" }, wanted);
}

/**
 * Makes one result from the journals of several runs or machines.
 * @throws UsageError if there are no journals, or if a setting differs between them; the message names the setting
 */
export function mergeContents(contents: Contents, about: About, wanted: MergeOptions): Ran {
  const gathered = gather(contents);
  const { targets, bad } = gathered;
  const [first] = targets;
  if (!first) {
    const why = bad.map((line) => `\n${line.where}: ${line.why}`).join("");
    throw new UsageError(`There is nothing to merge: no journal has a run${why}`);
  }
  const runs = targets.map((target) => target.run);
  const { runIds } = about;
  const measured = runIds
    ? contents.journals.filter(({ run }) => runIds.has(run.runId)).flatMap(recordsIn)
    : measuredIn(gathered);
  const scenarios = [
    ...(about.scenarios ?? new Set(runs.flatMap((run) => run.settings.scenarios))),
  ];
  const modes = modesOfAll(runs);
  const id = newRunId();
  const result = merge({
    run: {
      id,
      startedAt: runs.map((run) => run.startedAt).toSorted()[0] ?? "",
      finishedAt: new Date().toISOString(),
      seed: first.run.seed,
      profile: about.profile,
      git: about.git ?? null,
      measured: amountOf(measured, about.seconds),
      load: first.run.settings.load,
      ...(about.like ? { like: about.like } : {}),
      ...modes,
    },
    settings: {
      ...first.run.settings,
      ...modes,
      scenarios,
      services: servicesOfAll(runs),
    },
    margin: wanted.margin ?? RUN_MARGIN,
    targets,
    missing: about.missing ?? [],
    currentRunId: null,
    ...(about.shards ? { shards: about.shards } : {}),
    ...(wanted.retired && { retired: wanted.retired }),
    warnings: [...(about.warnings ?? []), ...badLineWarnings(bad)],
  });
  const folder = wanted.out === null ? join(wanted.runs, id) : absolute(wanted.out);
  mkdirSync(folder, { recursive: true });
  const cells = runIds ? withReplays(result.cells, contents, runIds) : result.cells;
  const shown = publishableDocument({ ...result, cells });
  return { path: writeReports(folder, shown, wanted.sectionsOf?.(shown)), result: shown };
}

/** Marks the cells that no shard measured itself with the run and the machine that did. */
function withReplays(
  cells: readonly Cell[],
  { journals }: Contents,
  runIds: ReadonlySet<string>,
): Cell[] {
  const measured = new Map<string, RunRecord[]>();
  for (const journal of journals) {
    const { run } = journal;
    for (const scenario of new Set(recordsIn(journal).map((record) => record.scenario))) {
      const name = cellName({ target: run.target, scenario });
      measured.set(name, [...(measured.get(name) ?? []), run]);
    }
  }
  return cells.map((cell) => {
    const runs = measured.get(cellName(cell)) ?? [];
    const latest = runs.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1)).at(-1);
    if (!latest || runs.some(({ runId }) => runIds.has(runId))) return cell;
    const { runId, startedAt, instance } = latest;
    const whose = instance === undefined ? {} : { instance };
    return { ...cell, replayedFrom: { run: runId, startedAt, ...whose } };
  });
}

function modesOfAll(
  runs: readonly RunRecord[],
): Pick<Settings, "measure" | "sweep" | "latency" | "cost"> {
  const modes = runs.map((run) => run.settings);
  return {
    measure: measures.filter((name) => modes.some(({ measure }) => measure.includes(name))),
    sweep: modes.find(({ sweep }) => sweep !== null)?.sweep ?? null,
    latency: modes.find(({ latency }) => latency !== null)?.latency ?? null,
    cost: modes.find(({ cost }) => cost !== null)?.cost ?? null,
  };
}

/** Returns the services of all runs. Journals that used a service used the same version of it (conditions.ts). */
function servicesOfAll(runs: readonly RunRecord[]): Settings["services"] {
  const all = runs.flatMap(({ settings }) => settings.services ?? []);
  if (all.length === 0) return undefined;
  return {
    running: Object.assign({}, ...all.map(({ running }) => running)),
    missing: Object.assign({}, ...all.map(({ missing }) => missing)),
    clients: Object.assign({}, ...all.map(({ clients }) => clients)),
  };
}
