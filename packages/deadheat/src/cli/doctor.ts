import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "commander";
import { cacheDirectory } from "@deadheat/journal";
import { printable } from "@deadheat/report/format";
import type { ExitCode, Io } from "../terminal/command.ts";
import { withOptions } from "./asked.ts";

export function addDoctor(deadheat: Command, io: Io, finish: (code: ExitCode) => void): void {
  const command = deadheat
    .command("doctor")
    .description("check whether this machine can measure, and how well");
  withOptions(command, ["json"]).action(async ({ json }: { json?: true }) => {
    const { renderChecks } = await import("../doctor/check.ts");
    const { checkMachine } = await import("../doctor/machine.ts");
    const { checkPrograms } = await import("../doctor/installation.ts");
    const checks = [
      ...(await checkPrograms(io.signal)),
      ...(await checkMachine(existing(cacheDirectory()))),
    ];
    io.stdout.write(json ? `${JSON.stringify({ checks })}\n` : printable(renderChecks(checks)));
    finish(checks.some(({ status }) => status === "fail") ? 1 : 0);
  });
}

/** Returns a folder, or the nearest one above it that exists: a new user has no cache yet. */
function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}
