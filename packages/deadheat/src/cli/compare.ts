import type { Command } from "commander";
import { comparisonDocument } from "@deadheat/judge";
import { asked, withExplain, withPair } from "./compare-options.ts";
import { showPage } from "./open.ts";
import { type Io, sentencesWidthOf } from "./command.ts";
import { integer, percent } from "./option-values.ts";

export function addCompare(deadheat: Command, io: Io): void {
  const command = deadheat
    .command("compare")
    .description("compares two servers in duets: is the new one slower than the base?")
    .argument(
      "<base>",
      "[label=]<server>[/node|/bun|/deno[@version]]: ./server.ts, hono@4.12, a git revision, http://127.0.0.1:3000",
    )
    .argument(
      "[new]",
      "the new server, written the same way. Without it, <base> is a range (main...HEAD), or the base of the working tree",
    )
    .option("--rounds <n>", "the number of rounds, if there is no budget (default: 8)", integer)
    .option(
      "--until <percent>",
      "measure until the interval is this narrow on either side: 1%",
      percent,
    );
  withExplain(withPair(command)).action(
    async (base: string, other: string | undefined, options) => {
      const { compare } = await import("../compare/compare.ts");
      const { renderComparisons, renderExplained } = await import("@deadheat/report");
      const { comparisons, explained, report } = await compare({
        ...asked(options),
        base,
        new: other,
        rounds: options.rounds ?? null,
        until: options.until ?? null,
        signal: io.signal,
        onProgress: io.note,
      });
      const width = sentencesWidthOf(io);
      const reasons = explained.map(
        ({ document, files }) => `\n${renderExplained(document, { width, page: files.html })}`,
      );
      io.stdout.write(
        options.json
          ? `${JSON.stringify(comparisonDocument(comparisons))}\n`
          : [
              renderComparisons(comparisons, {
                verbose: options.verbose ?? false,
                color: io.color,
                width,
              }),
              ...reasons,
            ].join(""),
      );
      await showPage(report, options, io);
    },
  );
}
