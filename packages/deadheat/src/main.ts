#!/usr/bin/env node
import process from "node:process";
import { Command, CommanderError } from "commander";
import { hideEnvironment, UsageError } from "@deadheat/journal";
import { addBisect } from "./cli/bisect.ts";
import { addCache } from "./cli/cache.ts";
import { runCommand, type ExitCode, type Io } from "./terminal/command.ts";
import { addCompare } from "./cli/compare.ts";
import { addExplain } from "./cli/explain.ts";
import { addGate } from "./cli/gate.ts";
import { addGithub } from "./cli/github.ts";
import { addHistory } from "./cli/history.ts";
import { addInit } from "./cli/init.ts";
import { addReport } from "./cli/report.ts";
import { addRun } from "./cli/run.ts";
import { deadheatVersion } from "./version.ts";

const shown = hideEnvironment();
if (shown !== null) process.stderr.write(`deadheat: ${shown}\n`);

// Until the end says otherwise: code that ends this process early passes nothing.
process.exitCode = 3;
process.exitCode = await main(process.argv.slice(2));

function main(args: readonly string[]): Promise<ExitCode> {
  return runCommand(async (io) => {
    try {
      let code: ExitCode = 0;
      await commandOf(io, (found) => (code = found)).parseAsync([...args], { from: "user" });
      return code;
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode === 0) return 0;
      throw new UsageError(`${error.message.replace(/^error: /, "")} (see deadheat --help)`);
    }
  });
}

function commandOf(io: Io, finish: (code: ExitCode) => void): Command {
  const deadheat = new Command("deadheat")
    .description("Find out whether one HTTP server is really faster than another")
    .version(deadheatVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      // The code that catches the error prints its message.
      writeErr: () => {},
    });
  addCompare(deadheat, io);
  addGate(deadheat, io, finish);
  addExplain(deadheat, io);
  addBisect(deadheat, io, finish);
  addRun(deadheat, io, finish);
  addHistory(deadheat, io, finish);
  addReport(deadheat, io);
  addInit(deadheat, io, finish);
  addCache(deadheat, io);
  addGithub(deadheat, io, finish);
  return deadheat;
}
