import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { cacheDirectory, copyWhole, isWhole, readJournal } from "@deadheat/journal";
import type { JournalStore, Participant, RunPlan } from "@deadheat/runner";
import { hashOf } from "@deadheat/versions";
import { steadyPart, type Running, type RunTarget } from "./running.ts";

/**
 * Returns the store of the user's own runs: a folder below the cache directory with a file for each journal. The file's
 * name is a hash of everything that decides the metrics. A drawn seed is not part of the hash.
 * @param instance the machine that measures; journals of other machines are not found
 */
export function folderStore(
  plan: RunPlan,
  { requests, cache, targets, verify }: Pick<Running, "requests" | "cache" | "targets" | "verify">,
  floors: readonly RunTarget[],
  instance: string,
): JournalStore {
  const all = [...targets, ...floors];
  const asked = requests.map(({ name, exchange, ignored }) => {
    return { name, ignored, ...steadyPart(exchange) };
  });
  const pathOf = ({ name, version, sources, facts }: Participant): string | null => {
    const target = all.find((one) => one.name === name);
    // If some files of a server are unknown, no hash can prove that the server is the same.
    if (target === undefined || !target.known) return null;
    const settings = plan.settingsOf(name);
    const own = [name, version, sources, facts, instance, settings, target.runtimeVersion];
    return join(cacheDirectory(), "journals", `${hashOf([...own, asked])}.jsonl`);
  };
  return {
    hashOf: () => null,
    find: async (wanted) => {
      const found = new Map<string, string>();
      for (const participant of cache === "force" ? [] : wanted) {
        const path = pathOf(participant);
        if (path === null || !existsSync(path)) continue;
        const { records, bad } = await readJournal(path);
        if (bad.length > 0 || !isWhole(records)) continue;
        found.set(participant.name, path);
        // The time of the last use lets `deadheat cache prune` keep the journal.
        utimesSync(path, new Date(), new Date());
      }
      return found;
    },
    keep: async (finished) => {
      await verify?.();
      for (const { participant, path } of finished) {
        const kept = pathOf(participant);
        if (kept !== null) copyWhole(path, kept);
      }
    },
  };
}
