import { renderChecks } from "../doctor/check.ts";
import { examine } from "../doctor/doctor.ts";
import { JSON_OPTION, type AddCommand } from "./shared.ts";

export const addDoctor: AddCommand = (deadheat, { io, answer, finish }) => {
  deadheat
    .command("doctor")
    .description("what a trustworthy run needs, and what is missing here")
    .option("--fix", "make beforehand what a run would make")
    .option(...JSON_OPTION)
    .action(async (options) => {
      const checks = await examine(io, { fix: options.fix ?? false });
      answer(options.json, { checks }, () => renderChecks(checks));
      finish(checks.some((check) => check.status === "fail") ? 1 : 0);
    });
};
