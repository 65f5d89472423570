import type { CpuGroup } from "./cpu-group.ts";

/** The facts about a running family besides the process that leads it. */
interface Known {
  /** The token of its mark. */
  readonly token: string;
  /** The group that counts its CPU time; null if this system gives none. */
  readonly group: CpuGroup | null;
}

const families = new Map<number, Known>();

/** Remembers a family by the process that leads it. Returns a function that forgets it. */
export function know(pid: number, known: Known): () => void {
  families.set(pid, known);
  return () => void (families.get(pid) === known && families.delete(pid));
}

export function familyOf(pid: number): Known | undefined {
  return families.get(pid);
}
