import type { Command } from "commander";
import type { ExitCode, Io } from "./command.ts";
import { asked, withMargin, withMeasuring } from "./compare-options.ts";
import { measuresAsked, withMeasures, integer, percent } from "./option-values.ts";

export function addRun(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const command = deadheat
    .command("run")
    .description(
      "measures the targets of deadheat.config against each other, ranks them and writes a report",
    )
    .option("--config <file>", "the configuration file (default: deadheat.config.*)")
    .option("--rounds <n>", "the rounds of each target with each request (default: 8)", integer)
    .option(
      "--until <percent>",
      "measure further rounds of each target until its interval is this narrow on either side: 2%",
      percent,
    )
    .option("--resume", "continue the interrupted run in --out, or the latest one")
    .option("--force", "measure again even if the cache has the metrics");
  withMargin(withMeasuring(withMeasures(command))).action(async (options) => {
    const { run } = await import("../run/configured.ts");
    const { exitCodeOf, renderWritten } = await import("./written.ts");
    const finished = await run({
      ...asked(options),
      config: options.config,
      rounds: options.rounds ?? null,
      until: options.until ?? null,
      measures: measuresAsked(options),
      resume: options.resume,
      force: options.force,
      signal: io.signal,
      onProgress: io.note,
    });
    io.stdout.write(options.json ? `${JSON.stringify(finished)}\n` : renderWritten(finished, io));
    finish(exitCodeOf(finished.result));
  });
}
