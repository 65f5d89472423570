import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "./errors.ts";
import { merge } from "./merge.ts";
import { poolJournals } from "./pool.ts";
import { writeReports } from "./report/write.ts";
import type { Result } from "./result.ts";
import { absolute, newRunId } from "./run-folder.ts";
import { runsDirectory } from "./project.ts";

/**
 * One result from the journals of several runs; a target's blocks are pooled.
 * @throws UsageError when they were not measured alike, naming the key, or when there are none.
 */
export async function mergeFolders(
  directories: readonly string[],
  out: string | null,
): Promise<{ path: string; result: Result }> {
  const journals = directories.flatMap((directory) => {
    const folder = join(absolute(directory), "journal");
    if (!existsSync(folder)) throw new UsageError(`${folder}: there are no journals`);
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl") && name !== "compare.jsonl")
      .toSorted()
      .map((name) => join(folder, name));
  });
  const pool = await poolJournals(journals);
  const [first] = pool.targets;
  if (!first) throw new UsageError("no journal holds a run: nothing to merge");
  const blocks = pool.targets.flatMap((target) => target.blocks);
  const runs = pool.targets.map((target) => target.run);
  const scenarios = [...new Set(runs.flatMap((run) => run.settings.scenarios))];
  const id = newRunId();
  const result = merge({
    run: {
      id,
      startedAt: runs.map((run) => run.startedAt).toSorted()[0] ?? "",
      finishedAt: new Date().toISOString(),
      seed: first.run.seed,
      profile: "merged",
      git: null,
      measured: {
        blocks: blocks.length,
        seconds: blocks.reduce((sum, block) => sum + block.seconds.total, 0),
        underLoadSeconds: blocks.reduce((sum, block) => sum + block.seconds.load, 0),
        underLoadShare:
          blocks.reduce((sum, block) => sum + block.seconds.load, 0) /
          blocks.reduce((sum, block) => sum + block.seconds.total, 0),
      },
      load: first.run.settings.load,
    },
    settings: { ...first.run.settings, scenarios },
    targets: pool.targets,
    missing: [],
    currentRunId: null,
    warnings: pool.bad.map(({ where, why }) => ({ code: "bad-line", message: `${where}: ${why}` })),
  });
  const folder = out === null ? join(runsDirectory, id) : absolute(out);
  mkdirSync(folder, { recursive: true });
  return { path: writeReports(folder, result), result };
}
