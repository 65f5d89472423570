import { runCommand, type ExitCode } from "deadheat/cli";
import { UsageError, runtimes, type Runtime } from "@deadheat/journal";
import { showTable } from "./table.ts";
import { measure } from "./task.ts";

/** The tasks of turbo's, for the app in this folder: `measure <runtime>`, and `table <runtime>` after it. */
export function main([task, runtime = ""]: readonly string[]): Promise<ExitCode> {
  return runCommand(async (io) => {
    if (!runtimes.includes(runtime as Runtime)) {
      throw new UsageError(
        `no runtime is called ${JSON.stringify(runtime)}: ${runtimes.join(", ")}`,
      );
    }
    return task === "table" ? showTable(runtime as Runtime, io) : measure(runtime as Runtime, io);
  });
}
