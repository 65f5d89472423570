import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { commandLine } from "../../../measure/test/processes.ts";
import { folderOf } from "../config-folder.ts";
import { PRELUDE, servers } from "./hostile-servers.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

/** No command may take longer, whatever its server does: 20 s until it is ready, twice, and some seconds of load. */
const MOST_SECONDS = 90;
/** The most memory of a command. An ordinary comparison has 150 MB. */
const MOST_BYTES = 700e6;
/** Most of them are waited for. */
const AT_ONCE = 6;

interface Outcome {
  readonly name: string;
  readonly code: number | null;
  readonly seconds: number;
  readonly bytes: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Compares a good server with a hostile one by the real command, and watches its time and its memory. */
async function compare(folder: string, name: string): Promise<Outcome> {
  const file = `${name.replaceAll(/\W+/g, "-")}.cjs`;
  writeFileSync(join(folder, file), PRELUDE + servers[name]);
  const words = ["compare", "./good.cjs", `./${file}`, "--warmup", "200", "--window", "0.2s"];
  const more = ["--budget", "3s", "--allow-concurrent", "--aa", "--json"];
  const child = spawn(process.execPath, [main, ...words, ...more], {
    cwd: folder,
    env: {
      ...process.env,
      NO_COLOR: "1",
      TMPDIR: join(folder, "tmp"),
      DEADHEAT_STATE_DIR: join(folder, "state"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const from = performance.now();
  const late = setTimeout(() => child.kill("SIGKILL"), 1000 * MOST_SECONDS);
  let [stdout, stderr, bytes] = ["", "", 0];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => (stderr = (stderr + text).slice(-5000)));
  const watch = setInterval(() => (bytes = Math.max(bytes, peakOf(child.pid ?? 0))), 100);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(late);
  clearInterval(watch);
  return { name, code, seconds: (performance.now() - from) / 1000, bytes, stdout, stderr };
}

function peakOf(pid: number): number {
  try {
    const [, kilobytes] =
      /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return 1024 * Number(kilobytes ?? 0);
  } catch {
    return 0;
  }
}

/** Returns the processes that have anything to do with a folder. */
function processesOf(folder: string): string[] {
  const links = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`);
    } catch {
      return "";
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => links(pid).startsWith(folder) || commandLine(Number(pid)).includes(folder))
    .map((pid) => commandLine(Number(pid)));
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Returns whether a command ended in time, with bounded memory, and with a metric or one reason why there is none. */
function isRight({ name, code, seconds, bytes, stdout, stderr }: Outcome): boolean {
  const bounded = seconds < MOST_SECONDS && bytes < MOST_BYTES;
  // A stack of deadheat's own code means that it met something that it does not know.
  const clear = !/^ {4}at .*packages\/\w+\/src\//m.test(stderr) && !stderr.includes("\u001b");
  const metric =
    code === 0 ? Number.isFinite(JSON.parse(stdout).comparisons[0].ratio) : stdout === "";
  // One server kills deadheat itself.
  const explained = [0, 2, 3].includes(code ?? -1) || name === "kills its parent";
  return bounded && clear && metric && explained;
}

test("after comparisons with more than 50 hostile servers nothing of theirs is left", async (t) => {
  if (process.platform !== "linux") return t.skip("needs /proc");
  const folder = folderOf(t, { "good.cjs": `${PRELUDE} serve();` });
  for (const name of ["tmp", "state"]) mkdirSync(join(folder, name));
  const left = Object.keys(servers);
  assert.ok(left.length > 50);
  const outcomes: Outcome[] = [];
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      outcomes.push(await compare(folder, name));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const wrong = outcomes.flatMap((outcome) => {
    const { name, code, seconds, bytes, stderr } = outcome;
    const what = `${name}: ${code} after ${seconds.toFixed(1)} s with ${Math.round(bytes / 1e6)} MB`;
    t.diagnostic(what);
    return isRight(outcome) ? [] : [`${what}\n${stderr}`];
  });
  assert.deepEqual(wrong, []);
  // The next command ends what killed ones have left.
  assert.equal((await compare(folder, "has a detached child")).code, 0);
  await sleep(500);
  assert.deepEqual(processesOf(folder), []);
  // The next command also removes the folder of traces of the one that its server killed.
  assert.deepEqual(readdirSync(join(folder, "tmp")), []);
  assert.deepEqual(readdirSync(join(folder, "state", "processes")), []);
  const ports = existsSync(join(folder, "ports"))
    ? readFileSync(join(folder, "ports"), "utf8")
    : "";
  for (const port of ports.split("\n").filter(Boolean))
    assert.equal(await answers(Number(port)), false);
});
