import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { withScratch } from "@deadheat/journal";
import type { Load } from "../load.ts";
import { loopback } from "./loopback.ts";

/** The paths of the files that oha draws from, one entry a line. */
export interface ListFiles {
  readonly urls?: string;
  readonly bodies?: string;
}

/**
 * Runs `work` with the lists of paths and bodies that oha draws from, in a folder of their own. oha reads them once,
 * before its run, and draws all lines with equal chance (`choose` of Rust's rand, in `url_generator.rs` and
 * `request_generator.rs` of 1.16.0).
 * @throws RangeError for an entry that is not a single line
 */
export async function withLists<T>(
  { url, paths, bodies }: Load,
  work: (files: ListFiles) => Promise<T>,
): Promise<T> {
  if (paths === undefined && bodies === undefined) return work({});
  const { origin } = new URL(loopback(url));
  const lists = {
    ...(paths && {
      urls: linesOf("path", paths, /^\/[\x21-\x7e]*$/).map((path) => loopback(origin + path)),
    }),
    ...(bodies && { bodies: linesOf("body", bodies, /^[^\r\n\0]+$/) }),
  };
  return withScratch("lists", (folder) => {
    const files = Object.entries(lists).map(([name, lines]) => {
      const path = join(folder, name);
      writeFileSync(path, `${lines.join("\n")}\n`);
      return [name, path];
    });
    return work(Object.fromEntries(files) as ListFiles);
  });
}

function linesOf(what: string, lines: readonly string[], allowed: RegExp): readonly string[] {
  if (lines.length === 0) throw new RangeError("paths and bodies must not be empty lists");
  const wrong = lines.find((line) => !allowed.test(line));
  if (wrong === undefined) return lines;
  throw new RangeError(`not a ${what} for a list: ${JSON.stringify(wrong.slice(0, 80))}`);
}
