import { Option, type Command } from "commander";
import { onUndecided } from "@deadheat/judge";
import { type ExitCode, type Io, sentencesWidthOf } from "../terminal/command.ts";
import { notExported, requireFolders } from "./export.ts";
import { asked, configured, exporting, measuring, sides, verdicts, withOptions } from "./asked.ts";
import { showPage } from "./open.ts";

export function addGate(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const command = deadheat
    .command("gate")
    .summary("fail if the new server is slower than the base by more than a limit")
    .description(
      "fail if the new server is slower than the base by more than a limit (exit code 0: passed, 1: failed, 3: not tested or no result, 4: undecided)",
    )
    .argument(
      "[base]",
      "main, main...HEAD, a tag: any server that compare takes, except a running one",
    )
    .argument("[new]", "the new server, written the same way (default: the working tree)")
    .addOption(
      new Option(
        "--on-undecided <outcome>",
        "the outcome if nothing is proven: exits with 4, 0 or 1",
      )
        .choices(onUndecided)
        .default("undecided" as const),
    );
  const own = [...configured, "control", "each", "gate"] as const;
  withOptions(command, [...own, ...measuring, ...sides, ...verdicts, ...exporting]).action(
    async (
      base: string | undefined,
      other: string | undefined,
      { onUndecided: lenient, ...options },
    ) => {
      requireFolders(options);
      const { exitCodeOfGate } = await import("@deadheat/judge");
      const { gate, reasonOf } = await import("../compare/gate.ts");
      const { pageOf } = await import("../folder/compared.ts");
      const { renderCompared, renderComparedJson } = await import("@deadheat/report");
      const { measuredBy } = await import("../folder/not-written.ts");
      const found = await measuredBy(gate({ ...asked(options, io), base, new: other }));
      const { out, cause, ...gated } = found.measured;
      const { json, verbose = false } = options;
      const reason = cause === null ? gated.gate.reason : reasonOf(cause);
      const text = { out, color: io.color, verbose, width: sentencesWidthOf(io) };
      io.stdout.write(
        json
          ? renderComparedJson(gated)
          : renderCompared({ ...gated, gate: { ...gated.gate, reason } }, text),
      );
      if (json && out !== null) io.note(`journals: ${out}`);
      if (json && reason !== null) io.note(`deadheat: ${reason}`);
      const failure = found.failure ?? (await notExported(options, gated));
      const code = exitCodeOfGate(gated.gate.outcome, lenient);
      if (failure !== null) {
        io.note(`deadheat: ${failure.message}`);
        // A failure is proven all the same. Nothing else may look like a finished check.
        return finish(code === 1 ? 1 : 3);
      }
      const page = pageOf(out);
      if (page !== null) await showPage(page, options, io);
      finish(code);
    },
  );
}
