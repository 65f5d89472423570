import { Option, type Command, type OptionValues } from "commander";
import { answers, duration, integer, list, measuresAsked, withMeasures } from "deadheat/cli";
import { presetNames } from "../like/presets.ts";
import { DEFAULT_PROFILE, profiles } from "../plan/profiles.ts";
import type { RunRequest } from "../plan/request.ts";
import { WARMUP } from "./shared.ts";

/** Gives a command the options that say what is measured, and how much of it. */
export function addSelection(command: Command): Command {
  const matrix = command
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
    .addOption(
      new Option("--like <benchmark>", "a published benchmark's matrix and table").choices(
        presetNames,
      ),
    );
  return withMeasures(matrix).option(
    "--seed <number>",
    "draws the order of everything; makes it part of the cache key",
    integer,
  );
}

/** What those options ask. */
export function requestOf(options: OptionValues): RunRequest {
  return {
    profile: options.profile,
    targets: options.targets ?? null,
    scenarios: options.scenarios ?? null,
    budgetSeconds: options.budget ?? null,
    blocks: options.blocks ?? null,
    warmupAnswers: options.warmup ?? null,
    windowSeconds: options.window ?? null,
    seed: options.seed ?? null,
    modes: measuresAsked(options),
    like: options.like ?? null,
  };
}
