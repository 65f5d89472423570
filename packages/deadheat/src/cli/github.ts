import type { Command } from "commander";
import type { ExitCode } from "./command.ts";
import type { Io } from "./io.ts";

/** `deadheat github check` and `deadheat github comment`: what the steps of the actions and of `init --github` call. */
export function addGithub(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const github = deadheat
    .command("github")
    .description("steps of a workflow on GitHub: the check of a pull request, and its comment");
  github
    .command("check")
    .description("gate, told by INPUT_… and the event: writes the job's summary, outputs and files")
    .action(async () => {
      const { check } = await import("../github/check.ts");
      const { gate } = await import("../gate/gate.ts");
      finish(await check(io, gate));
    });
  github
    .command("comment")
    .description("in the workflow that follows it: writes the comment, once, and then anew")
    .action(async () => {
      const { comment } = await import("../github/comment.ts");
      io.note(`deadheat: ${await comment(io.signal)}`);
    });
}
