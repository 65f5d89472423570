import type { Command } from "commander";
import { showPage } from "./open.ts";
import { asked, configured, measuring, sides, withOptions } from "./asked.ts";
import type { ExplainedRequest } from "../profile/written.ts";
import { type Io, sentencesWidthOf } from "../terminal/command.ts";

export function addExplain(deadheat: Command, io: Io): void {
  const command = deadheat
    .command("explain")
    .summary("find the functions that make the difference")
    .description("find the functions that make one server slower or faster, or need more memory")
    .argument("[base]", "the base: any server that compare takes, except a running one")
    .argument("[new]", "the new server, written the same way (default: as for compare)");
  withOptions(command, [
    ...configured,
    ...measuring,
    ...sides,
    "metric",
    "prove",
    "markdown",
  ]).action(async (base: string | undefined, other: string | undefined, options) => {
    const { explain } = await import("../compare/explain.ts");
    const { briefOf } = await import("@deadheat/judge");
    const { renderExplained, renderExplainedMarkdown } = await import("@deadheat/report");
    const { measuredBy } = await import("../folder/not-written.ts");
    const show = (explained: readonly ExplainedRequest[]) => {
      const [first, ...others] = explained.map(({ document }) => briefOf(document));
      const width = sentencesWidthOf(io);
      io.stdout.write(
        options.json
          ? `${JSON.stringify(others.length === 0 ? first : { explanations: [first, ...others] })}\n`
          : explained
              .map(({ document }) =>
                options.markdown
                  ? renderExplainedMarkdown(document)
                  : renderExplained(document, { width }),
              )
              .join("\n"),
      );
    };
    const found = await measuredBy(explain({ ...asked(options, io), base, new: other }, show));
    const explained = found.measured;
    show(explained);
    if (found.failure !== null) throw found.failure;
    const [page, ...more] = explained.map(({ files }) => files.html);
    for (const file of more) await showPage(file, { json: options.json }, io);
    if (page !== undefined) await showPage(page, options, io);
  });
}
