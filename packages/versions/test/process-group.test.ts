import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { execa } from "execa";
import { endLeftovers, newMark } from "@deadheat/measure";
import { alive, until, untilGone } from "../../measure/test/processes.ts";
import { endOfGroup, LEADS_GROUP } from "../src/processes/process-group.ts";
import { runTool } from "../src/processes/tool.ts";
import { scratchOf } from "./revisions-repository.ts";

const linux = { skip: process.platform !== "linux" && "needs /proc", timeout: 60_000 };
const never = new AbortController().signal;

/** Returns shell commands: one leaves three processes, in its group and in other sessions, and one waits until they run. */
function leaving(folder: string) {
  const file = join(folder, "pids");
  writeFileSync(file, "");
  writeFileSync(join(folder, "live.sh"), `echo $$ >>"${file}"\nwhile :; do sleep 0.2; done\n`);
  const live = `sh "${folder}/live.sh"`;
  return {
    line: `${live} & setsid ${live} & (${live} >/dev/null 2>&1 </dev/null &)`,
    started: `until [ "$(wc -l <"${file}")" -eq 3 ]; do sleep 0.1; done`,
    pids: () => readFileSync(file, "utf8").split("\n").filter(Boolean).map(Number),
  };
}

/** Runs a line of shell as the leader of a group, and waits until all of it has ended. */
function ran(line: string, name: string, seconds?: number) {
  const mark = newMark();
  const program = execa("sh", ["-c", line], { env: mark.env, reject: false, ...LEADS_GROUP });
  return endOfGroup(program, mark, name, never, seconds);
}

test("what a setup has left ends with it, in whatever session it is", linux, async (t) => {
  const scratch = scratchOf(t);
  const { line, started, pids } = leaving(scratch);
  const log = join(scratch, "log");
  assert.equal(await runTool(`${line}; ${started}`, { cwd: scratch, log, signal: never }), null);
  assert.equal(pids().length, 3);
  assert.deepEqual(pids().filter(alive), []);
});

test("a program whose pipes are kept open by a daemon is not waited for", linux, async (t) => {
  const { line, started, pids } = leaving(scratchOf(t));
  const { stdout, failed } = await ran(`${line}; ${started}; echo done`, "npm");
  assert.deepEqual([stdout, failed], ["done", false]);
  assert.deepEqual(pids().filter(alive), []);
});

test("a program that does not end is ended with all that it has started", linux, async (t) => {
  const { line, started, pids } = leaving(scratchOf(t));
  await assert.rejects(ran(`${line}; ${started}; sleep 1000`, "npm run build", 2), {
    name: "EnvironmentError",
    message: /^npm run build did not end within 1 min/,
  });
  assert.deepEqual(pids().filter(alive), []);
});

test(
  "a setup ends with a command that is killed, and the next command ends what is left",
  linux,
  async (t) => {
    const scratch = scratchOf(t);
    const { line, pids } = leaving(scratch);
    const leader = join(scratch, "leader");
    const log = join(scratch, "log");
    const program = `
    import { runTool } from ${JSON.stringify(import.meta.resolve("../src/processes/tool.ts"))};
    const signal = new AbortController().signal;
    const line = ${JSON.stringify(`echo $$ >${leader}; ${line}; wait`)};
    await runTool(line, { cwd: ${JSON.stringify(scratch)}, log: ${JSON.stringify(log)}, signal });`;
    const command = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    t.after(() => command.kill("SIGKILL"));
    await until(
      () => pids().filter(alive).length === 3,
      () => `${pids().length} have started`,
    );
    // On a busy machine the children may run before their command has recorded them.
    const records = join(scratch, "state/processes");
    await until(
      () =>
        existsSync(records) &&
        readdirSync(records).some((name) =>
          readFileSync(join(records, name), "utf8").endsWith("}"),
        ),
      () => "the command has recorded no process",
    );
    // Until its parent has read the exit code, a killed command counts as running.
    const exited = once(command, "exit");
    command.kill("SIGKILL");
    await exited;
    await untilGone([Number(readFileSync(leader, "utf8"))]);
    const ended = await endLeftovers();
    assert.equal(ended.length, 1);
    await untilGone(pids());
  },
);
