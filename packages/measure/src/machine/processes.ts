import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { attempt, readRegular } from "@deadheat/journal";
import { stateDirectory } from "./directory.ts";
import { identify, identitySchema, isRunning, mayBeRunning, type Identity } from "./identity.ts";
import { endMarked, isMarked, tokenOf } from "../mark.ts";

// With `setpriv` the kernel ends our processes with us (pinning.ts). This file covers the rest: other systems, and
// processes that outlive a command that was killed.

/** A process that we started, with its owner. Each has a file in `<state>/processes`. */
const entrySchema = v.object({
  ...identitySchema.entries,
  what: v.string(),
  owner: identitySchema,
  /** The token in its environment; empty if the system does not show it. */
  token: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{32})?$/)),
  /** true if the token is in no other program, so that all processes that carry it are ended with this one. */
  family: v.boolean(),
});
const LARGEST_ENTRY = 10_000;
type Started = v.InferOutput<typeof entrySchema>;

/**
 * Records that `owner`, by default this process, started `pid`, so that the next command can end it if we cannot. If
 * the folder cannot be written, nothing is recorded.
 * @param token the token of a program that has one of its own: the next command ends all processes that carry it
 * @returns the function to call when the process has ended
 */
export function remember(
  pid: number,
  what: string,
  { owner = identify(process.pid), token = null }: { owner?: Identity; token?: string | null } = {},
): () => void {
  const family = token !== null;
  const entry = { ...identify(pid), what, owner, token: token ?? tokenOf(pid) ?? "", family };
  try {
    const folder = join(stateDirectory(), "processes");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${pid}${family ? `-${token}` : ""}.json`);
    writeFileSync(file, JSON.stringify(entry satisfies Started));
    return () => rmSync(file, { force: true });
  } catch {
    return () => {};
  }
}

const NONE = { found: false, left: false };

/**
 * Ends the processes that killed commands have left and returns them. A process is ended only if it is provably ours: by
 * its id, its start time and the token in its environment, or by the token of its family. Systems without /proc show no
 * token.
 */
export async function endLeftovers(): Promise<Started[]> {
  const ended: Started[] = [];
  for (const { file, entry } of entries()) {
    if (entry !== null && mayBeRunning(entry.owner)) continue;
    const ours = entry !== null && isOurs(entry);
    if (ours) kill(entry.pid);
    const { found, left } = entry?.family ? await endMarked(entry.token) : NONE;
    // The next command tries again.
    if (left) continue;
    if (entry !== null && (ours || found)) ended.push(entry);
    rmSync(file, { force: true });
  }
  const deadline = performance.now() + 5000;
  while (ended.some(isRunning) && performance.now() < deadline) await sleep(20);
  // The ended processes may have left processes of their own.
  if (ended.length > 0) ended.push(...(await endLeftovers()));
  return ended;
}

function entries(): { file: string; entry: Started | null }[] {
  const folder = join(stateDirectory(), "processes");
  return (attempt(() => readdirSync(folder)) ?? []).map((name) => {
    const file = join(folder, name);
    const text = String(readRegular(file, LARGEST_ENTRY));
    const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), entrySchema), text);
    // A file is incomplete if its writer was killed, or it is not ours.
    return { file, entry: entry.success ? entry.output : null };
  });
}

/** Returns true if the process with this id is the one that we started, and not another one to which the id went. */
function isOurs(entry: Started): boolean {
  if (!isRunning(entry)) return false;
  if (process.platform !== "linux") return true;
  return entry.token !== "" && isMarked(entry.pid, entry.token);
}

/** Kills a process with its group if it leads one (it was started detached), otherwise alone. */
function kill(pid: number): void {
  for (const id of [-pid, pid]) attempt(() => process.kill(id, "SIGKILL"));
}
