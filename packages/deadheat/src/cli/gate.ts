import { Option, type Command } from "commander";
import type { ExitCode } from "./command.ts";
import { asked, withMeasuring } from "./compare-options.ts";
import type { Io } from "./io.ts";
import { percent } from "./option-values.ts";

/** `deadheat gate <base> [new]`: what a check of a change calls. */
export function addGate(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const command = deadheat
    .command("gate")
    .description(
      "is the new one slower than the base by more than the gate allows? 0 no, 1 yes, 4 not known",
    )
    .argument(
      "<base>",
      "main, main...HEAD, a tag: what compare takes, without servers that run already",
    )
    .argument("[new]", "likewise; without it the working tree")
    .option("--config <file>", "instead of deadheat.config.*")
    .option(
      "--gate <percent>",
      "by how much it may be slower (default: the configuration's, else 5%)",
      percent,
    )
    .addOption(
      new Option(
        "--on-undecided <outcome>",
        "what counts when nothing is proven: exit with 4, 0 or 1",
      )
        .choices(["undecided", "pass", "fail"] as const)
        .default("undecided" as const),
    );
  withMeasuring(command).action(async (base: string, other: string | undefined, options) => {
    const { exitCodeOfGate } = await import("@deadheat/judge");
    const { gate } = await import("../compare/gate.ts");
    const { comparisonsText } = await import("./comparisons.ts");
    const gated = await gate({
      ...asked(options),
      base,
      new: other,
      config: options.config,
      gate: options.gate ?? null,
      signal: io.signal,
      onProgress: io.note,
    });
    io.stdout.write(
      options.json ? `${JSON.stringify(gated)}\n` : comparisonsText(gated.comparisons),
    );
    finish(exitCodeOfGate(gated.outcome, options.onUndecided));
  });
}
