import type { Command } from "commander";
import { fileRuntimes } from "@deadheat/journal";
import { type Io, sentencesWidthOf } from "../terminal/command.ts";
import { asked, configured, measuring, sides, verdicts, withOptions } from "./asked.ts";
import { showPage } from "./open.ts";

export function addCompare(deadheat: Command, io: Io): void {
  const command = deadheat
    .command("compare")
    .description("compare two servers: is the new one faster or slower?")
    .argument(
      "[base]",
      `[label=]<server>[/${fileRuntimes.join("|/")}[@version]]: ./server.ts, hono@4.12, a git revision, http://127.0.0.1:3000`,
    )
    .argument(
      "[new]",
      "the new server, written the same way. Without it, <base> is a range (main...HEAD), or the base of the working tree",
    );
  withOptions(command, [
    ...configured,
    "rounds",
    "until",
    ...measuring,
    ...sides,
    ...verdicts,
  ]).action(async (base: string | undefined, other: string | undefined, options) => {
    const { compare } = await import("../compare/compare.ts");
    const { renderCompared, renderComparedJson } = await import("@deadheat/report");
    const { measuredBy } = await import("../folder/not-written.ts");
    const found = await measuredBy(compare({ ...asked(options, io), base, new: other }));
    const { explained: _, out, report, ...document } = found.measured;
    io.stdout.write(
      options.json
        ? renderComparedJson(document)
        : renderCompared(document, {
            out,
            verbose: options.verbose ?? false,
            color: io.color,
            width: sentencesWidthOf(io),
          }),
    );
    if (found.failure !== null) throw found.failure;
    await showPage(report, options, io);
  });
}
