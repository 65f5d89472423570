import { InvalidArgumentError, Option } from "commander";
import { UsageError } from "@deadheat/journal";
import { alone } from "@deadheat/measure";
import { percent } from "deadheat/cli";
import { exitCodeOf } from "deadheat/parts";
import { cacheModes } from "../plan/request.ts";
import { finishShard, type FinishedShard } from "../run/finish-shard.ts";
import { measureRun } from "../run/measure-run.ts";
import { finishRun } from "../run/run.ts";
import { parseShard, shardName } from "@deadheat/runner";
import { addSelection, requestOf } from "./selection.ts";
import {
  allowConcurrent,
  JSON_OPTION,
  MARGIN,
  OUT,
  renderWritten,
  type AddCommand,
} from "./shared.ts";

export const addRun: AddCommand = (deadheat, { io, answer, finish }) => {
  const run = deadheat
    .command("run", { isDefault: true })
    .description("measure, and say how sure it is (the default command)");
  addSelection(run)
    .option("--margin <percent>", MARGIN, percent)
    .option("--shard <i/n>", "only this part of it, for one of n machines: 2/5", shardText)
    .option("--blobs <dir>", "where a shard leaves its one file (default: results/blobs)")
    .option("--resume", "go on with the interrupted run, as it was begun")
    .addOption(
      new Option(
        "--cache <whose>",
        "journals that may be replayed: any instance's of this class of machine, this one's, nobody's (default: class with a remote cache, else instance)",
      ).choices(cacheModes),
    )
    .option("--force", "measure again what the cache holds")
    .option("--out <dir>", OUT)
    .addOption(allowConcurrent())
    .option(...JSON_OPTION)
    .action(async (options) => {
      const request = {
        ...requestOf(options),
        margin: options.margin ?? null,
        shard: options.shard ?? null,
        cache: options.cache ?? null,
      };
      const asked = {
        request,
        resume: options.resume ?? false,
        force: options.force ?? false,
        out: options.out ?? null,
      };
      if (options.blobs !== undefined && !options.shard && !options.resume) {
        throw new UsageError("--blobs is of a shard: give --shard, such as 2/5");
      }
      await alone(options.allowConcurrent, io.note, async (hold) => {
        const measured = await measureRun(asked, io);
        if (measured.split) {
          const left = finishShard(measured, measured.split, options.blobs ?? null);
          answer(options.json, left, () => renderShard(left));
          return finish(left.failed.length === 0 ? 0 : 1);
        }
        const finished = finishRun(measured, hold);
        answer(options.json, finished, () => renderWritten(finished, io));
        finish(exitCodeOf(finished.result));
      });
    });
};

function shardText(text: string): string {
  try {
    return shardName(parseShard(text));
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function renderShard({ path, shard, cells, failed }: FinishedShard): string {
  const lines = failed.map(({ target, reason }) => `  ${target}: FAILED: ${reason}\n`).join("");
  return (
    `Shard ${shard}: ${cells} cells, ${failed.length} targets with failures\n${lines}Blob: ${path}\n` +
    "Figures and ranks come when all are together: pnpm bench merge --blobs <folder>\n"
  );
}
