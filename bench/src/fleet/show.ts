import type { Io } from "deadheat/cli";
import type { WorkerState } from "./announce.ts";

/** The seconds after which the command says that nobody works, and how to start a worker. */
export const QUIET_SECONDS = 3;

/**
 * Returns a function that prints a line whenever a machine comes, goes, or begins another cell.
 * @param code the first digits of the commit, which workers must have
 */
export function showMachines({ note }: Pick<Io, "note">, commit: string | null) {
  const began = performance.now();
  const known = new Map<string, WorkerState>();
  let toldQuiet = false;
  return (
    workers: readonly WorkerState[],
    others: readonly WorkerState[],
    queued: number,
  ): void => {
    const there = new Set(workers.map(({ worker }) => worker));
    for (const one of workers) {
      const before = known.get(one.worker);
      known.set(one.worker, one);
      if (!before) note(`${one.label} joins (${one.cpu})`);
      if (one.doing !== null && one.doing !== before?.doing) note(`${one.label}: ${one.doing}`);
    }
    for (const [id, { label, doing }] of known) {
      if (there.has(id)) continue;
      known.delete(id);
      note(doing === null ? `${label} leaves` : `${label} is gone. Another worker takes its task`);
    }
    if (workers.length > 0) toldQuiet = false;
    const isQuiet = (performance.now() - began) / 1000 > QUIET_SECONDS;
    if (workers.length > 0 || toldQuiet || !isQuiet || queued === 0) return;
    toldQuiet = true;
    note(quietWords(others, commit));
  };
}

/** Returns why nobody takes the tasks, and what to do. */
export function quietWords(others: readonly WorkerState[], commit: string | null): string {
  const start =
    "To start one, run on each machine, in a clone at this commit, with the same QUEUE_URL and\n" +
    "TURBO_REMOTE_CACHE_SIGNATURE_KEY: npx -y pnpm@12.21.0 bench worker --queue";
  if (others.length === 0) return `No worker is there. Waiting for one. ${start}`;
  const shown = others.map(({ label, commit: its, class: name }) => {
    return `${label} (commit ${its?.slice(0, 12) ?? "none"}, class ${name})`;
  });
  return (
    `No worker has this code (commit ${commit?.slice(0, 12) ?? "none"}) and class of machine. ` +
    `Others wait: ${shown.slice(0, 5).join(", ")}. ${start}`
  );
}
