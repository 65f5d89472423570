import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import process from "node:process";
import { cacheDirectory, EnvironmentError, messageOf } from "@deadheat/journal";
import { diesWithParent } from "../machine/pinning.ts";
import { atGate } from "./gate.ts";
import type { Room } from "./room.ts";
import { wallsOf } from "./walls.ts";

/** The isolation of measured servers: each runs in its own namespaces, or in none, for a reason. */
export interface Isolation {
  readonly mode: "namespaces" | "none";
  readonly reason: string | null;
}

let tried: Promise<Isolation> | undefined;
let isWanted = true;

/**
 * Returns whether servers are isolated. The first call of a process tries it out, which takes 0.1 s.
 * @throws the error of the system if the cache or the folder of temporary files cannot be written to
 */
export async function isolation(): Promise<Isolation> {
  return isWanted ? (tried ??= tryOut()) : { mode: "none", reason: "--no-isolation" };
}

/** Sets whether the user wants servers to be isolated, until the next call. */
export function wantIsolation(wanted: boolean): void {
  isWanted = wanted;
}

async function tryOut(): Promise<Isolation> {
  const none = (reason: string): Isolation => ({ mode: "none", reason });
  if (process.platform !== "linux") return none(`${process.platform} has no namespaces`);
  const folder = join(cacheDirectory(), "isolation");
  try {
    mkdirSync(folder, { recursive: true });
    const own = mkdtempSync(join(folder, "try-"));
    try {
      const [tree, other] = [join(own, "tree"), join(own, "other")];
      mkdirSync(tree);
      for (const path of [join(tree, "file"), other]) writeFileSync(path, "as it was");
      await Promise.all([
        inside({ tree }, ["sh", "-c", PROBE, "probe", tree, other]),
        inside({ tree: process.cwd() }, ["true"]),
        // Commands have their own version of the home (home.ts).
        ...(isFolder(os.homedir()) ? [inside({ tree: os.homedir() }, ["true"])] : []),
      ]);
      if (readFileSync(join(tree, "file"), "utf8") !== "as it was") {
        return none("a server could change its files");
      }
      return { mode: "namespaces", reason: null };
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  } catch (error) {
    // Without folders nothing else works either, and that is no reason to measure without walls.
    const { syscall = "" } = error as NodeJS.ErrnoException;
    if (/^(?:mkdir|mkdtemp|open|write|symlink)$/.test(syscall)) throw error;
    if (error instanceof EnvironmentError) throw error;
    return none(messageOf(error));
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Fails if its own file cannot be changed, if it sees the file beside its folder or the process of deadheat, or if it may write to
 * the system. It only asks whether it may: without walls, a write would be real.
 */
const PROBE = `echo changed > "$1/file" && test ! -e "$2" && test "$(cat "$1/file")" = changed &&
test ! -e "/proc/${process.pid}/environ" && test ! -w /etc`;

const WITHIN_SECONDS = 10;

async function inside(room: Room, command: readonly string[]): Promise<void> {
  const walls = wallsOf(room, room.tree, { PATH: process.env.PATH ?? "" });
  const [program = "", ...args] = [...diesWithParent(), ...walls, ...command];
  const child = spawn(program, args, { cwd: "/", stdio: ["ignore", "ignore", "pipe", "pipe"] });
  let words = "";
  child.stderr
    ?.setEncoding("utf8")
    .on("data", (text: string) => (words = (words + text).slice(-300)));
  const timer = setTimeout(() => child.kill("SIGKILL"), 1000 * WITHIN_SECONDS);
  try {
    // Without unshare, this rejects.
    const closed = once(child, "close");
    closed.catch(() => {});
    (await atGate(child))?.open();
    const [code] = (await closed) as [number | null];
    if (code === 0) return;
    throw new Error(words.trim().split("\n")[0] || `the trial ended with code ${code}`);
  } finally {
    clearTimeout(timer);
  }
}
