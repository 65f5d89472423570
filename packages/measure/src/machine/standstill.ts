import process from "node:process";
import { attempt } from "@deadheat/journal";
import { statOf } from "../stat.ts";
import { familyOf } from "./known-families.ts";
import { processTree } from "./members.ts";

/** A process may start another one between two looks at all of them. */
const MOST_LOOKS = 10;

/**
 * Stops all processes of a server inside of walls, so that it takes no CPU time from another one that starts. Without walls its
 * processes may be found too late or not at all, and it goes on.
 * @returns a function that lets them go on
 */
export function standstill(pid: number): () => void {
  if (familyOf(pid)?.first == null) return () => {};
  const stopped = new Set<number>();
  for (let look = 0; look < MOST_LOOKS; look++) {
    const running = processTree(pid).filter(
      (one) => !/^[TtZX]/.test(statOf(one)?.("state") ?? "X"),
    );
    if (running.length === 0) break;
    for (const one of running) {
      stopped.add(one);
      attempt(() => process.kill(one, "SIGSTOP"));
    }
  }
  return () => {
    for (const one of stopped) attempt(() => process.kill(one, "SIGCONT"));
  };
}
