import type { Command } from "commander";
import { comparisonDocument } from "@deadheat/judge";
import { type Io, sentencesWidthOf } from "../terminal/command.ts";
import { asked, measuring, sides, verdicts, withOptions } from "./asked.ts";
import { showPage } from "./open.ts";

export function addCompare(deadheat: Command, io: Io): void {
  const command = deadheat
    .command("compare")
    .description("compare two servers: is the new one faster or slower?")
    .argument(
      "<base>",
      "[label=]<server>[/node|/bun|/deno[@version]]: ./server.ts, hono@4.12, a git revision, http://127.0.0.1:3000",
    )
    .argument(
      "[new]",
      "the new server, written the same way. Without it, <base> is a range (main...HEAD), or the base of the working tree",
    );
  withOptions(command, ["rounds", "until", ...measuring, ...sides, ...verdicts]).action(
    async (base: string, other: string | undefined, options) => {
      const { compare } = await import("../compare/compare.ts");
      const { renderComparisons, renderExplained } = await import("@deadheat/report");
      const { comparisons, explained, report } = await compare({
        ...asked(options),
        base,
        new: other,
        signal: io.signal,
        onProgress: io.note,
      });
      const { json, verbose = false } = options;
      const width = sentencesWidthOf(io);
      const reasons = explained.map(
        ({ document, files }) => `\n${renderExplained(document, { width, page: files.html })}`,
      );
      const text = renderComparisons(comparisons, { verbose, color: io.color, width });
      io.stdout.write(
        json ? `${JSON.stringify(comparisonDocument(comparisons))}\n` : [text, ...reasons].join(""),
      );
      await showPage(report, options, io);
    },
  );
}
