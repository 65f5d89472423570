import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { renameSync, writeFileSync } from "node:fs";
import { dirname, extname, join, sep } from "node:path";
import process from "node:process";
import { UsageError } from "@deadheat/journal";

/**
 * Puts a file into a checkout, so that its imports are those of the checkout. The copy has a name of its own, unless the
 * checkout has the same text at that path already.
 * @param file absolute path of the file
 * @param path its place in the checkout, from the root
 * @param folder real path of the checkout's root
 * @returns the absolute path of the copy
 * @throws UsageError if a symbolic link leads out of the checkout
 */
export function placeFile(file: string, path: string, folder: string): string {
  const text = readFileSync(file);
  const same = join(folder, path);
  if (existsSync(same) && readFileSync(same).equals(text)) return same;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const placed = join(dirname(same), `.deadheat-${hash}${extname(path)}`);
  mkdirSync(dirname(placed), { recursive: true });
  const real = realpathSync(dirname(placed));
  if (real !== folder && !real.startsWith(folder + sep)) {
    throw new UsageError(
      `${path} cannot be placed: its folder is a link that leads out of the checkout`,
    );
  }
  const staged = `${placed}.${process.pid}`;
  writeFileSync(staged, text);
  renameSync(staged, placed);
  return placed;
}
