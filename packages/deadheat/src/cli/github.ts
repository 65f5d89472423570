import { PassThrough } from "node:stream";
import { Command, CommanderError } from "commander";
import { UsageError } from "@deadheat/journal";
import type { ExitCode } from "./command.ts";
import { addGate } from "./gate.ts";
import type { Io } from "./io.ts";

/** Adds `deadheat github check` and `deadheat github comment`. The actions and the workflows of `init --github` run them. */
export function addGithub(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const github = deadheat
    .command("github")
    .description("steps of a workflow on GitHub: the check of a pull request, and its comment");
  github
    .command("check")
    .description(
      "runs gate with INPUT_… and the event: writes the job's summary, outputs and files",
    )
    .action(async () => {
      const { check } = await import("../github/check.ts");
      finish(await check(io, (args) => runGate(args, io)));
    });
  github
    .command("comment")
    .description("runs in the workflow that follows the check: writes or updates the comment")
    .action(async () => {
      const { comment } = await import("../github/comment.ts");
      io.note(`deadheat: ${await comment(io.signal)}`);
    });
}

/** Runs `deadheat gate` in this process and returns its standard output and exit code. */
async function runGate(
  args: readonly string[],
  io: Io,
): Promise<{ stdout: string; code: ExitCode }> {
  const stdout = new PassThrough();
  let code: ExitCode = 0;
  const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addGate(command, { ...io, stdout }, (found) => (code = found));
  for (const gate of command.commands) gate.copyInheritedSettings(command);
  try {
    await command.parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new UsageError(error.message.replace(/^error: /, ""));
  }
  return { stdout: String(stdout.read()), code };
}
