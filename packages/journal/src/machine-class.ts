import type { Settings } from "./record/settings.ts";

type Machine = Settings["machine"];

/** Why two machines are of different classes: a fact and its value on each. */
interface ClassDifference {
  readonly key: string;
  readonly values: readonly [string, string];
  /** A sentence that helps; empty if the values say it all. */
  readonly hint: string;
}

const facts = ["cpu", "cores", "memory", "os", "libc", "irqTime", "pinning"] as const;

const KERNELS =
  "Two builds of one version of the kernel are compared, with the variance between machines; two versions are not.";

/**
 * Finds what makes two machines different classes, whose records are never compared. Returns null for one class. The build
 * of the kernel decides no class: `Linux 6.18.44-fc-v657` and `Linux 6.18.44-fc-v669` are one version. A machine has another
 * build only after a boot, so that the two are different instances.
 */
export function classDifference(a: Machine, b: Machine): ClassDifference | null {
  if (versionOf(a.kernel) !== versionOf(b.kernel)) {
    return { key: "machine.kernel", values: [a.kernel, b.kernel], hint: KERNELS };
  }
  if (a.fingerprint === b.fingerprint) return null;
  const key = facts.find((name) => factOf(a, name) !== factOf(b, name));
  if (key) return { key: `machine.${key}`, values: [factOf(a, key), factOf(b, key)], hint: "" };
  // The fingerprint has the kernel's build in it.
  if (a.kernel !== b.kernel) return null;
  return { key: "machine.fingerprint", values: [a.fingerprint, b.fingerprint], hint: "" };
}

/** Without /etc/os-release the system is called as its kernel is, with the build. */
function factOf(machine: Machine, key: (typeof facts)[number]): string {
  if (key === "os" && machine.kernel.startsWith(`${machine.os} `)) return "";
  const value = machine[key];
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** `Linux 6.18.44-fc-v657 x64`: system, version, build and processor. */
const KERNEL = /^(\S+) (\d+(?:\.\d+){0,2})(\S*) (\S+)$/;
/** Words in the name of a build that say more than which build it is: another scheduler, or a version to come. */
const KINDS = /(?<![a-z])(?:rt|realtime|lowlatency|preempt|rc\d+)(?![a-z])/g;

function versionOf(kernel: string): string {
  const [, system, version, build = "", processor] = KERNEL.exec(kernel) ?? [];
  if (version === undefined) return kernel;
  const kinds = build.toLowerCase().match(KINDS) ?? [];
  return [system, version, ...kinds, processor].join(" ");
}
