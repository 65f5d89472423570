import { UsageError } from "@deadheat/journal";
import { renderChanges, renderResult } from "@deadheat/report";
import { reportChanges, reportFolder, widthOf } from "deadheat/parts";
import { list, openInBrowser, type Io } from "deadheat/cli";
import { MARGIN, sectionsOf, withOwnOptions, type AddCommand } from "./shared.ts";

export const addReport: AddCommand = (deadheat, { io, print }) => {
  const command = deadheat
    .command("report")
    .description(
      "print a run's table and write its report again, or show the changes between two runs",
    )
    .argument("<dir>", "folder of a run")
    .argument("[later]", "folder of a later run to compare with")
    .option(
      "--format <list>",
      "formats of one run: html,md,csv,json,bmf,gab (default: html,md)",
      list,
    );
  withOwnOptions(command, ["margin", "open"], {
    margin: `with two runs: ${MARGIN}`,
  }).action(async (directory: string, later: string | undefined, options) => {
    const { format, margin, open } = options;
    if (later !== undefined) {
      if (format !== undefined || open) {
        throw new UsageError("--format and --open work only with one run. Leave them out.");
      }
      print(renderChanges(reportChanges(directory, later, margin), widthOf(io)));
      return;
    }
    if (margin !== undefined) {
      throw new UsageError(
        "--margin works only with two runs. To judge one run by another margin: pnpm bench merge DIR --margin 3% --out NEW",
      );
    }
    const { files, result } = reportFolder(directory, format ?? null, sectionsOf);
    const shown = { color: io.color, columns: widthOf(io), sections: sectionsOf(result) };
    print(`${renderResult(result, shown)}Files: ${files.join("\n       ")}\n`);
    if (open) await show(files, io);
  });
};

async function show(files: readonly string[], io: Io): Promise<void> {
  const file = files.find((name) => name.endsWith(".html"));
  if (file === undefined) throw new UsageError("--open needs HTML. Add html to --format.");
  const problem = await openInBrowser(file);
  if (problem !== null) io.note(`deadheat: Cannot start a browser (${problem}). Open ${file}`);
}
