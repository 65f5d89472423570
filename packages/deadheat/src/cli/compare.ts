import type { Command } from "commander";
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
      const { renderCompared } = await import("@deadheat/report");
      const {
        explained: _,
        out,
        report,
        ...document
      } = await compare({
        ...asked(options),
        base,
        new: other,
        rounds: options.rounds ?? null,
        until: options.until ?? null,
        signal: io.signal,
        onProgress: io.note,
      });
      io.stdout.write(
        options.json
          ? `${JSON.stringify(document)}\n`
          : renderCompared(document, {
              out,
              verbose: options.verbose ?? false,
              color: io.color,
              width: sentencesWidthOf(io),
            }),
      );
      await showPage(report, options, io);
    },
  );
}
