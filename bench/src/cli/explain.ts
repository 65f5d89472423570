import { alone } from "@deadheat/measure";
import { renderExplained } from "@deadheat/report";
import { sentencesWidthOf } from "deadheat/parts";
import { explain } from "../run/explain.ts";
import { withOwnOptions, type AddCommand } from "./shared.ts";

export const addExplain: AddCommand = (deadheat, { io, answer }) => {
  const command = deadheat
    .command("explain")
    .description("profile two targets to find the functions and packages that make one slower")
    .argument(
      "<target>",
      "the base: framework/runtime; without a second target, the new one, compared with its floor",
    )
    .argument("[new]", "the new target: framework/runtime")
    .option("--scenario <name>", "scenario that both serve", "text");
  withOwnOptions(command, ["budgetSeconds", "seed", "out", "allowConcurrent", "json"], {
    budgetSeconds: "measure as many rounds as fit (default: 60s)",
  }).action(async (target: string, other: string | undefined, options) => {
    const names = { base: other === undefined ? null : target, new: other ?? target };
    const { document, page } = await alone(options.allowConcurrent ?? false, io.note, (hold) =>
      explain(names, options, io, hold),
    );
    answer(options.json, document, () =>
      renderExplained(document, { width: sentencesWidthOf(io), page }),
    );
  });
};
