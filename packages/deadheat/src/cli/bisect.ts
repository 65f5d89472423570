import type { Command } from "commander";
import type { BisectResult } from "../bisect/options.ts";
import { asked, measuring, withOptions } from "./asked.ts";
import { type ExitCode, type Io, sentencesWidthOf } from "../terminal/command.ts";

export function addBisect(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const command = deadheat
    .command("bisect")
    .description("find the commit, package, release and lines that changed the speed")
    .argument("<base>", "the older end: v4.12.0, koa@2.16.0, express/node@20, or a range v1..v2")
    .argument("[new]", "the newer end, of the same kind (default: HEAD)");
  const own = [
    "config",
    "firstParent",
    "threshold",
    "all",
    "depth",
    "resume",
    "appFrom",
    "services",
    "prepare",
  ] as const;
  withOptions(command, [...own, ...measuring, "margin", "explain"], {
    budgetSeconds: "end the search after this time (default: 1h); --resume continues it",
    resume: "continue the unfinished search with the same arguments",
    appFrom:
      "which app file to run: each commit's own (default), the newer end's for all, or the working tree's for all",
  }).action(async (base: string, other: string | undefined, options) => {
    const { bisect } = await import("../bisect/bisect.ts");
    const { renderBisected } = await import("@deadheat/report");
    const show = ({ document, files }: BisectResult) => {
      const width = sentencesWidthOf(io);
      io.stdout.write(
        options.json ? `${JSON.stringify(document)}\n` : renderBisected(document, { width, files }),
      );
      if (options.json) io.note(`Report: ${files.html}`);
    };
    const { measuredBy } = await import("../folder/not-written.ts");
    const { measured, failure } = await measuredBy(
      bisect({ ...asked(options, io), base, new: other, onUnfinished: show }),
    );
    show(measured);
    if (failure !== null) throw failure;
    finish(exitCodes[measured.document.outcome]);
  });
}

/** A search that names nothing because nothing is proven is undecided. */
const exitCodes = { found: 0, same: 0, undecided: 4, unfinished: 4 } as const;
