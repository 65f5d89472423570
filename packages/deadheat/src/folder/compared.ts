import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import {
  messageOf,
  readJournal,
  readRegular,
  UsageError,
  writeWhole,
  type RoundRecord,
  whyUnread,
} from "@deadheat/journal";
import {
  COMPARED_SCHEMA,
  readCompared,
  samplesOf,
  type Compared,
  type MetricSamples,
} from "@deadheat/judge";
import {
  renderBenchstat,
  renderComparedCsv,
  renderComparedHtml,
  renderComparedMarkdown,
  renderJunit,
  type ComparedRounds,
} from "@deadheat/report";
import { published } from "./published.ts";
import { deadheatVersion } from "../version.ts";
import { known } from "./report.ts";

/** The document of a comparison or a gate, beside its journals. */
const DOCUMENT = "comparison.json";

const formats = {
  html: { file: "report.html", render: renderComparedHtml },
  md: {
    file: "report.md",
    render: ({ document }: ComparedRounds) => renderComparedMarkdown(document),
  },
  json: { file: DOCUMENT, render: null },
  csv: {
    file: "report.csv",
    render: ({ document }: ComparedRounds) => renderComparedCsv(document),
  },
  junit: {
    file: "report.junit.xml",
    render: ({ document }: ComparedRounds) => renderJunit(document),
  },
  benchstat: { file: "report.benchstat.txt", render: renderBenchstat },
} as const;

/** The facts that a command knows after it measured. Journals are whole paths, or relative to the run's folder. */
type ComparedFacts = Omit<Compared, "schema" | "deadheat">;

/**
 * Returns the document of a comparison or a gate, with journals relative to the run's folder.
 * @param cwd the user's folder, which no document names
 */
export function comparedDocument<M extends ComparedFacts>(
  out: string,
  measured: M,
  cwd: string,
): M & Pick<Compared, "schema" | "deadheat"> {
  const inFolder = (all: Compared["comparisons"]) =>
    all.map((one) => ({ ...one, journal: relative(out, resolve(out, one.journal)) }));
  const about: Pick<Compared, "schema" | "deadheat"> = {
    schema: COMPARED_SCHEMA,
    deadheat: deadheatVersion(),
  };
  const comparisons = inFolder(measured.comparisons);
  const control = measured.control && inFolder(measured.control);
  return published({ ...about, ...measured, comparisons, control }, cwd);
}

/** Writes the document of a comparison or a gate, and its reports. */
export async function writeCompared(out: string, document: Compared): Promise<void> {
  // The document comes first: if a report fails, the measurement is not lost.
  writeWhole(join(out, DOCUMENT), document);
  await drawCompared(out, null);
}

export function pageIn(out: string): string {
  return join(out, formats.html.file);
}

export function pageOf(out: string | null): string | null {
  const file = out === null ? null : pageIn(out);
  return file !== null && existsSync(file) ? file : null;
}

export function isCompared(folder: string): boolean {
  return existsSync(join(folder, DOCUMENT));
}

/** The size from which a file is no document of a comparison. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Draws the reports of a comparison again, from its document and its journals.
 * @param names the formats; null for the default ones
 * @returns the files' paths
 * @throws UsageError if the document cannot be read, or a format does not exist
 */
export async function drawCompared(
  folder: string,
  names: readonly string[] | null,
  note: (line: string) => void = () => {},
): Promise<string[]> {
  const chosen = (names ?? ["html", "md"]).map((name) => known(name, formats, " of a comparison"));
  const path = join(folder, DOCUMENT);
  const text = readRegular(path, MAX_BYTES)?.toString("utf8");
  if (text === undefined) {
    throw new UsageError(`${path} cannot be read: ${whyUnread(path, MAX_BYTES)}`);
  }
  const document = readAt(path, text);
  const samples = (all: Compared["comparisons"]) =>
    Promise.all(all.map(({ journal }) => samplesIn(folder, journal, note)));
  const compared = {
    document,
    comparisons: await samples(document.comparisons),
    control: await samples(document.control ?? []),
    explained: explainedPages(folder, document),
  };
  return chosen.map((name) => {
    const { file, render } = formats[name];
    if (render !== null) writeWhole(join(folder, file), render(compared));
    return join(folder, file);
  });
}

function readAt(path: string, text: string): Compared {
  try {
    return readCompared(text);
  } catch (error) {
    throw new UsageError(`${path}: ${messageOf(error)}`);
  }
}

/** Returns the values of a journal's rounds; none if the journal is not in the folder. */
async function samplesIn(
  folder: string,
  journal: string,
  note: (line: string) => void,
): Promise<MetricSamples> {
  const path = join(folder, journal);
  // A document from elsewhere names no file of this machine.
  if (relative(folder, path).startsWith("..") || !existsSync(path)) return new Map();
  const { records, bad } = await readJournal(path);
  for (const { where, why } of bad) note(`${where}: ${why}`);
  const rounds = records.filter((record): record is RoundRecord => record.type === "round");
  if (rounds.length === 0) note(`${path} has no rounds, so the report draws none`);
  return samplesOf(rounds.filter(({ sides }) => sides !== null));
}

function explainedPages(folder: string, { comparisons }: Compared): (string | null)[] {
  const explained = comparisons.filter((one) => one.explained !== undefined);
  return comparisons.map((one) => {
    const i = explained.indexOf(one);
    const name = i <= 0 ? "explain.html" : `explain-${i + 1}.html`;
    return i !== -1 && existsSync(join(folder, name)) ? name : null;
  });
}
