import type { OptionValues } from "commander";
import { list } from "deadheat/cli";
import { scenariosNamed } from "../plan/selection.ts";
import { discoverTargets, selectTargets } from "../targets/discover.ts";
import { runtimeVersions } from "../targets/tools.ts";
import { renderVerdicts } from "../verify/verdicts.ts";
import { verifyAll, type VerifiedCell } from "../verify/verify-all.ts";
import { withOwnOptions, type AddCommand } from "./shared.ts";

export const addVerify: AddCommand = (deadheat, { io, answer, finish }) => {
  const command = deadheat
    .command("verify")
    .description("check every route of every target, and show how it differs from its floor")
    .option("--profile <name>", "ssr or ssr-all: check the pages of server-side rendering instead")
    .option("--targets <list>", "targets as framework/runtime (default: all)", list)
    .option(
      "--scenarios <list>",
      "scenarios to check besides the plain routes (default: all)",
      list,
    );
  withOwnOptions(command, ["json"]).action(async (options) => {
    const found = await checked(options);
    answer(options.json, { cells: found }, () => renderVerdicts(found));
    finish(found.some((cell) => cell.status === "failed") ? 1 : 0);
  });

  async function checked({ profile, targets, scenarios }: OptionValues): Promise<VerifiedCell[]> {
    if (profile !== undefined) {
      const { verifyPages } = await import("../pages/verify.ts");
      return verifyPages(profile, targets, io);
    }
    const all = discoverTargets(runtimeVersions());
    const chosen = selectTargets(all, targets ?? ["all"]);
    return verifyAll(chosen, all, io, scenariosNamed(scenarios ?? ["all"]));
  }
};
