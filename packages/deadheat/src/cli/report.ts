import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { attempt, readRegular, UsageError, whyUnread } from "@deadheat/journal";
import type { Io } from "../terminal/command.ts";
import { list } from "../plan/option-values.ts";

export function addReport(deadheat: Command, io: Io): void {
  deadheat
    .command("report")
    .summary("write the reports of a folder again")
    .description(
      "write the reports of a folder again, or print the document of gate --json as Markdown",
    )
    .argument(
      "<path>",
      "the folder of a run, a comparison or a gate, or a file with the output of gate --json",
    )
    .option(
      "--format <list>",
      "the formats of the reports: html,md,csv,json, of a run also bmf,gab, of a comparison also junit,benchstat, comma-separated (default: md,html)",
      list,
    )
    .action(async (given: string, { format }: { format?: string[] }) => {
      const path = resolve(given);
      // A loop of links has no status either.
      const found = attempt(() => statSync(path));
      if (!found) throw new UsageError(`${given}: there is no such file or folder`);
      const isGate = found.isFile();
      if (isGate && format !== undefined) {
        throw new UsageError(
          "--format is for a run's folder, and a gate is always Markdown. Leave --format out",
        );
      }
      io.stdout.write(
        isGate ? await gateMarkdown(path) : await drawnFiles(path, format ?? null, io.note),
      );
    });
}

async function gateMarkdown(file: string): Promise<string> {
  const { readCompared } = await import("@deadheat/judge");
  const { renderComparedMarkdown } = await import("@deadheat/report");
  return renderComparedMarkdown(readCompared(textOf(file)));
}

const LARGEST = 64 * 1024 * 1024;

function textOf(file: string): string {
  const text = readRegular(file, LARGEST);
  if (text !== null) return text.toString("utf8");
  throw new UsageError(`${file} cannot be read: ${whyUnread(file, LARGEST)}`);
}

async function drawnFiles(
  folder: string,
  format: readonly string[] | null,
  note: Io["note"],
): Promise<string> {
  const { drawCompared, isCompared } = await import("../folder/compared.ts");
  const { reportFolder } = await import("../folder/report.ts");
  const files = isCompared(folder)
    ? await drawCompared(folder, format, note)
    : reportFolder(folder, format).files;
  return files.map((file) => `${file}\n`).join("");
}
