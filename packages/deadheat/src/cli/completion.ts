import { Argument, type Command } from "commander";
import { configureHelp } from "./help.ts";

const NAME = "completion";
const WHAT = "print a script that completes commands and options in your shell";

/** Returns whether the arguments ask for a script of a shell, or are a question of such a script. */
function isCompletion([first]: readonly string[]): boolean {
  return first === NAME || first === "complete";
}

/** Adds `completion bash|zsh|fish`, which prints a script for the shell. All other commands must be there already. */
export async function addCompletion(deadheat: Command, args: readonly string[]): Promise<void> {
  if (!isCompletion(args)) {
    // Only the help sees this one. The library would slow down every command.
    deadheat
      .command(NAME)
      .description(WHAT)
      .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish", "powershell"]));
    return;
  }
  const { default: tab } = await import("@bomb.sh/tab/commander");
  configureHelp(deadheat, true);
  tab(deadheat, { completionCommandName: NAME });
  deadheat.commands.find((one) => one.name() === NAME)?.description(WHAT);
}
