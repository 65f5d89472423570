import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import process from "node:process";

interface Tree {
  /** Real path. */
  readonly folder: string;
}

/**
 * The file of one checkout put into another, where it lies in its own, so that what it imports is the other's. It gets a
 * name of its own, unless the same text is there already.
 * @param file absolute
 * @returns its path there
 */
export function placeFile(from: Tree, file: string, into: Tree): string {
  const text = readFileSync(file);
  const same = join(into.folder, relative(from.folder, file));
  if (existsSync(same) && readFileSync(same).equals(text)) return same;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const placed = join(dirname(same), `.deadheat-${hash}${extname(file)}`);
  mkdirSync(dirname(placed), { recursive: true });
  const staged = `${placed}.${process.pid}`;
  writeFileSync(staged, text);
  renameSync(staged, placed);
  return placed;
}
