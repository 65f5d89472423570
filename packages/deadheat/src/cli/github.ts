import type { Command } from "commander";
import type { ExitCode, Io } from "./command.ts";

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
      const { gate } = await import("../gate/gate.ts");
      finish(await check(io, gate));
    });
  github
    .command("comment")
    .description("runs in the workflow that follows the check: writes or updates the comment")
    .action(async () => {
      const { comment } = await import("../github/comment.ts");
      io.note(`deadheat: ${await comment(io.signal)}`);
    });
}
