import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { attempt } from "@deadheat/journal";
import { textOf } from "../system.ts";

/**
 * A control group, in which the kernel counts the CPU time of all processes that a family ever had. The clocks of
 * processes miss a child that ends without being waited for, and one that outlives its parent and then ends.
 */
export interface CpuGroup {
  readonly name: string;
  /** Moves a process into the group, with those that it starts from then on. Returns false if that is not allowed. */
  readonly add: (pid: number) => boolean;
  /** Returns the CPU seconds of the group so far; null if they cannot be read. */
  readonly seconds: () => number | null;
  /** Removes the group, which must be empty. */
  readonly remove: () => void;
}

const PREFIX = "deadheat-";

/** Removes groups whose last process was a zombie when their family ended, or whose command was killed. */
function removeEmpty(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    // A group with processes stays: another command measures.
    attempt(() => rmdirSync(join(folder, name)));
  }
}

/** A hierarchy of control groups (cgroups(7)): where our own group is, and how its CPU time is read. */
interface Hierarchy {
  readonly folder: string;
  readonly read: (group: string) => number;
}

let hierarchy: Hierarchy | null | undefined;

/** Makes a group for a family; null if this system does not allow that, as for most users who are not root. */
export function newCpuGroup(token: string): CpuGroup | null {
  hierarchy ??= findHierarchy();
  if (hierarchy === null) return null;
  const { folder, read } = hierarchy;
  removeEmpty(folder);
  const name = PREFIX + token;
  const group = join(folder, name);
  if (attempt(() => mkdirSync(group)) === null) return null;
  return {
    name,
    add: (pid) => attempt(() => writeFileSync(join(group, "cgroup.procs"), String(pid))) !== null,
    seconds: () => attempt(() => read(group)),
    remove: () => void attempt(() => rmdirSync(group)),
  };
}

/**
 * Finds the group of this process in a hierarchy that counts CPU time. In version 2 its own group would get a share of
 * the CPU of its own if the controller `cpu` is enabled below ours, which would change the duet: no group is made then.
 */
function findHierarchy(): Hierarchy | null {
  const own = (textOf("/proc/self/cgroup") ?? "").split("\n").map((line) => line.split(":"));
  const v1 = own.find(([, controllers]) => controllers?.split(",").includes("cpuacct"));
  const mixed = v1?.[1]?.split(",").includes("cpu");
  if (v1 && !mixed) {
    const folder = join("/sys/fs/cgroup/cpuacct", v1[2] ?? "");
    const read = (group: string) =>
      Number(readFileSync(join(group, "cpuacct.usage"), "utf8")) / 1e9;
    return existsSync(join(folder, "cpuacct.usage")) ? { folder, read } : null;
  }
  const v2 = own.find(([id]) => id === "0");
  const folder = join("/sys/fs/cgroup", v2?.[2] ?? "");
  const enabled = textOf(join(folder, "cgroup.subtree_control"));
  if (enabled === null || enabled.split(/\s/).includes("cpu")) return null;
  const read = (group: string) => {
    const usage = /^usage_usec (\d+)$/m.exec(readFileSync(join(group, "cpu.stat"), "utf8"))?.[1];
    if (usage === undefined) throw new Error("cpu.stat has no usage_usec");
    return Number(usage) / 1e6;
  };
  return { folder, read };
}
