import type { Command } from "commander";
import { showPage } from "./open.ts";
import { asked, configured, measuring, sides, withOptions } from "./asked.ts";
import { type Io, sentencesWidthOf } from "../terminal/command.ts";

/** Adds `deadheat explain <base> <new>`. */
export function addExplain(deadheat: Command, io: Io): void {
  const command = deadheat
    .command("explain")
    .description("find the functions that make one server slower or faster, or need more memory")
    .argument("[base]", "the base: any server that compare takes, except a running one")
    .argument("[new]", "the new server, written the same way (default: as for compare)");
  withOptions(command, [...configured, ...measuring, ...sides, "metric"]).action(
    async (base: string | undefined, other: string | undefined, options) => {
      const { explain } = await import("../compare/explain.ts");
      const { renderExplained } = await import("@deadheat/report");
      const explained = await explain({
        ...asked(options),
        base,
        new: other,
        signal: io.signal,
        onProgress: io.note,
      });
      const [first, ...others] = explained.map(({ document }) => document);
      const width = sentencesWidthOf(io);
      io.stdout.write(
        options.json
          ? `${JSON.stringify(others.length === 0 ? first : { explanations: [first, ...others] })}\n`
          : explained.map(({ document }) => renderExplained(document, { width })).join("\n"),
      );
      const [page, ...more] = explained.map(({ files }) => files.html);
      for (const file of more) await showPage(file, { json: options.json }, io);
      if (page !== undefined) await showPage(page, options, io);
    },
  );
}
