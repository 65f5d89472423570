import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Interrupted } from "@deadheat/journal";
import { thisInstance } from "@deadheat/measure";
import type { JournalStore, RunPlan, RunFolder } from "@deadheat/runner";
import type { Io } from "deadheat/cli";
import type { Prepared } from "../plan/prepare.ts";
import type { Target } from "../targets/manifest.ts";
import type { Context } from "../cache/context.ts";
import { keptJournalPath } from "../cache/kept.ts";
import type { Caching } from "../cache/caching.ts";
import { RemoteCacheError } from "../cache/remote-cache.ts";
import { fateOf, toldOf, type Fate } from "../cache/replayed.ts";
import { missingFrom } from "../cache/round-trip.ts";
import { lookUp, runTurbo, type TaskState } from "../cache/turbo.ts";

/**
 * Returns turbo's cache as the store of a run's journals. First, turbo computes the key of every target. The header of each
 * journal records this key, and the journal is kept only under it.
 * @throws EnvironmentError if turbo does not work, Interrupted
 */
export async function openTurboStore(
  plan: RunPlan,
  { all, settings }: Prepared,
  { out }: RunFolder,
  { mode, read, remote }: Caching,
  io: Io,
): Promise<JournalStore> {
  const instance = thisInstance();
  const measurable = new Set(plan.participants.map(({ name }) => name));
  const targets = all.filter(({ name }) => measurable.has(name));
  let warned = false;
  const warn = (words: string) => {
    if (!warned) io.note(`The remote cache fails: ${words}. No metric is lost.`);
    warned = true;
  };
  /** Runs `work` for each group of targets with the same settings: turbo reads the settings from its environment. */
  const inTurn = async (
    some: readonly Target[],
    work: typeof lookUp | typeof runTurbo,
    use: { readonly read: boolean; readonly write: boolean; readonly finished: boolean },
  ): Promise<readonly (readonly [Target, TaskState])[]> => {
    const { finished, ...caches } = use;
    const cache = { ...caches, remote };
    const options = { log: join(out, "turbo.log"), signal: io.signal, warn, cache };
    const states: TaskState[] = [];
    for (const group of Map.groupBy(some, (one) =>
      JSON.stringify(plan.settingsOf(one.name)),
    ).values()) {
      const [first] = group as [Target, ...Target[]];
      const context: Context = { settings: plan.settingsOf(first.name), run: { out, finished } };
      states.push(...(await work(group, context, options)));
      if (io.signal.aborted) throw new Interrupted();
    }
    return states.map((state) => [targetOf({ name: state.target }), state]);
  };
  const targetOf = ({ name }: { readonly name: string }) =>
    targets.find((target) => target.name === name) as Target;
  const looking = { read, write: false, finished: false };
  const states = (await inTurn(targets, lookUp, looking)).map(([, state]) => state);
  const hashes = new Map(states.map(({ target, hash }) => [target, hash]));

  return {
    hashOf: (name) => hashes.get(name) ?? null,
    find: async (wanted) => {
      const names = new Set(states.filter(({ cached }) => cached).map(({ target }) => target));
      const cached = read ? wanted.map(targetOf).filter(({ name }) => names.has(name)) : [];
      // Turbo restores the journal or, on a miss, runs the task, which then fails. Without the old file, no old journal counts.
      for (const target of cached) rmSync(keptJournalPath(target), { force: true });
      const here = { settings, instance, mode };
      const fates: [Target, Fate][] = [];
      for (const [target, { hash }] of await inTurn(cached, runTurbo, looking)) {
        fates.push([target, await fateOf(target, hash, here)]);
      }
      for (const line of toldOf(fates.map(([, fate]) => fate))) io.note(line);
      const taken = fates.filter(([, fate]) => fate.startsWith("taken"));
      return new Map(taken.map(([target]) => [target.name, keptJournalPath(target)]));
    },
    keep: async (finished) => {
      const own = finished.map(({ participant }) => targetOf(participant));
      for (const target of own) rmSync(keptJournalPath(target), { force: true });
      await inTurn(own, runTurbo, { read: false, write: mode !== "off", finished: true });
      if (remote === null || remote.readOnly) return;
      // Turbo exits with 0 even if uploads failed.
      const kept = own.filter((target) => existsSync(keptJournalPath(target)));
      const sent = kept.flatMap(({ name }) => hashes.get(name) ?? []);
      const why = await missingFrom(remote, sent, io.signal).then(
        (missing) =>
          missing.length === 0 ? null : `lacks ${missing.length} of ${sent.length} journals`,
        (error: Error) => {
          if (error instanceof RemoteCacheError) return error.message;
          throw error;
        },
      );
      if (why !== null)
        io.note(`The remote cache ${why}. All journals are kept in the cache of this clone.`);
    },
  };
}
