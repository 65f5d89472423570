#!/usr/bin/env node
import process from "node:process";
import { Command, CommanderError } from "commander";
import { hideEnvironment, UsageError } from "@deadheat/journal";
import { addBisect } from "./cli/bisect.ts";
import { addCache } from "./cli/cache.ts";
import { runCommand, type ExitCode, type Io } from "./terminal/command.ts";
import { addCompare } from "./cli/compare.ts";
import { addCompletion } from "./cli/completion.ts";
import { addDoctor } from "./cli/doctor.ts";
import { addExplain } from "./cli/explain.ts";
import { addGate } from "./cli/gate.ts";
import { addGithub } from "./cli/github.ts";
import { addHistory } from "./cli/history.ts";
import { configureHelp, helpAsked, withSuggestion } from "./cli/help.ts";
import { addInit } from "./cli/init.ts";
import { addReport } from "./cli/report.ts";
import { addRun } from "./cli/run.ts";
import { readStandardInput } from "./cli/standard-input.ts";
import { deadheatVersion } from "./version.ts";

const shown = hideEnvironment();
if (shown !== null) process.stderr.write(`deadheat: ${shown}\n`);

// Until the end says otherwise: code that ends this process early passes nothing.
process.exitCode = 3;
process.exitCode = await main(process.argv.slice(2));

function main(given: readonly string[]): Promise<ExitCode> {
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
      throw new UsageError(withSuggestion(error.message, called));
    }
  });
}

function commandOf(io: Io, finish: (code: ExitCode) => void, all: boolean): Command {
  const deadheat = new Command("deadheat")
    .description("Find out whether one HTTP server is really faster than another")
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
