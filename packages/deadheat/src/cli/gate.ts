import { Option, type Command } from "commander";
import type { ExitCode } from "./command.ts";
import { asked, collect, withPair } from "./compare-options.ts";
import { type Io, sentencesWidthOf } from "./io.ts";
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
      "--target <label>",
      "of the configuration's only this, more than once for several",
      collect,
    )
    .option(
      "--runtime <runtime>",
      "node, bun@1.3: instead of the configuration's, likewise",
      collect,
    )
    .option("--control", "measure the base against itself too: where that is off, nothing is told")
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
  withPair(command).action(async (base: string, other: string | undefined, options) => {
    const { exitCodeOfGate } = await import("@deadheat/judge");
    const { gate } = await import("../gate/gate.ts");
    const { renderGate } = await import("@deadheat/report");
    const { out, cause, ...gated } = await gate({
      ...asked(options),
      base,
      new: other,
      config: options.config,
      targets: options.target,
      runtimes: options.runtime,
      control: options.control,
      gate: options.gate ?? null,
      signal: io.signal,
      onProgress: io.note,
    });
    const reason = cause?.message ?? gated.reason;
    const text = { out, verbose: options.verbose ?? false, width: sentencesWidthOf(io) };
    io.stdout.write(
      options.json ? `${JSON.stringify(gated)}\n` : renderGate({ ...gated, reason }, text),
    );
    if (options.json && out !== null) io.note(`journals: ${out}`);
    if (options.json && reason !== null) io.note(`deadheat: ${reason}`);
    finish(exitCodeOfGate(gated.outcome, options.onUndecided));
  });
}
