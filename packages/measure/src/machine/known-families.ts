import type { CpuGroup } from "./cpu-group.ts";

/** The facts about a running family besides the process that leads it. */
interface Known {
  /** The token of its mark. */
  readonly token: string;
  /** The group that counts its CPU time; null if this system gives none. */
  readonly group: CpuGroup | null;
  /** The processes that were found to be older than the family, so that none of them belongs to it. */
  readonly older: Set<number>;
  /** The first process of its PID namespace, the ancestor of all its processes; null without isolation. */
  readonly first: number | null;
  /** The most bytes that were resident whenever somebody looked. */
  peak: number;
}

const families = new Map<number, Known>();

/** Remembers a family by the process that leads it. Returns a function that forgets it. */
export function know(
  pid: number,
  facts: Omit<Known, "older" | "first" | "peak">,
  first: number | null = null,
): () => void {
  const known = { ...facts, older: new Set<number>(), first, peak: 0 };
  families.set(pid, known);
  return () => void (families.get(pid) === known && families.delete(pid));
}

export function familyOf(pid: number): Known | undefined {
  return families.get(pid);
}
