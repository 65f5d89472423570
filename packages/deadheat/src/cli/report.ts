import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { messageOf, UsageError } from "@deadheat/journal";
import type { Io } from "./io.ts";
import { list } from "./option-values.ts";

/** `deadheat report`: what `run` and `gate` have found, for people and for other tools. */
export function addReport(deadheat: Command, io: Io): void {
  deadheat
    .command("report")
    .description("draws again what a run has found, or what gate --json printed, as Markdown")
    .argument("<path>", "a run's folder, or a file with that document")
    .option(
      "--format <list>",
      "of a run: html,md,csv,json,bmf,gab, comma-separated (default: md,html)",
      list,
    )
    .action(async (given: string, { format }: { format?: string[] }) => {
      const path = resolve(given);
      const isGate = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
      if (isGate && format !== undefined) {
        throw new UsageError("--format is for a run's folder; a gate is printed as Markdown");
      }
      io.stdout.write(isGate ? await gateMarkdown(path) : await drawnFiles(path, format ?? null));
    });
}

async function gateMarkdown(file: string): Promise<string> {
  const { readGated } = await import("@deadheat/judge");
  const { renderGateMarkdown } = await import("@deadheat/report");
  return renderGateMarkdown(readGated(textOf(file)));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`);
  }
}

/** Their paths, one a line. */
async function drawnFiles(folder: string, format: readonly string[] | null): Promise<string> {
  const { reportFolder } = await import("../folder/report.ts");
  const { files } = reportFolder(folder, format);
  return files.map((file) => `${file}\n`).join("");
}
