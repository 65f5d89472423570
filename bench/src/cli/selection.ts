import { Option, type Command, type OptionValues } from "commander";
import { measures } from "@deadheat/journal";
import { answers, duration, integer, integers, list } from "deadheat/cli";
import { presetNames } from "../like/presets.ts";
import { DEFAULT_PROFILE, profiles } from "../plan/profiles.ts";
import type { RunRequest } from "../plan/request.ts";
import { WARMUP } from "./shared.ts";

/** Gives a command the options that say what is measured, and how much of it. */
export function addSelection(command: Command): Command {
  return command
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
    )
    .option("--measure <list>", `what is taken of a cell: ${measures.join(",")}`, list)
    .option(
      "--connections <list>",
      "sweep each server alone at so many (default: 50,100,250,500)",
      integers,
    )
    .option("--rounds <n>", "of sweep and latency, each in fresh processes", integer)
    .option(
      "--step <time>",
      "of each number of connections (2s) and each rate (5s; of cost 4s)",
      duration,
    )
    .option("--rate <n>", "requests/s that every target gets in its open loops (2000)", integer)
    .option(
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
    modes: {
      measure: options.measure ?? null,
      connections: options.connections ?? null,
      rounds: options.rounds ?? null,
      stepSeconds: options.step ?? null,
      rate: options.rate ?? null,
    },
    like: options.like ?? null,
  };
}
