import { discoverRetired } from "../targets/retired.ts";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  UsageError,
  readContents,
  type RunRecord,
  publishableDocument,
  modesOf,
  type RecordedSettings,
  measures,
} from "@deadheat/journal";
import { merge, gather, RUN_MARGIN, type Result } from "@deadheat/judge";
import { likeSections } from "../like/sections.ts";
import { writeReports, absolute, newRunId } from "deadheat/parts";
import { amountOf, badLineWarnings, measuredIn } from "./measured.ts";
import { runsDirectory } from "../targets/project.ts";

/**
 * One result from the journals of several runs; a target's blocks are put together, with the run as the unit.
 *
 * @param margin of a dead heat, relative
 * @throws UsageError when they were not measured alike, naming the key, or when there are none.
 */
export async function mergeFolders(
  directories: readonly string[],
  out: string | null,
  margin = RUN_MARGIN,
): Promise<{ path: string; result: Result }> {
  const journals = directories.flatMap((directory) => {
    const folder = join(absolute(directory), "journal");
    if (!existsSync(folder)) throw new UsageError(`${folder}: there are no journals`);
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl") && name !== "compare.jsonl")
      .toSorted()
      .map((name) => join(folder, name));
  });
  const gathered = gather(await readContents(journals));
  const { targets, bad } = gathered;
  const [first] = targets;
  if (!first) {
    const why = bad.map((line) => `\n${line.where}: ${line.why}`).join("");
    throw new UsageError(`no journal holds a run: nothing to merge${why}`);
  }
  const runs = targets.map((target) => target.run);
  const scenarios = [...new Set(runs.flatMap((run) => run.settings.scenarios))];
  const modes = modesOfAll(runs);
  const id = newRunId();
  const result = merge({
    run: {
      id,
      startedAt: runs.map((run) => run.startedAt).toSorted()[0] ?? "",
      finishedAt: new Date().toISOString(),
      seed: first.run.seed,
      profile: "merged",
      git: null,
      measured: amountOf(measuredIn(gathered)),
      load: first.run.settings.load,
      ...modes,
    },
    settings: {
      ...first.run.settings,
      ...modes,
      scenarios,
      services: servicesOfAll(runs),
    },
    margin,
    targets,
    missing: [],
    currentRunId: null,
    retired: discoverRetired(),
    warnings: badLineWarnings(bad),
  });
  const folder = out === null ? join(runsDirectory, id) : absolute(out);
  mkdirSync(folder, { recursive: true });
  const shown = publishableDocument(result);
  return { path: writeReports(folder, shown, likeSections(shown)), result: shown };
}

/** Runs of different measures together have all of them. */
function modesOfAll(
  runs: readonly RunRecord[],
): Pick<RecordedSettings, "measure" | "sweep" | "latency"> {
  const modes = runs.map((run) => modesOf(run.settings));
  return {
    measure: measures.filter((name) => modes.some(({ measure }) => measure.includes(name))),
    sweep: modes.find(({ sweep }) => sweep !== null)?.sweep ?? null,
    latency: modes.find(({ latency }) => latency !== null)?.latency ?? null,
  };
}

/** The services of all; journals that used one have used the same (conditions.ts). */
function servicesOfAll(runs: readonly RunRecord[]): RecordedSettings["services"] {
  const all = runs.flatMap(({ settings }) => settings.services ?? []);
  if (all.length === 0) return undefined;
  return {
    running: Object.assign({}, ...all.map(({ running }) => running)),
    missing: Object.assign({}, ...all.map(({ missing }) => missing)),
    clients: Object.assign({}, ...all.map(({ clients }) => clients)),
  };
}
