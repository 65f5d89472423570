import { Option, type Command } from "commander";
import { appSources } from "../entrants/app-file.ts";
import { asked, withExplain, withMargin, withMeasuring } from "./compare-options.ts";
import { type ExitCode, type Io, sentencesWidthOf } from "./command.ts";
import { percent } from "./option-values.ts";

/** Adds `deadheat bisect <base> [new]`. */
export function addBisect(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const command = deadheat
    .command("bisect")
    .description("finds the commit, version or release that made a server slower or faster")
    .argument("<base>", "the older end: v4.12.0, koa@2.16.0, express/node@20, or a range v1..v2")
    .argument("[new]", "the newer end, of the same kind (default: HEAD)")
    .option("--config <file>", "the configuration file (default: deadheat.config.*)")
    .option("--first-parent", "name a merge, and do not search its branch")
    .option(
      "--threshold <percent>",
      "the slowdown that counts as behind the step (default: half the difference of the ends)",
      percent,
    )
    .option("--all <percent>", "look for every step above this size", percent)
    .option("--resume", "continue the unfinished search with the same arguments")
    .addOption(
      new Option(
        "--app-from <side>",
        "the source of the app for commits: each its own (default), the new end's or the working tree's for all",
      ).choices(appSources),
    );
  withExplain(withMargin(withMeasuring(command))).action(
    async (base: string, other: string | undefined, options) => {
      const { bisect } = await import("../bisect/bisect.ts");
      const { renderBisected } = await import("@deadheat/report");
      const { threshold, all, firstParent, resume, config, ...rest } = options;
      const { document, files } = await bisect({
        ...asked(rest),
        base,
        new: other,
        threshold: threshold ?? null,
        all: all ?? null,
        firstParent,
        resume,
        config,
        signal: io.signal,
        onProgress: io.note,
      });
      const width = sentencesWidthOf(io);
      io.stdout.write(
        options.json ? `${JSON.stringify(document)}\n` : renderBisected(document, { width, files }),
      );
      if (options.json) io.note(`page: ${files.html}`);
      finish(exitCodes[document.outcome]);
    },
  );
}

/** A search that names nothing because nothing is proven is undecided. */
const exitCodes = { found: 0, same: 0, undecided: 4, unfinished: 4 } as const;
