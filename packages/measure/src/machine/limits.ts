import { readFileSync } from "node:fs";

/**
 * How many files a process of ours may have open. Node raises its own limit as it starts, from the
 * soft to the hard one, and what it starts inherits that: only the hard limit can be too low.
 */
export function openFileLimit(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(limits)?.[1];
    return hard === undefined || hard === "unlimited" ? Infinity : Number(hard);
  } catch {
    // Not Linux: whoever runs out of them says so.
    return Infinity;
  }
}
