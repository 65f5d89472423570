import { percent } from "deadheat/cli";
import { exitCodeOf } from "deadheat/parts";
import { mergeFolders } from "../run/merge-folders.ts";
import { JSON_OPTION, MARGIN, OUT, renderWritten, type AddCommand } from "./shared.ts";

export const addMerge: AddCommand = (deadheat, { io, answer, finish }) => {
  deadheat
    .command("merge")
    .description("put runs of the same machine and settings together")
    .argument("<dirs...>", "runs' folders")
    .option("--margin <percent>", MARGIN, percent)
    .option("--out <dir>", OUT)
    .option(...JSON_OPTION)
    .action(async (directories: string[], options) => {
      const finished = await mergeFolders(directories, options.out ?? null, options.margin);
      answer(options.json, finished, () => renderWritten(finished, io));
      finish(exitCodeOf(finished.result));
    });
};
