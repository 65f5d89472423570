import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { bisectedSchema } from "@deadheat/judge";
import { obtainOha } from "@deadheat/oha";
import { scratchOf, stateOf } from "../../../versions/test/revisions-repository.ts";
import { setVariables } from "../../../journal/test/scratch.ts";
import { madeUp } from "../bisect-repository.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

test("a search that is killed at ten moments goes on each time, and leaves the user's tree as it was", async (t) => {
  const { path } = await obtainOha();
  const scratch = scratchOf(t);
  setVariables(t, { OHA_BIN: path });
  const cwd = join(scratch, "repository");
  const ids = madeUp(cwd, { commits: 40, steps: { 23: 0.8 }, broken: [20], rounds: 100 });
  const before = stateOf(cwd);
  const out = join(scratch, "out");
  const words = ["v1", "v2", "--app", "server.mjs", "--out", out, "--warmup", "1000", "--json"];
  const start = () => {
    const resume = existsSync(join(out, "search.json")) ? ["--resume"] : [];
    return spawn(process.execPath, [main, "bisect", ...words, ...resume], {
      cwd,
      stdio: ["ignore", "pipe", "ignore"],
    });
  };
  let kept = 0;
  for (let i = 0; i < 10; i++) {
    const child = start();
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await sleep(1500 + 700 * i);
    child.kill("SIGKILL");
    await ended;
    assert.deepEqual(stateOf(cwd), before);
    const rounds = roundsIn(out);
    assert.ok(rounds >= kept, `${rounds} of ${kept} rounds are left`);
    kept = rounds;
  }
  const child = start();
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += String(chunk)));
  const code = await new Promise((resolve) => child.once("close", resolve));
  assert.equal(code, 0);
  const document = v.parse(bisectedSchema, JSON.parse(text));
  assert.deepEqual(
    document.changes.map(({ candidate }) => candidate.id),
    [ids[23]],
  );
  assert.ok(document.line.rounds >= kept);
  assert.deepEqual(stateOf(cwd), before);
});

/** Returns the number of rounds in all journals of a search. */
function roundsIn(out: string): number {
  const folder = join(out, "journal");
  if (!existsSync(folder)) return 0;
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), "utf8").split("\n"),
  );
  return lines.filter((line) => line.includes('"type":"round"')).length;
}
