import type { Command } from "commander";
import { fileRuntimes } from "@deadheat/journal";
import type { CompareOptions } from "../plan/options.ts";
import { type Io, sentencesWidthOf } from "../terminal/command.ts";
import { exportTo, requireFolders } from "./export.ts";
import { asked, configured, exporting, measuring, sides, verdicts, withOptions } from "./asked.ts";
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
      "[new...]",
      "the new server, written the same way, or several to rank. Without it, <base> is a range (main...HEAD), or the base of the working tree",
    )
    .option(
      "--reference <server>",
      "the server that all others are compared with (default: the first)",
    );
  withOptions(command, [
    ...configured,
    "rounds",
    "until",
    ...measuring,
    ...sides,
    ...verdicts,
    ...exporting,
  ]).action(
    async (first: string | undefined, rest: readonly string[], { reference, ...options }) => {
      requireFolders(options);
      const { compare } = await import("../compare/compare.ts");
      const { renderCompared, renderComparedJson } = await import("@deadheat/report");
      const { measuredBy } = await import("../folder/not-written.ts");
      const found = await measuredBy(
        compare({ ...asked(options, io), ...serversOf(first, rest, reference) }),
      );
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
      await exportTo(options, document);
      if (found.failure !== null) throw found.failure;
      await showPage(report, options, io);
    },
  );
}

/** Returns the base and the servers that are compared with it. A reference is the base, wherever it stands. */
function serversOf(
  first: string | undefined,
  rest: readonly string[],
  reference: string | undefined,
): Pick<CompareOptions, "base" | "new" | "others"> {
  const named = first === undefined ? [] : [first, ...rest];
  const [base, next, ...others] =
    reference === undefined ? named : [reference, ...named.filter((one) => one !== reference)];
  return { base, new: next, ...(others.length > 0 && { others }) };
}
