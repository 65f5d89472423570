import type { Command } from "commander";
import type { ExitCode } from "./command.ts";
import { asked, withMeasuring } from "./compare-options.ts";
import type { Io } from "./io.ts";
import { integer } from "./option-values.ts";

/** `deadheat run`. */
export function addRun(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const command = deadheat
    .command("run")
    .description("the targets of deadheat.config against each other, ranked, with a report")
    .option("--config <file>", "instead of deadheat.config.*")
    .option("--blocks <n>", "of each target with each request (default: 8)", integer)
    .option("--force", "measure anew what the cache holds");
  withMeasuring(command).action(async (options) => {
    const { run } = await import("../run/configured.ts");
    const { exitCodeOf, renderWritten } = await import("./text/written.ts");
    const finished = await run({
      ...asked(options),
      config: options.config,
      blocks: options.blocks ?? null,
      force: options.force,
      signal: io.signal,
      onProgress: io.note,
    });
    io.stdout.write(options.json ? `${JSON.stringify(finished)}\n` : renderWritten(finished, io));
    finish(exitCodeOf(finished.result));
  });
}
