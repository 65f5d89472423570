import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EnvironmentError, withScratch } from "@deadheat/journal";
import { askGit } from "@deadheat/versions";

/** A file that both servers load, with its text in each; that of the base has the source map of the new one. */
export interface ChangedFile {
  /** The path from the new server's root. */
  readonly path: string;
  readonly base: string;
  readonly new: string;
}

/** A group of lines that changed together: those of the base are the ones that a revert brings back. */
export interface LineGroup {
  readonly path: string;
  /** The first line, from 1, and the number of lines, in each text. With no lines, the place is after the first. */
  readonly base: readonly [first: number, count: number];
  readonly new: readonly [first: number, count: number];
}

/** Groups that have at most this many unchanged lines between them are one hunk, as in git's diffs. */
const CONTEXT = 3;
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm;

/** Returns the changed line groups of files, in order. @throws EnvironmentError if there is no git */
export async function lineGroupsOf(files: readonly ChangedFile[]): Promise<LineGroup[]> {
  const groups: LineGroup[] = [];
  for (const { path, base, new: next } of files) {
    const text = await diffOf([{ path: "file", base, new: next }], 0);
    for (const [, ...numbers] of text.matchAll(HUNK)) {
      const [a, b = 1, c, d = 1] = numbers.map((one) => (one === undefined ? undefined : +one));
      groups.push({ path, base: [a as number, b], new: [c as number, d] });
    }
  }
  return groups;
}

/** Returns groups as lists that belong together: by file or by hunk. */
export function grouped(groups: readonly LineGroup[], by: "file" | "hunk"): LineGroup[][] {
  const lists: LineGroup[][] = [];
  for (const group of groups) {
    const before = lists.at(-1)?.at(-1);
    const isNear =
      before?.path === group.path &&
      (by === "file" || group.new[0] - (before.new[0] + before.new[1]) <= 2 * CONTEXT);
    if (isNear) lists.at(-1)?.push(group);
    else lists.push([group]);
  }
  return lists;
}

/** Returns the lines of a text, each with its end. */
export function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** Returns a file's new text with the old lines of some groups. */
export function reverted({ base, new: next }: ChangedFile, groups: readonly LineGroup[]): string {
  const old = linesOf(base);
  const lines = linesOf(next);
  for (const group of groups.toReversed()) {
    const [first, count] = group.new;
    const [from, size] = group.base;
    const put = size === 0 ? [] : old.slice(from - 1, from - 1 + size);
    // An insertion of git's stands after a line, and so counts from that line on.
    lines.splice(count === 0 ? first : first - 1, count, ...put);
  }
  return lines.join("");
}

/** Returns what git prints for the difference of texts, from base to new: `git apply -R` takes it back. */
export async function diffOf(files: readonly ChangedFile[], context = CONTEXT): Promise<string> {
  return withScratch("diff", async (folder) => {
    for (const { path, ...texts } of files) {
      for (const [side, text] of [
        ["a", texts.base],
        ["b", texts.new],
      ] as const) {
        const file = join(folder, side, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    }
    const how = ["--no-color", "--no-ext-diff", "--no-textconv", "--text", `-U${context}`];
    const args = ["diff", "--no-index", "--no-prefix", "--diff-algorithm=histogram", ...how];
    const { ok, text, said } = await askGit([...args, "a", "b"], folder);
    // git exits with 1 if the texts differ.
    if (!ok && text === "") throw new EnvironmentError(`git cannot compare two files: ${said}`);
    // The last newline is gone from the output of a command, and git apply needs it.
    return text === "" ? "" : `${text}\n`;
  });
}
