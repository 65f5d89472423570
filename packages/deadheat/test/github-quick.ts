// Runs `deadheat github check` with the outcome that its argument names. Without an argument it measures with short
// blocks, for which the action has no input.
import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { exitCodeOfGate } from "@deadheat/judge";
import { outcomes } from "../../report/test/gated.ts";
import { runCommand, type ExitCode } from "../src/cli/command.ts";
import { check, type RunGate } from "../src/github/check.ts";

const main = join(import.meta.dirname, "../src/main.ts");
const found = outcomes[process.argv[2] ?? ""];

const measured: RunGate = ([gate = "", ...args]) =>
  new Promise((resolve) => {
    const short = ["--warmup=1000", "--window=0.2s"];
    execFile(process.execPath, [main, gate, ...short, ...args], (error, stdout, stderr) => {
      process.stderr.write(stderr);
      resolve({ stdout, code: Number(error?.code ?? 0) as ExitCode });
    });
  });

process.exitCode = await runCommand((io) =>
  check(io, async (args) => {
    if (found === undefined) return measured(args);
    const code = exitCodeOfGate(found.outcome, "undecided");
    return { stdout: `${JSON.stringify(found)}\n`, code };
  }),
);
