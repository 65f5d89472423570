import { alone } from "@deadheat/measure";
import { renderExplained } from "@deadheat/report";
import { measuredBy, sentencesWidthOf } from "deadheat/parts";
import { UsageError } from "@deadheat/journal";
import { pageScenarios } from "../pages/contract.ts";
import { explainPages, pageTarget } from "../pages/explain.ts";
import type { PageTarget } from "../pages/manifest.ts";
import { explain } from "../run/explain.ts";
import { withOwnOptions, type AddCommand } from "./shared.ts";

export const addExplain: AddCommand = (deadheat, { io, answer }) => {
  const command = deadheat
    .command("explain")
    .description("profile two targets to find the functions and packages that make one slower")
    .argument(
      "<target>",
      "the base: framework/runtime; without a second target, the new one, compared with its floor or its renderer",
    )
    .argument("[new]", "the new target: framework/runtime")
    .option("--scenario <name>", "scenario that both serve (default: text, page-list)");
  withOwnOptions(command, ["budgetSeconds", "seed", "out", "allowConcurrent", "json"], {
    budgetSeconds: "measure as many rounds as fit (default: 60s)",
  }).action(async (target: string, other: string | undefined, options) => {
    const names = { base: other === undefined ? null : target, new: other ?? target };
    const next = pageTarget(names.new);
    const { measured, failure } = await measuredBy(
      next
        ? explainPages(pagesOf(next, names.base), { ...options, ...pageOf(options) }, io)
        : alone(options.allowConcurrent ?? false, io.note, (hold) =>
            explain(names, { ...options, scenario: options.scenario ?? "text" }, io, hold),
          ),
    );
    const { document, page } = measured;
    answer(options.json, document, () =>
      renderExplained(document, { width: sentencesWidthOf(io), page }),
    );
    if (failure !== null) throw failure;
  });
};

/** @throws UsageError if the base is no server of pages */
function pagesOf(next: PageTarget, named: string | null) {
  const base = pageTarget(named ?? next.reference);
  if (base) return { base, new: next };
  throw new UsageError(`${named} serves no pages, as ${next.name} does. Name another base`);
}

/** @throws UsageError if there is no such page */
function pageOf({ scenario: named = "page-list" }: { scenario?: string }) {
  const scenario = pageScenarios.find((name) => name === named);
  if (scenario) return { scenario };
  throw new UsageError(`There is no page ${named}. Pages: ${pageScenarios.join(", ")}.`);
}
