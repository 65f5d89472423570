import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { copyWhole, UsageError } from "@deadheat/journal";
import { inside } from "./links.ts";

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
  if (!inside(realpathSync(dirname(placed)), folder)) {
    throw new UsageError(
      `${path} cannot be placed: its folder is a link that leads out of the checkout`,
    );
  }
  copyWhole(file, placed);
  return placed;
}
