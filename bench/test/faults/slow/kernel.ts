import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";
import { attempt } from "@deadheat/journal";
import { untilGone } from "../../../../packages/measure/test/processes.ts";
import { temporaryFolder } from "../../fixtures.ts";

// Small disks and limited machines, as the kernel gives them to root.

/** Mounts a file system of the given size. Returns null without root. */
export function smallDisk(t: TestContext, size: string): string | null {
  const mounted: string[] = [];
  // Hooks run in the order of their registration: this one unmounts the disk before another removes its folder.
  t.after(() => mounted.forEach((disk) => execFileSync("umount", ["--lazy", disk])));
  const folder = temporaryFolder(t);
  const options = ["-t", "tmpfs", "-o", `size=${size}`, "none", folder];
  if (attempt(() => execFileSync("mount", options, { stdio: "pipe" })) === null) return null;
  mounted.push(folder);
  return folder;
}

/** Makes a cgroup (v1 or v2). Returns the files of its processes and of a limit, or null without root. */
export function controlGroup(
  t: TestContext,
  controller: string,
  limits: { readonly v1: string; readonly v2: string },
): { members: string; limit: string } | null {
  for (const [parent, name] of [
    [`/sys/fs/cgroup/${controller}`, limits.v1],
    ["/sys/fs/cgroup", limits.v2],
  ] as const) {
    const group = join(parent, `deadheat-${controller}-${process.pid}`);
    if (attempt(() => mkdirSync(group)) === null) continue;
    const [members, limit] = [join(group, "cgroup.procs"), join(group, name)];
    t.after(async () => {
      const pids = readFileSync(members, "utf8").split("\n").filter(Boolean);
      await untilGone(pids.map(Number));
      execFileSync("rmdir", [group]);
    });
    if (existsSync(limit)) return { members, limit };
  }
  return null;
}
