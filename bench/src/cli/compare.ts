import { Option } from "commander";
import { UsageError } from "@deadheat/journal";
import { COMPARISON_MARGIN, exitCodeOfGate, onUndecided } from "@deadheat/judge";
import { alone } from "@deadheat/measure";
import { renderComparison } from "@deadheat/report";
import { answers, duration, integer, percent } from "deadheat/cli";
import { compare } from "../run/compare.ts";
import { allowConcurrent, JSON_OPTION, OUT, WARMUP, type AddCommand } from "./shared.ts";

export const addCompare: AddCommand = (deadheat, { io, answer, finish }) => {
  deadheat
    .command("compare")
    .description("two targets head to head in duets: is the new one slower than the base?")
    .argument("<base>", "framework/runtime")
    .argument("<new>", "likewise")
    .option("--scenario <name>", "what both are asked", "text")
    .option("--budget <time>", "as many blocks as fit: 60s, 5m", duration)
    .option("--blocks <n>", "how many, without a budget (default: 8)", integer)
    .addOption(
      new Option("--margin <percent>", "how close to each other a dead heat is: 1%")
        .argParser(percent)
        .default(COMPARISON_MARGIN, "2%"),
    )
    .option(
      "--until <percent>",
      "stop when the interval is that tight on either side: 1%; --blocks come first, " +
        "--budget is the most that it may take (default: 10m)",
      percent,
    )
    .addOption(
      new Option(
        "--gate <percent>",
        "whether the new one is slower by more than that: exit with 0 when that is excluded, with 1 when it is so, " +
          "with 4 when --budget (default: 115s) ends before either is known: 5%",
      )
        .argParser(percent)
        .conflicts(["until", "blocks"]),
    )
    .addOption(
      new Option(
        "--on-undecided <outcome>",
        "what such a gate counts as: exit with 4 (the default), 0 or 1",
      ).choices(onUndecided),
    )
    .option("--warmup <answers>", WARMUP, answers)
    .option("--window <time>", "measured, of each block (default: 1s)", duration)
    .option("--seed <number>", "draws the order of everything", integer)
    .option("--out <dir>", OUT)
    .addOption(allowConcurrent())
    .option(...JSON_OPTION)
    .action(async (a: string, b: string, options) => {
      if (options.onUndecided !== undefined && options.gate === undefined) {
        throw new UsageError("--on-undecided is about a gate: add --gate 5%");
      }
      const asked = {
        a,
        b,
        scenario: options.scenario,
        budgetSeconds: options.budget ?? null,
        blocks: options.blocks ?? null,
        until: options.until ?? null,
        gate: options.gate ?? null,
        margin: options.margin,
        warmupAnswers: options.warmup ?? null,
        windowSeconds: options.window ?? null,
        seed: options.seed ?? null,
        out: options.out ?? null,
      };
      const comparison = await alone(options.allowConcurrent, io.note, (hold) =>
        compare(asked, io, hold),
      );
      answer(options.json, comparison, () => renderComparison(comparison));
      const { gate } = comparison;
      finish(gate ? exitCodeOfGate(gate.outcome, options.onUndecided ?? "undecided") : 0);
    });
};
