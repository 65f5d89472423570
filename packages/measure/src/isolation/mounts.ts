import { inside } from "@deadheat/journal";
import { textOf } from "../system.ts";

/** A mounted file system (proc_pid_mountinfo(5)). */
export interface Mounted {
  readonly path: string;
  /** The options that a bind mount has to keep: a user namespace may not take them away (mount_namespaces(7)). */
  readonly kept: readonly string[];
}

const KEPT = new Set(["nosuid", "nodev", "noexec"]);

/** Returns what is mounted, in the order in which it was; the last of several at one path is seen. */
export function mounted(text = textOf("/proc/self/mountinfo") ?? ""): Mounted[] {
  return text.split("\n").flatMap((line) => {
    const [, , , , path, options = ""] = line.split(" ");
    if (path === undefined) return [];
    return [{ path: unescaped(path), kept: options.split(",").filter((one) => KEPT.has(one)) }];
  });
}

/** Returns the options to keep for a path: those of the file system that it lies on. */
export function keptAt(path: string, all: readonly Mounted[]): readonly string[] {
  return all.findLast(({ path: at }) => inside(path, at))?.kept ?? [];
}

/** Returns the file systems below a path, without the one at the path itself. */
export function below(path: string, all: readonly Mounted[]): Mounted[] {
  const found = all.filter(({ path: at }) => at !== path && inside(at, path));
  return [...new Map(found.map((one) => [one.path, one])).values()];
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(\d{3})/g, (_, octal: string) =>
    String.fromCodePoint(Number.parseInt(octal, 8)),
  );
}

/** Returns a path as fstab(5) has it. */
export function escaped(path: string): string {
  return path.replaceAll(/[\s\\#]/g, (sign) => {
    return `\\${(sign.codePointAt(0) ?? 0).toString(8).padStart(3, "0")}`;
  });
}
