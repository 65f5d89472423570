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
import { allowConcurrent, JSON_OPTION, OUT, WARMUP, type AddCommand } from "./shared.ts";

export const addCompare: AddCommand = (deadheat, { io, answer, finish }) => {
  const command = deadheat
    .command("compare")
    .description("compare two targets in duets: is the new one slower than the base?");
  withMetrics(command)
    .argument("<base>", "the base: framework/runtime")
    .argument("<new>", "the new one: framework/runtime")
    .option("--scenario <name>", "scenario that both serve", "text")
    .option("--budget <time>", "measure as many rounds as fit: 60s, 5m", duration)
    .option("--rounds <n>", "number of rounds, without a budget (default: 8)", integer)
    .addOption(
      new Option("--margin <percent>", "largest difference of a tie: 1%")
        .argParser(percent)
        .default(COMPARISON_MARGIN, "2%"),
    )
    .option(
      "--until <percent>",
      "stop when the half-width of the interval is at most this: 1%; measure --rounds first and " +
        "take at most --budget (default: 10m)",
      percent,
    )
    .addOption(
      new Option(
        "--gate <limits>",
        "test whether the new one needs more than this: 5%, or cpu:5%,memory-peak:10%,start:20%; exit with 0 if that is excluded, with 1 if it is " +
          "proven, with 4 if --budget (default: 115s) ends before",
      )
        .argParser(limits)
        .conflicts(["until", "rounds"]),
    )
    .addOption(
      new Option(
        "--on-undecided <outcome>",
        "outcome of an undecided gate: exit with 4 (the default), 0 or 1",
      ).choices(onUndecided),
    )
    .option("--warmup <answers>", WARMUP, responses)
    .option("--window <time>", "measured time of each round (default: 1s)", duration)
    .option("--seed <number>", "seed of every random order", integer)
    .option("--explain", "then profile both for a minute: which functions make the difference?")
    .option("--verbose", "print the p values too")
    .option("--out <dir>", OUT)
    .addOption(allowConcurrent())
    .option(...JSON_OPTION)
    .action(async (base: string, next: string, options) => {
      if (options.onUndecided !== undefined && options.gate === undefined) {
        throw new UsageError("--on-undecided needs a gate. Add --gate 5%");
      }
      const names = { base, new: next };
      const startedAt = new Date().toISOString();
      const { comparison, explained } = await alone(
        options.allowConcurrent,
        io.note,
        async (hold) => ({
          comparison: await compare(names, options, io, hold),
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
