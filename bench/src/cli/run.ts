import { InvalidArgumentError, Option } from "commander";
import { measures } from "@deadheat/journal";
import { alone } from "@deadheat/measure";
import { answers, duration, integer, integers, list, percent } from "deadheat/cli";
import { exitCodeOf } from "deadheat/parts";
import { presetNames } from "../like/presets.ts";
import { DEFAULT_PROFILE, profiles } from "../plan/profiles.ts";
import { finishShard, type FinishedShard } from "../run/finish-shard.ts";
import { measureRun } from "../run/measure-run.ts";
import { finishRun } from "../run/run.ts";
import { parseShard, shardName } from "../plan/shard.ts";
import {
  allowConcurrent,
  ballast,
  JSON_OPTION,
  MARGIN,
  OUT,
  renderWritten,
  WARMUP,
  type AddCommand,
} from "./shared.ts";

export const addRun: AddCommand = (deadheat, { io, answer, finish }) => {
  deadheat
    .command("run", { isDefault: true })
    .description("measure, and say how sure it is (the default command)")
    .addOption(
      new Option("--profile <name>", "how much")
        .choices(Object.keys(profiles))
        .default(DEFAULT_PROFILE),
    )
    .option(
      "--targets <list>",
      "framework/runtime, comma-separated: hono/*,express/node or all",
      list,
    )
    .option("--scenarios <list>", "text,json,pg-row: see `list`", list)
    .option("--budget <time>", "as many blocks as fit: 90s, 20m, 2h", duration)
    .option("--blocks <n>", "blocks of each cell, instead of the profile's or a budget's", integer)
    .option("--warmup <answers>", WARMUP, answers)
    .option(
      "--window <time>",
      "measured, of each block (default: 1.5s in quick, else 2s)",
      duration,
    )
    .addOption(ballast())
    .addOption(
      new Option("--like <benchmark>", "a published benchmark's matrix and table").choices(
        presetNames,
      ),
    )
    .option("--measure <list>", `what is taken of a cell: ${measures.join(",")}`, list)
    .option(
      "--connections <list>",
      "sweep each server alone at so many (default: 50,100,250,500)",
      integers,
    )
    .option("--rounds <n>", "of sweep and latency, each in fresh processes", integer)
    .option("--step <time>", "of each number of connections (2s) and each rate (5s)", duration)
    .option("--rate <n>", "requests/s that every target gets in its open loops (2000)", integer)
    .option("--margin <percent>", MARGIN, percent)
    .option(
      "--seed <number>",
      "draws the order of everything; makes it part of the cache key",
      integer,
    )
    .option("--shard <i/n>", "only this part of it, for one of n machines: 2/5", shardText)
    .option("--blobs <dir>", "where a shard leaves its one file (default: results/blobs)")
    .option("--resume", "go on with the interrupted run, as it was begun")
    .option("--force", "measure again what the cache holds")
    .option("--out <dir>", OUT)
    .addOption(allowConcurrent())
    .option(...JSON_OPTION)
    .action(async (options) => {
      const request = {
        profile: options.profile,
        targets: options.targets ?? null,
        scenarios: options.scenarios ?? null,
        budgetSeconds: options.budget ?? null,
        blocks: options.blocks ?? null,
        warmupAnswers: options.warmup ?? null,
        windowSeconds: options.window ?? null,
        seed: options.seed ?? null,
        ...(options.ballast === undefined ? {} : { ballast: options.ballast }),
        modes: {
          measure: options.measure ?? null,
          connections: options.connections ?? null,
          rounds: options.rounds ?? null,
          stepSeconds: options.step ?? null,
          rate: options.rate ?? null,
        },
        like: options.like ?? null,
        margin: options.margin ?? null,
        shard: options.shard ?? null,
      };
      const asked = {
        request,
        resume: options.resume ?? false,
        force: options.force ?? false,
        out: options.out ?? null,
      };
      await alone(options.allowConcurrent, io.note, async (hold) => {
        const course = await measureRun(asked, io);
        if (course.split) {
          const left = await finishShard(course, course.split, options.blobs ?? null);
          answer(options.json, left, () => renderShard(left));
          return finish(left.failed.length === 0 ? 0 : 1);
        }
        const finished = await finishRun(course, hold);
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
