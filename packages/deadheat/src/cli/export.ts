import { closeSync, constants, openSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { attempt, EnvironmentError, messageOf, UsageError } from "@deadheat/journal";
import type { Compared } from "@deadheat/judge";

interface Exports {
  readonly exportJson?: string;
  readonly exportMarkdown?: string;
  readonly exportCsv?: string;
  readonly exportJunit?: string;
}

/** Checks before anything is measured that the files can lie where the options say. @throws UsageError */
export function requireFolders(options: Exports): void {
  for (const [flag, file] of filesOf(options)) {
    const folder = dirname(resolve(file));
    if (!isFolder(folder)) {
      throw new UsageError(`${flag} ${file}: there is no folder ${folder}. Create it first`);
    }
    if (isFolder(file)) throw new UsageError(`${flag} ${file} is a folder. Add the name of a file`);
  }
}

const isFolder = (path: string) => attempt(() => statSync(resolve(path)).isDirectory()) === true;

/** Writes the result to the files of the options. @throws EnvironmentError if a file cannot be written */
export async function exportTo(options: Exports, document: Compared): Promise<void> {
  const { renderComparedCsv, renderComparedJson, renderComparedMarkdown, renderJunit } =
    await import("@deadheat/report");
  const renderers = {
    "--export-json": renderComparedJson,
    "--export-markdown": renderComparedMarkdown,
    "--export-csv": renderComparedCsv,
    "--export-junit": renderJunit,
  };
  for (const [flag, file] of filesOf(options)) {
    try {
      write(resolve(file), renderers[flag](document));
    } catch (error) {
      throw new EnvironmentError(`${flag} ${file} could not be written: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
}

function write(file: string, text: string): void {
  // Without O_NONBLOCK, opening a FIFO that nobody reads has no end (open(2)). Written so, a full pipe would be an error.
  const { O_CREAT, O_NONBLOCK = 0, O_WRONLY } = constants;
  const opened = openSync(file, O_WRONLY | O_CREAT | O_NONBLOCK, 0o666);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(opened);
  }
}

/** Writes the result as `exportTo` does. Returns the error if a file cannot be written: a gate has an outcome all the same. */
export async function notExported(options: Exports, document: Compared): Promise<Error | null> {
  try {
    await exportTo(options, document);
    return null;
  } catch (error) {
    if (error instanceof EnvironmentError) return error;
    throw error;
  }
}

function filesOf({ exportJson, exportMarkdown, exportCsv, exportJunit }: Exports) {
  const all = [
    ["--export-json", exportJson],
    ["--export-markdown", exportMarkdown],
    ["--export-csv", exportCsv],
    ["--export-junit", exportJunit],
  ] as const;
  return all.flatMap(([flag, file]) => (file === undefined ? [] : [[flag, file] as const]));
}
