import { Command, CommanderError } from "commander";
import { UsageError } from "@deadheat/journal";
import { addBisect } from "./bisect.ts";
import { addCache } from "./cache.ts";
import { runCommand, type ExitCode, type Io } from "../terminal/command.ts";
import { addCompare } from "./compare.ts";
import { addCompletion } from "./completion.ts";
import { addDoctor } from "./doctor.ts";
import { addExplain } from "./explain.ts";
import { addGate } from "./gate.ts";
import { addGithub } from "./github.ts";
import { addHistory } from "./history.ts";
import { configureHelp, helpAsked, withSuggestion } from "./help.ts";
import { addInit } from "./init.ts";
import { addReport } from "./report.ts";
import { addRun } from "./run.ts";
import { readStandardInput } from "./standard-input.ts";
import { deadheatVersion } from "../version.ts";

/** Runs a command line and returns its exit code. */
export function runProgram(given: readonly string[]): Promise<ExitCode> {
  const { args, all } = helpAsked(given);
  return runCommand(async (io) => {
    let command: Command | null = null;
    try {
      let code: ExitCode = 0;
      command = commandOf(io, (found) => (code = found), all);
      await addCompletion(command, args);
      await command.parseAsync(args, { from: "user" });
      return code;
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode === 0) return 0;
      const called = command?.commands.find((one) => args.includes(one.name()));
      // Nothing says yet what to do.
      if (error.code === "commander.help") {
        (called ?? command)?.outputHelp();
        return 2;
      }
      throw new UsageError(withSuggestion(error.message, called));
    }
  });
}

function commandOf(io: Io, finish: (code: ExitCode) => void, all: boolean): Command {
  const deadheat = new Command("deadheat")
    .usage("<command>")
    .description(
      `Find out whether one HTTP server is really faster than another

  deadheat compare express@4 express@5       two versions of a package
  deadheat compare ./a.mjs ./b.mjs           two files that listen on PORT
  deadheat compare main --app ./server.js    your working tree with main`,
    )
    .version(deadheatVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      // The code that catches the error prints its message.
      writeErr: () => {},
    });
  configureHelp(deadheat, all);
  deadheat.hook("preAction", (_, command) => readStandardInput(command, io.signal));
  addCompare(deadheat, io);
  addGate(deadheat, io, finish);
  addExplain(deadheat, io);
  addBisect(deadheat, io, finish);
  addRun(deadheat, io, finish);
  addHistory(deadheat, io, finish);
  addReport(deadheat, io);
  addInit(deadheat, io, finish);
  addCache(deadheat, io);
  addDoctor(deadheat, io, finish);
  addGithub(deadheat, io, finish);
  return deadheat;
}
