import { checkMachine, renderChecks } from "deadheat/parts";
import { checkInstallation } from "../doctor/installation.ts";
import { root } from "../targets/project.ts";
import { checkServices } from "../doctor/services.ts";
import { withOwnOptions, type AddCommand } from "./shared.ts";

export const addDoctor: AddCommand = (deadheat, { io, answer, finish }) => {
  const command = deadheat
    .command("doctor")
    .description("check whether this machine can run the benchmark");
  withOwnOptions(command, ["json"]).action(async (options) => {
    const installed = await checkInstallation(io.signal);
    const checks = [...installed, ...checkServices(), ...(await checkMachine(root))];
    answer(options.json, { checks }, () => renderChecks(checks));
    finish(checks.some((check) => check.status === "fail") ? 1 : 0);
  });
};
