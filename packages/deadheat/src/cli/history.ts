import type { Command } from "commander";
import type { ExitCode, Io } from "./command.ts";
import { asked, withMargin, withMeasuring } from "./compare-options.ts";
import { integer, list, percent } from "./option-values.ts";

export function addHistory(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const command = deadheat
    .command("history")
    .description("measures versions against one of them, and draws how it came to this")
    .argument(
      "[versions]",
      "hono@4.10..4.13, express/node@20,22,24, or revisions: v5.0.0..main (its tags)",
    )
    .option("--runtime <list>", "the runtimes to measure on: node,bun,deno", list)
    .option("--every <n>", "every n-th commit of the revisions, not their tags", integer)
    .option("--reference <version>", "the version that all are measured against (default: newest)")
    .option("--config [file]", "take servers and requests from deadheat.config")
    .option("--append <history>", "add the versions that are missing to an earlier history")
    .option("--rounds <n>", "the rounds of each version with each request (default: 8)", integer)
    .option(
      "--until <percent>",
      "measure further rounds of each version until its interval is this narrow: 1%",
      percent,
    )
    .option("--resume", "continue the interrupted history in --out, or the latest run");
  withMargin(withMeasuring(command)).action(async (versions: string | undefined, options) => {
    const { history } = await import("../history/history.ts");
    const { exitCodeOf, renderWritten } = await import("./written.ts");
    const { runtime, every, reference, config, append, rounds, until, resume, ...rest } = options;
    const finished = await history({
      ...asked(rest),
      versions,
      runtimes: runtime,
      every: every ?? null,
      reference,
      config,
      append,
      rounds: rounds ?? null,
      until: until ?? null,
      resume,
      signal: io.signal,
      onProgress: io.note,
    });
    io.stdout.write(options.json ? `${JSON.stringify(finished)}\n` : renderWritten(finished, io));
    finish(exitCodeOf(finished.result));
  });
}
