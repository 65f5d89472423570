import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listsOf, type ListFiles } from "./arguments.ts";
import type { Load } from "../load.ts";

/**
 * Writes the lists of paths and bodies that oha draws from to a folder of their own. oha reads them once, before its
 * run, and draws all lines with equal chance (`choose` of Rust's rand, in `url_generator.rs` and `request_generator.rs`
 * of 1.16.0).
 */
export function listFiles(load: Load): {
  readonly files: ListFiles;
  readonly remove: () => void;
} {
  const lists = Object.entries(listsOf(load));
  if (lists.length === 0) return { files: {}, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "deadheat-lists-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const files = lists.map(([name, lines]) => {
      const path = join(folder, name);
      writeFileSync(path, `${lines.join("\n")}\n`);
      return [name, path];
    });
    return { files: Object.fromEntries(files) as ListFiles, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
