import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";
import type { CheckoutOptions } from "../src/revisions/checkout.ts";
import { setVariables, temporaryFolder } from "../../journal/test/scratch.ts";

/** Makes a temporary folder that also holds deadheat's cache and state during the test. */
export function scratchOf(t: TestContext): string {
  const scratch = temporaryFolder(t);
  setVariables(t, {
    DEADHEAT_CACHE: join(scratch, "cache/deadheat"),
    XDG_CACHE_HOME: join(scratch, "cache"),
    DEADHEAT_STATE_DIR: join(scratch, "state"),
  });
  return scratch;
}

/** Runs git with a fixed author. */
export function git(cwd: string, ...args: string[]): string {
  const settings = ["-c", "user.name=Somebody", "-c", "user.email=some@body.test"];
  return execFileSync("git", [...settings, "-c", "protocol.file.allow=always", ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" },
  }).trim();
}

export type Files = Readonly<Record<string, string>>;

export function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Commits all changes. @returns the id of the commit */
export function commitAll(folder: string, message: string): string {
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", message);
  return git(folder, "rev-parse", "HEAD");
}

export function repositoryIn(folder: string, files: Files): string {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
  write(folder, files);
  commitAll(folder, "first");
  return folder;
}

/** Makes files that are modified, staged, both, deleted, untracked or ignored, and a stash and a hook. */
export function dirty(folder: string): void {
  write(folder, { "stashed.txt": "put away" });
  git(folder, "add", "stashed.txt");
  git(folder, "stash", "push", "--quiet");
  write(folder, { "staged.txt": "staged", "both.txt": "staged" });
  git(folder, "add", "staged.txt", "both.txt");
  write(folder, {
    "both.txt": "and modified",
    "modified.txt": "modified",
    "new/untracked.txt": "new",
  });
  write(folder, {
    "ignored.log": "ignored",
    ".git/hooks/post-checkout": `#!/bin/sh\ntouch "${folder}/TRACE"\n`,
  });
  execFileSync("chmod", ["+x", join(folder, "run.sh"), join(folder, ".git/hooks/post-checkout")]);
  rmSync(join(folder, "deleted.txt"));
}

export const clean: Files = {
  ".gitignore": "*.log\n",
  "modified.txt": "as it was",
  "both.txt": "as it was",
  "deleted.txt": "here",
  "run.sh": "#!/bin/sh\n",
};

/** Returns all that belongs to the user: files with modes and times, index, HEAD, refs, stash, settings. */
export function stateOf(folder: string): Record<string, string> {
  return {
    status: git(folder, "status", "--porcelain=v2", "--ignored", "--untracked-files=all"),
    head: git(folder, "rev-parse", "HEAD"),
    refs: git(folder, "for-each-ref"),
    stash: git(folder, "stash", "list", "--format=%H"),
    ...bytesOf(folder, [".git/objects", ".git/worktrees"]),
  };
}

function bytesOf(folder: string, but: readonly string[], below = ""): Record<string, string> {
  const entries = readdirSync(join(folder, below)).flatMap((name): [string, string][] => {
    const path = join(below, name);
    if (but.includes(path)) return [];
    const stats = lstatSync(join(folder, path));
    if (stats.isDirectory()) return Object.entries(bytesOf(folder, but, path));
    const content = stats.isSymbolicLink()
      ? readlinkSync(join(folder, path))
      : readFileSync(join(folder, path));
    const hash = createHash("sha256").update(content).digest("hex");
    return [[path, `${stats.mode} ${stats.mtimeMs} ${hash}`]];
  });
  return Object.fromEntries(entries);
}

/** Returns options of a checkout, and the notes that it has printed. */
export function optionsOf(
  cwd: string,
  own: Partial<CheckoutOptions> = {},
): CheckoutOptions & { readonly notes: string[] } {
  const notes: string[] = [];
  return {
    cwd,
    setup: null,
    offline: false,
    allowScripts: [],
    allowGit: false,
    signal: new AbortController().signal,
    note: (line) => notes.push(line),
    notes,
    ...own,
  };
}
