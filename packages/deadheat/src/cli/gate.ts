import { Option, type Command } from "commander";
import { type ExitCode, type Io, sentencesWidthOf } from "./command.ts";
import { showPage } from "./open.ts";
import { asked, collect, withExplain, withPair } from "./compare-options.ts";
import { limits } from "./option-values.ts";

export function addGate(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const command = deadheat
    .command("gate")
    .description(
      "is the new server slower than the base by more than the gate allows? exits with 0 no, 1 yes, 4 undecided",
    )
    .argument(
      "<base>",
      "main, main...HEAD, a tag: any server that compare takes, except a running one",
    )
    .argument("[new]", "the new server, written the same way (default: the working tree)")
    .option("--config <file>", "the configuration file (default: deadheat.config.*)")
    .option(
      "--target <label>",
      "a target of the configuration, repeat for several (default: all)",
      collect,
    )
    .option(
      "--runtime <runtime>",
      "a runtime instead of the configuration's: node, bun@1.3, repeat for several",
      collect,
    )
    .option(
      "--control",
      "also measure the base against itself, and give no verdict if that shows a difference",
    )
    .option(
      "--gate <limits>",
      "how much slower the new server may be: 5%, or cpu:5%,memory-peak:10%,memory-growth:100B (default: the configuration's, else 5%)",
      limits,
    )
    .addOption(
      new Option(
        "--on-undecided <outcome>",
        "the outcome if nothing is proven: exits with 4, 0 or 1",
      )
        .choices(["undecided", "pass", "fail"] as const)
        .default("undecided" as const),
    );
  withExplain(withPair(command)).action(
    async (base: string, other: string | undefined, options) => {
      const { exitCodeOfGate } = await import("@deadheat/judge");
      const { gate } = await import("../gate/gate.ts");
      const { pageOf } = await import("../folder/compared.ts");
      const { renderCompared } = await import("@deadheat/report");
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
      const reason = cause?.message ?? gated.gate.reason;
      const text = {
        out,
        color: io.color,
        verbose: options.verbose ?? false,
        width: sentencesWidthOf(io),
      };
      io.stdout.write(
        options.json
          ? `${JSON.stringify(gated)}\n`
          : renderCompared({ ...gated, gate: { ...gated.gate, reason } }, text),
      );
      if (options.json && out !== null) io.note(`journals: ${out}`);
      if (options.json && reason !== null) io.note(`deadheat: ${reason}`);
      const page = pageOf(out);
      if (page !== null) await showPage(page, options, io);
      finish(exitCodeOfGate(gated.gate.outcome, options.onUndecided));
    },
  );
}
