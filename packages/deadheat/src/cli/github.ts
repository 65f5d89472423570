import type { Command } from "commander";
import type { ExitCode, Io } from "../terminal/command.ts";

/** Adds `deadheat github check`, which the action and the workflow of `init --github` run. */
export function addGithub(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const github = deadheat
    .command("github")
    .description("check a pull request, as a step of a workflow on GitHub");
  github
    .command("check")
    .description(
      "run gate with INPUT_… and the event, and write the job's summary, outputs and files",
    )
    .action(async () => {
      const { check } = await import("../github/check.ts");
      const { gate } = await import("../compare/gate.ts");
      finish(await check(io, gate));
    });
}
