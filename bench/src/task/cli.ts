import { runCommand, type ExitCode } from "deadheat/cli";
import { UsageError, runtimes, type Runtime } from "@deadheat/journal";
import { showTable } from "./table.ts";
import { measure } from "./task.ts";

/** Runs one of turbo's tasks for the app in this folder: `measure <runtime>`, or `table <runtime>` after it. */
export function main([task, runtime = ""]: readonly string[]): Promise<ExitCode> {
  return runCommand(async (io) => {
    if (!runtimes.includes(runtime as Runtime)) {
      throw new UsageError(
        `there is no runtime ${JSON.stringify(runtime)}. The runtimes are: ${runtimes.join(", ")}`,
      );
    }
    return task === "table" ? showTable(runtime as Runtime, io) : measure(runtime as Runtime, io);
  });
}
