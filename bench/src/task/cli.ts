import { runCommand, type ExitCode } from "deadheat/cli";
import { UsageError, runtimes, type Runtime } from "@deadheat/journal";
import { measure } from "./task.ts";

/**
 * `deadheat measure <runtime>`, one turbo task: the cells of the app in this folder on one runtime. Apart
 * from cli.ts since a run starts it a hundred times, and all that the other commands need would be loaded
 * each time: measured, 0.1 s.
 */
export function main([, runtime = ""]: readonly string[]): Promise<ExitCode> {
  return runCommand(async (io) => {
    if (!runtimes.includes(runtime as Runtime)) {
      throw new UsageError(
        `no runtime is called ${JSON.stringify(runtime)}: ${runtimes.join(", ")}`,
      );
    }
    return (await measure(runtime as Runtime, io.signal)) === 0 ? 0 : 1;
  });
}
