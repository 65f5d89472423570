import { Command, CommanderError } from "commander";
import { printable, printableInColor } from "@deadheat/report/format";
import { runCommand, type ExitCode, type Io } from "deadheat/cli";
import { addCalibrate } from "./cli/calibrate.ts";
import { addCompare } from "./cli/compare.ts";
import { addDoctor } from "./cli/doctor.ts";
import { addExplain } from "./cli/explain.ts";
import { addList } from "./cli/list.ts";
import { addMerge } from "./cli/merge.ts";
import { addNew } from "./cli/new.ts";
import { addPlan } from "./cli/plan.ts";
import { addReport } from "./cli/report.ts";
import { addRun } from "./cli/run.ts";
import { addVerify } from "./cli/verify.ts";
import { addWorker } from "./cli/worker.ts";

const commands = [
  addRun,
  addPlan,
  addWorker,
  addCompare,
  addExplain,
  addCalibrate,
  addList,
  addVerify,
  addDoctor,
  addReport,
  addMerge,
  addNew,
];

/** Runs the `bench` command. Never throws: errors go to standard error. */
export function main(args: readonly string[]): Promise<ExitCode> {
  return runCommand(async (io) => {
    let code: ExitCode = 0;
    try {
      await program(io, (result) => (code = result)).parseAsync([...args], { from: "user" });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      // Commander has already printed the error or its help.
      return error.exitCode === 0 ? 0 : 2;
    }
    return code;
  });
}

function program(io: Io, finish: (code: ExitCode) => void): Command {
  const deadheat = new Command("pnpm bench")
    .description("Find out which HTTP framework is really faster.")
    .exitOverride()
    .showHelpAfterError("(--help lists the commands and options)")
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(printable(text)),
    });
  const shown = io.color ? printableInColor : printable;
  const print = (text: string) => void io.stdout.write(shown(text));
  const answer = (json: boolean | undefined, document: unknown, text: () => string): void => {
    print(json ? `${JSON.stringify(document, null, 2)}\n` : text());
  };
  for (const add of commands) add(deadheat, { io, print, answer, finish });
  return deadheat;
}
