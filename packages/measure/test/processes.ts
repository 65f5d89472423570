import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt } from "@deadheat/journal";
import { setVariables, temporaryFolder } from "../../journal/test/scratch.ts";

/** Waits until `condition` holds, for a minute at most. */
export async function until(condition: () => boolean, otherwise: () => string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!condition()) {
    assert.ok(performance.now() < deadline, otherwise());
    await sleep(20);
  }
}

/** Returns true if a process runs. A zombie does not run. */
export function alive(pid: number): boolean {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return stat !== null && !/\) [ZX] /.test(stat);
}

export function commandLine(pid: number): string {
  const words = attempt(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  return words === null ? String(pid) : `${pid} ${words.replaceAll("\0", " ")}`;
}

/** Waits until none of `pids` runs, and names those that stay. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  const left = () => pids.filter(alive).map(commandLine);
  await until(
    () => left().length === 0,
    () => `left behind:\n${left().join("\n")}`,
  );
}

/** Returns a PATH with every program of the real PATH but these. */
export function pathWithout(t: TestContext, ...missing: string[]): string {
  const folder = join(temporaryFolder(t), "bin");
  mkdirSync(folder);
  const seen = new Set(missing);
  for (const directory of (process.env.PATH ?? "").split(delimiter)) {
    // Not every entry of a PATH exists.
    for (const name of attempt(() => readdirSync(directory)) ?? []) {
      if (seen.has(name)) continue;
      seen.add(name);
      symlinkSync(join(directory, name), join(folder, name));
    }
  }
  return folder;
}

/** Gives this process a state folder of its own for the test. */
export function ownState(t: TestContext): string {
  const folder = temporaryFolder(t);
  setVariables(t, { DEADHEAT_STATE_DIR: folder });
  return folder;
}
