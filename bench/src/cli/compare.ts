import { Option } from "commander";
import { UsageError } from "@deadheat/journal";
import {
  COMPARISON_MARGIN,
  exitCodeOfGate,
  onUndecided,
  reasonsOf,
  worstOutcome,
} from "@deadheat/judge";
import { alone } from "@deadheat/measure";
import { renderCompared, renderExplained } from "@deadheat/report";
import { responses, duration, integer, limits, percent, withMetrics } from "deadheat/cli";
import { sentencesWidthOf } from "deadheat/parts";
import { compare } from "../run/compare.ts";
import { comparedOf } from "../run/compared.ts";
import { explain } from "../run/explain.ts";
import {
  allowConcurrent,
  blocksAlias,
  JSON_OPTION,
  OUT,
  WARMUP,
  type AddCommand,
} from "./shared.ts";

export const addCompare: AddCommand = (deadheat, { io, answer, finish }) => {
  const command = deadheat
    .command("compare")
    .description("compare two targets: is the new one faster or slower?");
  withMetrics(command)
    .argument("<base>", "the base: framework/runtime")
    .argument("<new>", "the new target: framework/runtime")
    .option("--scenario <name>", "scenario that both serve", "text")
    .option("--budget <time>", "measure as many rounds as fit: 60s, 5m", duration)
    .option("--rounds <n>", "number of rounds, without a budget (default: 8)", integer)
    .addOption(blocksAlias().conflicts("gate"))
    .addOption(
      new Option("--margin <percent>", 'treat differences up to this size as "same"')
        .argParser(percent)
        .default(COMPARISON_MARGIN, "2%"),
    )
    .option(
      "--until <percent>",
      "measure --rounds, then as many more as the interval needs to be at most this far to either side: 1%; " +
        "takes at most --budget (default: 10m)",
      percent,
    )
    .addOption(
      new Option(
        "--gate <limits>",
        "fail if the new target is worse than this: 5%, or cpu:5%,memory-peak:10%,start:20%; exit code 0: passed, 1: failed, " +
          "4: undecided when --budget (default: 115s) ends",
      )
        .argParser(limits)
        .conflicts(["until", "rounds"]),
    )
    .addOption(
      new Option(
        "--on-undecided <outcome>",
        "what an undecided gate does: exits with 4 (the default), 0 or 1",
      ).choices(onUndecided),
    )
    .option("--warmup <requests>", WARMUP, responses)
    .option("--window <time>", "measured time of each round (default: 1s)", duration)
    .option("--seed <number>", "seed of every random order", integer)
    .option("--explain", "then profile both for a minute to find the functions that differ")
    .option("--verbose", "print the p values too")
    .option("--out <dir>", OUT)
    .addOption(allowConcurrent())
    .option(...JSON_OPTION)
    .action(async (base: string, next: string, options) => {
      if (options.onUndecided !== undefined && options.gate === undefined) {
        throw new UsageError("--on-undecided needs a gate. Add --gate 5%.");
      }
      const names = { base, new: next };
      const { rounds = options.blocks } = options;
      const startedAt = new Date().toISOString();
      const { comparison, explained } = await alone(
        options.allowConcurrent,
        io.note,
        async (hold) => ({
          comparison: await compare(names, { ...options, rounds }, io, hold),
          explained: options.explain
            ? await explain(names, { scenario: options.scenario }, io, hold)
            : null,
        }),
      );
      const width = sentencesWidthOf(io);
      const reasons = explained && { explained: reasonsOf(explained.document) };
      const document = comparedOf(comparison, options.gate ?? null, startedAt);
      answer(options.json, { ...document, comparisons: [{ ...comparison, ...reasons }] }, () =>
        [
          renderCompared(document, {
            verbose: options.verbose ?? false,
            color: io.color,
            width,
          }),
          ...(explained === null
            ? []
            : [`\n${renderExplained(explained.document, { width, page: explained.page })}`]),
        ].join(""),
      );
      const gated = options.gate !== undefined;
      finish(
        gated ? exitCodeOfGate(worstOutcome([comparison]), options.onUndecided ?? "undecided") : 0,
      );
    });
};
