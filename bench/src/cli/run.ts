import { InvalidArgumentError, Option, type Command, type OptionValues } from "commander";
import { UsageError, wholeEnvironment } from "@deadheat/journal";
import { alone } from "@deadheat/measure";
import { parseShard, shardName, shardOfCi } from "@deadheat/runner";
import { list, measuresAsked, withMeasures } from "deadheat/cli";
import { exitCodeOf, measuredBy, type Ran } from "deadheat/parts";
import { presetNames } from "../like/presets.ts";
import { DEFAULT_PROFILE, profiles } from "../plan/profiles.ts";
import { cacheModes, type RunRequest } from "../plan/request.ts";
import { isPageProfile, pageProfiles } from "../pages/profiles.ts";
import { finishShard, type FinishedShard } from "../run/finish-shard.ts";
import { measureRun } from "../run/measure-run.ts";
import { finishRun } from "../run/run.ts";
import { renderWritten, withOwnOptions, type AddCommand } from "./shared.ts";

export function addSelection(command: Command): Command {
  const matrix = command
    .addOption(
      new Option("--profile <name>", "amount of work")
        .choices([...Object.keys(profiles), ...Object.keys(pageProfiles)])
        .default(DEFAULT_PROFILE),
    )
    .option("--targets <list>", "targets as framework/runtime: hono/*,express/node or all", list)
    .option("--scenarios <list>", "scenarios: text,json,pg-row; `list` shows all", list)
    .addOption(
      new Option("--like <benchmark>", "use the matrix and table of a published benchmark").choices(
        presetNames,
      ),
    );
  const usual = ["budgetSeconds", "rounds", "warmupRequests", "windowSeconds", "seed"] as const;
  return withMeasures(
    withOwnOptions(matrix, usual, {
      rounds:
        "rounds of each target in each scenario; replaces the number of the profile or budget",
      windowSeconds: "measured time of each round (default: 1.5s in quick, else 2s)",
      seed: "seed of every random order; becomes part of the cache key",
    }),
  );
}

export const addRun: AddCommand = (deadheat, { io, answer, finish }) => {
  const run = deadheat
    .command("run", { isDefault: true })
    .description("measure targets and rank them (the default command)");
  addSelection(run)
    .option(
      "--shard [i/n]",
      "measure only this part of the run, on one of n machines: 2/5 (default: CI's own numbers)",
      shardText,
    )
    .option(
      "--blobs <dir>",
      "with --shard: folder for the file of this shard (default: results/blobs)",
    )
    .option("--resume", "continue an interrupted run with its own options")
    .option(
      "--queue [address]",
      "measure on the workers of a queue, such as rediss://host:6379 (default: QUEUE_URL)",
    )
    .option(
      "--workers <n>",
      "number of workers: those of --queue that share a budget; without --queue, on this machine",
      positive,
    )
    .addOption(
      new Option(
        "--cache <whose>",
        "whose results to reuse: those of any machine of this class, of this machine only, or none (default: class with a remote cache, else instance)",
      ).choices(cacheModes),
    )
    .option("--force", "measure again, even if the cache has results");
  withOwnOptions(run, ["until", "margin", "parallel", "out", "allowConcurrent", "json"]).action(
    async (options) => {
      const show = async (running: Promise<Ran>) => {
        const { measured: ran, failure } = await measuredBy(running);
        answer(options.json, ran, () => renderWritten(ran, io));
        if (failure !== null) throw failure;
        finish(exitCodeOf(ran.result));
      };
      if (isPageProfile(options.profile)) {
        refuseOptions(options);
        const { runPages } = await import("../pages/run.ts");
        const { profile } = options;
        return show(runPages({ ...options, profile }, io));
      }
      if (options.shard === true) options.shard = shardName(shardOfCi(wholeEnvironment()));
      const asked = {
        request: requestOf(options),
        resume: options.resume ?? false,
        force: options.force ?? false,
        out: options.out ?? null,
      };
      if (options.queue !== undefined || options.workers !== undefined) {
        refuseWithQueue(options);
        const { runOnFleet } = await import("../fleet/command.ts");
        const { queue = null, workers = null, until = null } = options;
        return show(runOnFleet(asked, queue, workers, until, io));
      }
      if (options.until !== undefined) {
        throw new UsageError(
          "--until works only with --queue or --workers. Leave it out, or use --budget",
        );
      }
      if (options.blobs !== undefined && !options.shard && !options.resume) {
        throw new UsageError("--blobs works only with a shard. Add --shard, such as --shard 2/5.");
      }
      await alone(options.allowConcurrent ?? false, io.note, async (hold) => {
        const measured = await measureRun(asked, io);
        if (measured.split) {
          const left = finishShard(measured, measured.split, options.blobs ?? null);
          answer(options.json, left, () => renderShard(left));
          return finish(left.failed.length === 0 ? 0 : 1);
        }
        await show(finishRun(measured, hold));
      });
    },
  );
};

const pageOptions = new Set(
  "profile targets scenarios measure budgetSeconds rounds warmupRequests windowSeconds seed out allowConcurrent json".split(
    " ",
  ),
);

/** @throws UsageError if an option makes no sense for a run of pages */
function refuseOptions(options: OptionValues): void {
  const other = Object.keys(options).find((name) => options[name] && !pageOptions.has(name));
  if (other === undefined) return;
  throw new UsageError(`--${other} does not work with --profile ${options.profile}. Leave it out.`);
}

export function requestOf(options: OptionValues): RunRequest {
  const { profile, targets, scenarios, budgetSeconds, rounds, warmupRequests } = options;
  const { windowSeconds, seed, parallel, like, shard, cache, margin } = options;
  const amount = { budgetSeconds, rounds, warmupRequests, windowSeconds, seed, parallel };
  const modes = measuresAsked(options);
  return { profile, targets, scenarios, ...amount, modes, like, shard, cache, margin };
}

const queueless = ["shard", "blobs", "cache", "force", "allowConcurrent", "parallel"];

/** @throws UsageError if an option makes no sense for a fleet */
function refuseWithQueue(options: OptionValues): void {
  const other = queueless.find((name) => options[name]);
  if (other === undefined) return;
  const flag = other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(`--${flag} does not work with --queue or --workers. Leave it out.`);
}

function positive(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a number of workers such as 5.");
}

function shardText(text: string): string {
  try {
    // The number of machines alone, where CI says only which one this is.
    const total = /^\/([1-9]\d{0,3})$/.exec(text)?.[1];
    if (total !== undefined) return shardName(shardOfCi(wholeEnvironment(), Number(total)));
    return shardName(parseShard(text));
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function renderShard({ path, shard, cells, failed }: FinishedShard): string {
  const lines = failed.map(({ target, reason }) => `  ${target}: FAILED: ${reason}\n`).join("");
  return (
    `Shard ${shard}: ${cells} cells, ${failed.length} targets with failures\n${lines}Blob: ${path}\n` +
    "To rank the targets, merge all shards: pnpm bench merge --blobs <folder>\n"
  );
}
