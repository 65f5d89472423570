import { UsageError } from "@deadheat/journal";
import { exitCodeOf, mergeBlobs, mergeFolders, type ClassResult } from "deadheat/parts";
import { likeSections } from "../like/sections.ts";
import { runsDirectory } from "../targets/project.ts";
import { discoverRetired } from "../targets/discover.ts";
import { renderWritten, withOwnOptions, type AddCommand } from "./shared.ts";

export const addMerge: AddCommand = (deadheat, { io, answer, finish }) => {
  const command = deadheat
    .command("merge")
    .description("combine runs of one machine with the same settings, or the shards of one run")
    .argument("[dirs...]", "folders of runs")
    .option("--blobs <dir>", "folder with the files of the shards of one run")
    .option(
      "--partial",
      "with --blobs: merge even if shards are missing, and leave their rows empty",
    )
    .option("--across-classes", "with --blobs: make a separate ranking for each class of machines");
  withOwnOptions(command, ["margin", "out", "json"]).action(
    async (directories: string[], options) => {
      const { blobs, partial = false, acrossClasses = false, out = null, margin } = options;
      const retired = discoverRetired();
      const common = { out, margin, runs: runsDirectory, retired, sectionsOf: likeSections };
      if (directories.length > 0 === (blobs !== undefined)) {
        throw new UsageError(
          "Use either folders of runs or --blobs with one folder: pnpm bench merge results/runs/A results/runs/B",
        );
      }
      if (blobs === undefined) {
        if (partial || acrossClasses) {
          throw new UsageError(
            "--partial and --across-classes work only with shards. Add --blobs <folder>.",
          );
        }
        const finished = await mergeFolders(directories, common);
        answer(options.json, finished, () => renderWritten(finished, io));
        return finish(exitCodeOf(finished.result));
      }
      const results = await mergeBlobs(blobs, { ...common, partial, acrossClasses });
      const document = acrossClasses ? { classes: results } : results[0];
      const shown = (one: ClassResult) => `${classLine(one)}${renderWritten(one, io)}`;
      answer(options.json, document, () => results.map(shown).join("\n"));
      finish(results.some(({ result }) => exitCodeOf(result) !== 0) ? 1 : 0);
    },
  );
};

function classLine({ fingerprint, result }: ClassResult): string {
  const { shards = [], machine } = result;
  const there = shards.filter(({ status }) => status === "ok");
  const instances = new Set(there.map(({ instance }) => instance)).size;
  return (
    `${there.length} of ${shards.length} shards, of ${instances} machines of class ${fingerprint} ` +
    `(${machine.cpu}, ${machine.cores} CPUs)\n`
  );
}
