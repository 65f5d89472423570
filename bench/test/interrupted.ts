import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readJournal, type RoundRecord } from "@deadheat/journal";
import type { Result } from "@deadheat/judge";
import { processTree } from "@deadheat/measure";
import { deadheat, resultOf, start } from "./command.ts";
import { alive, until } from "../../packages/measure/test/processes.ts";

/** Starts a run and interrupts it when it has printed `word`. */
export async function interrupted(args: readonly string[], word: string): Promise<void> {
  const running = start(args);
  await until(() => running.stderr().includes(word), running.stderr);
  const tree = () => processTree(running.child.pid ?? 0);
  // Between two rounds only the command runs.
  await until(
    () => tree().length > 2,
    () => "no servers are running",
  );
  const processes = tree();
  running.child.kill("SIGINT");
  const { code, stderr } = await running.finished;
  assert.equal(code, 130);
  assert.match(stderr, /--resume/);
  for (const pid of processes) assert.ok(!alive(pid), `process ${pid} is left`);
}

export async function roundsIn(out: string): Promise<RoundRecord[]> {
  const folder = join(out, "journal");
  const journals = await Promise.all(
    readdirSync(folder).map((name) => readJournal(join(folder, name))),
  );
  assert.deepEqual(
    journals.flatMap(({ bad }) => bad),
    [],
  );
  return journals.flatMap(({ records }) => records.filter((record) => record.type === "round"));
}

export async function resumed(out: string, ...args: string[]): Promise<Result> {
  return resultOf(await deadheat("--resume", "--json", "--out", out, ...args));
}
