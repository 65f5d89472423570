import { Option } from "commander";
import { UsageError } from "@deadheat/journal";
import { exitCodeOfGate, onUndecided, reasonsOf, worstOutcome } from "@deadheat/judge";
import { alone } from "@deadheat/measure";
import { renderCompared, renderExplained } from "@deadheat/report";
import { sentencesWidthOf } from "deadheat/parts";
import { compare, comparedOf } from "../run/compare.ts";
import { explain } from "../run/explain.ts";
import { withOwnOptions, type AddCommand } from "./shared.ts";

export const addCompare: AddCommand = (deadheat, { io, answer, finish }) => {
  const command = deadheat
    .command("compare")
    .description("compare two targets: is the new one faster or slower?")
    .argument("<base>", "the base: framework/runtime")
    .argument("<new>", "the new target: framework/runtime")
    .option("--scenario <name>", "scenario that both serve", "text")
    .addOption(
      new Option(
        "--on-undecided <outcome>",
        "what an undecided gate does: exits with 4 (the default), 0 or 1",
      ).choices(onUndecided),
    );
  const measuring = ["measure", "primary", "budgetSeconds", "rounds", "until", "gate"] as const;
  const usual = [
    "margin",
    "warmupRequests",
    "windowSeconds",
    "seed",
    "explain",
    "verbose",
  ] as const;
  withOwnOptions(command, [...measuring, ...usual, "out", "allowConcurrent", "json"], {
    margin: 'treat differences up to this size as "same" (default: 2%)',
    gate:
      "fail if the new target is worse than this: 5%, or cpu:5%,memory-peak:10%,start:20%; exit code 0: passed, 1: failed, " +
      "4: undecided when --budget (default: 115s) ends",
  }).action(async (base: string, next: string, options) => {
    const { gate = null, until, rounds, onUndecided: lenient } = options;
    if (lenient !== undefined && gate === null) {
      throw new UsageError("--on-undecided needs a gate. Add --gate 5%.");
    }
    if (gate !== null && (until ?? rounds) !== undefined) {
      throw new UsageError("--gate cannot be used with --until or --rounds. Leave them out.");
    }
    const names = { base, new: next };
    const startedAt = new Date().toISOString();
    const { comparison, explained } = await alone(
      options.allowConcurrent ?? false,
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
    const document = comparedOf(comparison, gate, startedAt);
    answer(options.json, { ...document, comparisons: [{ ...comparison, ...reasons }] }, () =>
      [
        renderCompared(document, { verbose: options.verbose ?? false, color: io.color, width }),
        ...(explained === null
          ? []
          : [`\n${renderExplained(explained.document, { width, page: explained.page })}`]),
      ].join(""),
    );
    const outcome = worstOutcome([comparison]);
    finish(gate === null ? 0 : exitCodeOfGate(outcome, lenient ?? "undecided"));
  });
};
