import { Option, type Command, type OptionValues } from "commander";
import { answers, duration, integer, list, measuresAsked, withMeasures } from "deadheat/cli";
import { presetNames } from "../like/presets.ts";
import { DEFAULT_PROFILE, profiles } from "../plan/profiles.ts";
import type { RunRequest } from "../plan/request.ts";
import { WARMUP } from "./shared.ts";

/** Adds the options that select what is measured, and how much. */
export function addSelection(command: Command): Command {
  const matrix = command
    .addOption(
      new Option("--profile <name>", "amount of work")
        .choices(Object.keys(profiles))
        .default(DEFAULT_PROFILE),
    )
    .option("--targets <list>", "targets as framework/runtime: hono/*,express/node or all", list)
    .option("--scenarios <list>", "scenarios: text,json,pg-row; `list` shows all", list)
    .option("--budget <time>", "measure as many blocks as fit: 90s, 20m, 2h", duration)
    .option(
      "--blocks <n>",
      "blocks of each cell; replaces the number of the profile or budget",
      integer,
    )
    .option("--warmup <answers>", WARMUP, answers)
    .option(
      "--window <time>",
      "measured time of each block (default: 1.5s in quick, else 2s)",
      duration,
    )
    .addOption(
      new Option("--like <benchmark>", "use the matrix and table of a published benchmark").choices(
        presetNames,
      ),
    );
  return withMeasures(matrix).option(
    "--seed <number>",
    "draws the order of everything; makes it part of the cache key",
    integer,
  );
}

/** Returns the request that these options describe. */
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
