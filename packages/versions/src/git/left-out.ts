import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "@deadheat/journal";
import { askGit } from "./git.ts";

/** The files that git tracks and a checkout does not have, as paths from the folder. */
export interface LeftOut {
  /** Submodules whose folders are empty, with their addresses; an address is null if .gitmodules names none. */
  readonly submodules: readonly { readonly path: string; readonly url: string | null }[];
  /** Files of which Git LFS has the content, and this folder only a pointer. */
  readonly pointers: readonly string[];
}

/** Returns what a folder lacks although git tracks it: nothing outside of a repository, or without git. */
export function leftOutOf(folder: string): Promise<LeftOut> {
  return lookedUp(folder).catch(() => ({ submodules: [], pointers: [] }));
}

async function lookedUp(folder: string): Promise<LeftOut> {
  const list = async (...args: readonly string[]) => {
    const { ok, text } = await askGit(["ls-files", "-z", ...args], folder);
    return ok ? text.split("\0").filter(Boolean) : [];
  };
  const staged = await list("--stage");
  const modules = staged.flatMap((line) => /^160000 [^\t]+\t([^]+)/.exec(line)?.[1] ?? []);
  const empty = modules.filter((path) => {
    return attempt(() => readdirSync(join(folder, path)))?.length === 0;
  });
  const tracked = await list("--", ":(attr:filter=lfs)");
  return {
    submodules: await Promise.all(
      empty.map(async (path) => ({ path, url: await addressOf(folder, path) })),
    ),
    pointers: tracked.filter((path) => attempt(() => startOf(join(folder, path))) === POINTER),
  };
}

async function addressOf(folder: string, path: string): Promise<string | null> {
  const top = (await askGit(["rev-parse", "--show-cdup"], folder)).text.trim();
  const file = join(folder, top, ".gitmodules");
  const config = (...args: readonly string[]) =>
    askGit(["config", "--file", file, ...args], folder);
  const { text: prefix } = await askGit(["rev-parse", "--show-prefix"], folder);
  const paths = await config("--get-regexp", String.raw`^submodule\..*\.path$`);
  const line = paths.text.split("\n").find((one) => one.endsWith(` ${prefix.trim()}${path}`));
  const key = line?.split(" ")[0]?.replace(/\.path$/, ".url");
  const { ok, text } = key === undefined ? { ok: false, text: "" } : await config("--get", key);
  return ok ? text.trim() : null;
}

/** The start of a pointer (git-lfs, docs/spec.md). */
const POINTER = "version https://git-lfs.github.com/spec/";

function startOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(POINTER.length);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
