import assert from "node:assert/strict";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { attempt } from "@deadheat/journal";
import { processTree } from "@deadheat/measure";
import { createApps } from "../../broken-apps.ts";
import { deadheat, start } from "../../command.ts";
import { temporaryFolder } from "../../fixtures.ts";
import { until } from "../../../../packages/measure/test/processes.ts";

/** Returns the local addresses on which processes listen, from the kernel's list (proc_pid_net(5)). */
function listening(pids: readonly number[]): string[] {
  const inodes = new Set(pids.flatMap(socketsOf));
  return ["tcp", "tcp6", "udp", "udp6"].flatMap((protocol) => {
    const [, ...lines] = readFileSync(`/proc/net/${protocol}`, "utf8").trimEnd().split("\n");
    return lines.flatMap((line) => {
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      const bound = protocol.startsWith("udp") || state === "0A";
      return bound && inodes.has(inode) ? [local.split(":")[0] ?? ""] : [];
    });
  });
}

function socketsOf(pid: number): string[] {
  const open = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return open.flatMap((fd) => {
    const link = attempt(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? "";
    return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? [];
  });
}

// 127.0.0.1 and ::1 in the kernel's notation.
const loopback = new Set(["0100007F", "00000000000000000000000001000000"]);

test("everything that listens during a run does so on loopback", async (t) => {
  if (process.platform !== "linux") return t.skip("reads /proc");
  const out = join(temporaryFolder(t), "run");
  const targets = ["--targets", "node-http/node,fetch/bun,fetch/deno", "--force", "--seed", "6"];
  const rounds = ["--rounds", "3", "--warmup", "500", "--window", "0.4s"];
  const running = start([...targets, ...rounds, "--out", out]);
  t.after(() => running.child.kill("SIGINT"));
  const seen = new Set<string>();
  let servers = 0;
  let ended = false;
  void running.finished.then(() => (ended = true));
  await until(
    () => {
      const addresses = listening(processTree(running.child.pid ?? 0));
      servers = Math.max(servers, addresses.length);
      for (const address of addresses) seen.add(address);
      return ended;
    },
    () => running.stderr(),
  );
  assert.ok(servers >= 2, "the two servers of a duet were seen");
  for (const address of seen) assert.ok(loopback.has(address), address);
});

test("a target on Deno can neither read files, see the environment, run programs, nor reach out", async (t) => {
  const tried = (what: string) =>
    `try { ${what}; console.error("ALLOWED: " + ${JSON.stringify(what)}); } catch (error) { console.error(error.name); }`;
  const source = [
    'Deno.readTextFileSync("/etc/passwd")',
    'Deno.writeTextFileSync("/tmp/deadheat-was-here", "")',
    'Deno.env.get("HOME")',
    "Deno.hostname()",
    'new Deno.Command("true").outputSync()',
    'await Deno.connect({ hostname: "10.0.0.1", port: 80 })',
    'Deno.listen({ hostname: "0.0.0.0", port: 0 })',
    'Deno.dlopen("libc.so.6", {})',
  ];
  createApps({
    "zz-curious": { runtime: "deno", source: `${source.map(tried).join("\n")}\nDeno.exit(1);` },
  });
  const out = join(temporaryFolder(t), "run");
  const options = ["--rounds", "3", "--warmup", "500", "--window", "0.2s", "--json", "--out", out];
  const { code, stdout, stderr } = await deadheat("--targets", "zz-curious/deno", ...options);
  assert.equal(code, 1, stderr);
  assert.ok(!/ALLOWED/.test(stdout + stderr), stdout);
  assert.match(stdout, /its last words:\\n(NotCapable\\n){7}NotCapable/);
});
