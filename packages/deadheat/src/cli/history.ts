import { Option, type Command } from "commander";
import { fileRuntimes } from "@deadheat/journal";
import type { ExitCode, Io } from "../terminal/command.ts";
import { asked, measuring, withOptions } from "./asked.ts";
import { integer, list } from "../plan/option-values.ts";

export function addHistory(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const command = deadheat
    .command("history")
    .description("measure many versions and chart how their speed changed")
    .argument(
      "[versions]",
      "hono@4.10..4.13, express/node@20,22,24, or revisions: v5.0.0..main (its tags)",
    )
    .option("--runtime <list>", `the runtimes to measure on: ${fileRuntimes.join()}`, list)
    .option("--every <n>", "every n-th commit of the revisions, not their tags", integer)
    .addOption(
      new Option(
        "--dependencies <when>",
        "the dependencies of each version of a package: those of today (default), or those of the day of its release",
      ).choices(["now", "then"]),
    )
    .option("--reference <version>", "the version that all are measured against (default: newest)")
    .option("--config [file]", "take servers and requests from deadheat.config")
    .option("--append <history>", "add the versions that are missing to an earlier history");
  withOptions(command, ["rounds", "until", "resume", ...measuring, "parallel", "margin"], {
    rounds: "the rounds of each version with each request (default: 8)",
    until: "measure further rounds of each version until its interval is this narrow: 1%",
    resume: "continue the interrupted history in --out, or the latest run",
  }).action(async (versions: string | undefined, options) => {
    const { history } = await import("../history/history.ts");
    const { exitCodeOf, renderWritten } = await import("./written.ts");
    const { runtime, ...rest } = options;
    const { measuredBy } = await import("../folder/not-written.ts");
    const { measured, failure } = await measuredBy(
      history({ ...asked(rest, io), versions, runtimes: runtime }),
    );
    io.stdout.write(options.json ? `${JSON.stringify(measured)}\n` : renderWritten(measured, io));
    if (failure !== null) throw failure;
    finish(exitCodeOf(measured.result));
  });
}
