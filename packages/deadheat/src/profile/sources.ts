import { dirname, resolve } from "node:path";
import { SourceMap, type SourceMapPayload } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { attempt, readRegular } from "@deadheat/journal";
import { functionNames, type NamedFunctions } from "./function-names.ts";

/** A position in a file; both from 0. */
interface Position {
  readonly file: string;
  readonly line: number;
}

/** A file as the runtime loaded it. */
export interface Source {
  /** Returns the position in the file from which this one was built, otherwise in this file. */
  readonly original: (line: number, column: number) => Position;
  /** The functions of the file; null if it cannot be parsed. */
  readonly functions: NamedFunctions | null;
}

/** Returns at most `most` lines of a file from this one on, which counts from 1. */
export function linesOf(file: string, line: number, most: number): string {
  const lines = textOf(file)
    .split("\n")
    .slice(line - 1, line - 1 + most);
  return lines.map((one) => one.trimEnd().slice(0, LONGEST_LINE)).join("\n");
}

const LONGEST_LINE = 160;

const LARGEST_SOURCE = 50_000_000;

/** Reads a source file, and the source map that its last lines name. A file that is gone has no names. */
export function readSource(path: string): Source {
  const text = textOf(path);
  const map = mapOf(text, path);
  return {
    original: (line, column) => originalOf(map, line, column) ?? { file: path, line },
    functions: functionNames(text),
  };
}

function originalOf(
  map: { map: SourceMap; folder: string } | null,
  line: number,
  column: number,
): Position | null {
  const entry = map?.map.findEntry(line, column);
  if (map === undefined || map === null || entry === undefined || !("originalSource" in entry))
    return null;
  const { originalSource, originalLine } = entry;
  if (!originalSource) return null;
  const url = new URL(originalSource, `${pathToFileURL(map.folder)}/`);
  return url.protocol === "file:" ? { file: fileURLToPath(url), line: originalLine } : null;
}

const REFERENCE = /^\/\/[#@] ?sourceMappingURL=(\S+)\s*$/gm;
const INLINE = /^data:application\/json[^,]*;base64,/;

function mapOf(text: string, path: string): { map: SourceMap; folder: string } | null {
  const reference = [...text.matchAll(REFERENCE)].at(-1)?.[1];
  if (reference === undefined) return null;
  const inline = INLINE.exec(reference)?.[0];
  const file = resolve(dirname(path), inline === undefined ? reference : path);
  const json =
    inline === undefined
      ? textOf(file)
      : Buffer.from(reference.slice(inline.length), "base64").toString("utf8");
  const map = attempt(() => new SourceMap(JSON.parse(json) as SourceMapPayload));
  return map && { map, folder: dirname(file) };
}

function textOf(path: string): string {
  return String(readRegular(path, LARGEST_SOURCE) ?? "");
}
