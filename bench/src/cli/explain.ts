import { alone } from "@deadheat/measure";
import { renderExplained } from "@deadheat/report";
import { duration, integer } from "deadheat/cli";
import { sentencesWidthOf } from "deadheat/parts";
import { explain } from "../run/explain.ts";
import { allowConcurrent, JSON_OPTION, OUT, type AddCommand } from "./shared.ts";

export const addExplain: AddCommand = (deadheat, { io, answer }) => {
  deadheat
    .command("explain")
    .description("profile two targets to find the functions and packages that make one slower")
    .argument(
      "<target>",
      "the base: framework/runtime; without a second target, the new one, compared with its floor",
    )
    .argument("[new]", "the new target: framework/runtime")
    .option("--scenario <name>", "scenario that both serve", "text")
    .option("--budget <time>", "measure as many rounds as fit (default: 60s)", duration)
    .option("--seed <number>", "seed of every random order", integer)
    .option("--out <dir>", OUT)
    .addOption(allowConcurrent())
    .option(...JSON_OPTION)
    .action(async (target: string, other: string | undefined, options) => {
      const names = { base: other === undefined ? null : target, new: other ?? target };
      const { document, page } = await alone(options.allowConcurrent, io.note, (hold) =>
        explain(names, options, io, hold),
      );
      answer(options.json, document, () =>
        renderExplained(document, { width: sentencesWidthOf(io), page }),
      );
    });
};
