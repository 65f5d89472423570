import { list } from "deadheat/cli";
import { scenariosNamed } from "../plan/selection.ts";
import { discoverTargets, selectTargets } from "../targets/discover.ts";
import { runtimeVersions } from "../targets/tools.ts";
import { renderVerdicts, verifyAll } from "../verify/verify-all.ts";
import { JSON_OPTION, type AddCommand } from "./shared.ts";

export const addVerify: AddCommand = (deadheat, { io, answer, finish }) => {
  deadheat
    .command("verify")
    .description("check every route of every target, and show how it differs from its floor")
    .option("--profile <name>", "ssr or ssr-all: check the pages of server-side rendering instead")
    .option("--targets <list>", "targets as framework/runtime (default: all)", list)
    .option(
      "--scenarios <list>",
      "scenarios to check besides the plain routes (default: all)",
      list,
    )
    .option(...JSON_OPTION)
    .action(async (options) => {
      if (options.profile !== undefined) {
        const { verifyPages } = await import("../pages/verify.ts");
        const found = await verifyPages(options.profile, options.targets, io);
        answer(options.json, { cells: found }, () => renderVerdicts(found));
        return finish(found.some((cell) => cell.status === "failed") ? 1 : 0);
      }
      const all = discoverTargets(runtimeVersions());
      const chosen = selectTargets(all, options.targets ?? ["all"]);
      const scenarios = scenariosNamed(options.scenarios ?? ["all"]);
      const cells = await verifyAll(chosen, all, io, scenarios);
      answer(options.json, { cells }, () => renderVerdicts(cells));
      finish(cells.some((cell) => cell.status === "failed") ? 1 : 0);
    });
};
