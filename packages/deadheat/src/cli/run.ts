import type { Command } from "commander";
import type { ExitCode, Io } from "../terminal/command.ts";
import { asked, measuring, withOptions } from "./asked.ts";
import { measuresAsked, withMeasures } from "../plan/option-values.ts";

export function addRun(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const command = deadheat
    .command("run")
    .description("rank the servers in deadheat.config")
    .option("--force", "also measure again what is in the cache");
  const own = ["config", "rounds", "until", "resume", ...measuring, "parallel", "margin"] as const;
  withOptions(withMeasures(command), own, {
    rounds: "the rounds of each target with each request (default: 8)",
    until: "measure further rounds of each target until its interval is this narrow: 2%",
    resume: "continue the interrupted run in --out, or the latest one",
    margin: 'treat differences up to this size as "same" (default: 5%)',
  }).action(async (options) => {
    const { run } = await import("../run/configured.ts");
    const { exitCodeOf, renderWritten } = await import("./written.ts");
    const { measuredBy } = await import("../folder/not-written.ts");
    const { measured, failure } = await measuredBy(
      run({ ...asked(options, io), measures: measuresAsked(options) }),
    );
    io.stdout.write(options.json ? `${JSON.stringify(measured)}\n` : renderWritten(measured, io));
    if (failure !== null) throw failure;
    finish(exitCodeOf(measured.result));
  });
}
