import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Context, Visit } from "../task/context.ts";
import { Interrupted, thisInstance } from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import { readJournal, failureOf, type JournalRecord } from "@deadheat/journal";
import type { Target } from "../targets/manifest.ts";
import { journalPath, keptJournalPath } from "../task/journal-path.ts";
import type { Plan } from "../plan/plan.ts";
import type { Prepared } from "../plan/prepared.ts";
import { settingsFor } from "../plan/shard.ts";
import type { OpenRun } from "deadheat/parts";
import type { Caching } from "./cache/caching.ts";
import { RemoteCacheError, type RemoteCache } from "./cache/remote-cache.ts";
import { takeReplayed, toldOf, type Fate } from "./cache/replayed.ts";
import { missingFrom } from "./cache/round-trip.ts";
import { runTask } from "./task-process.ts";
import { lookUp, runTurbo, type CacheUse } from "./cache/turbo.ts";

/** A run's visits, each one task process on one target, and what all of them share. */
export interface Visits {
  readonly prepared: Prepared;
  readonly plan: Plan;
  readonly folder: OpenRun;
  /** Those of these that turbo's cache answered; the others are to be measured. */
  readonly replay: (targets: readonly Target[]) => Promise<Target[]>;
  /** Pays one visit. What it measures is in the target's journal when it settles. */
  readonly visit: (
    target: Target,
    due: Partial<Pick<Visit, "due" | "costs" | "solo">>,
  ) => Promise<void>;
  /** The name of the target that was visited last. */
  readonly last: () => string | null;
  /** Ends the journals of these, and lets turbo keep them. */
  readonly close: (targets: readonly Target[]) => Promise<void>;
  /** Why nothing more is measured of a cell; null: it goes well, or was not measured yet. */
  readonly failure: (cell: { readonly target: string; readonly scenario: string }) => string | null;
}

const nothing = {
  taskHash: null,
  due: [],
  costs: [],
  first: false,
  solo: false,
  last: false,
  failed: [],
};

export async function beginVisits(
  prepared: Prepared,
  plan: Plan,
  targets: readonly Target[],
  folder: OpenRun,
  { mode, read: mayRead, remote }: Caching,
  io: Io,
): Promise<Visits> {
  const { settings, ohaPath, addresses } = prepared;
  const instance = thisInstance();
  const run = {
    runId: folder.id,
    instance,
    out: folder.out,
    seed: plan.seed,
    pid: process.pid,
  };
  const log = { log: join(folder.out, "turbo.log"), signal: io.signal };
  let warned = false;
  const turboWith = (cache: Omit<CacheUse, "remote">) => ({
    ...log,
    cache: { ...cache, remote },
    warn: (words: string) => {
      if (!warned) io.note(`The remote cache fails: ${words}. No figure is lost by it.`);
      warned = true;
    },
  });
  const contextOf = (visit: Visit, target: Target): Context => {
    const own = settingsFor(settings, target.name, prepared.part);
    return { settings: own, run: { ...run, oha: ohaPath, addresses, visit } };
  };
  const eachAlike = async <T>(
    some: readonly Target[],
    visit: Visit,
    work: (group: readonly Target[], context: Context) => Promise<T[]>,
  ): Promise<T[]> => {
    const done: T[] = [];
    for (const [first, ...others] of alike(some, prepared)) {
      done.push(...(await work([first, ...others], contextOf(visit, first))));
      unlessInterrupted();
    }
    return done;
  };
  const unlessInterrupted = () => {
    if (io.signal.aborted) throw new Interrupted();
  };
  const looking = turboWith({ read: mayRead, write: false });
  const states = await eachAlike(targets, nothing, (group, context) =>
    lookUp(group, context, looking),
  );
  const hashes = new Map(states.map(({ target, hash }) => [target, hash]));
  // A cell that failed in an interrupted attempt is tried again in this one.
  const read = new Map<string, number>();
  for (const target of targets) read.set(target.name, (await recordsOf(target, folder)).length);
  const failures = new Map<string, Map<string, string>>();
  const visited = new Set<string>();
  let last: string | null = null;
  const failedOf = (target: string) => failures.get(target) ?? new Map<string, string>();

  const replay: Visits["replay"] = async (some) => {
    if (!mayRead) return [];
    const names = new Set(states.filter(({ cached }) => cached).map(({ target }) => target));
    const cached = some.filter(({ name }) => names.has(name));
    if (cached.length === 0) return [];
    // Turbo puts back what it has; whatever lies there after it has run is then its doing or ours.
    for (const target of cached) rmSync(keptJournalPath(target), { force: true });
    const replaying = turboWith({ read: true, write: false });
    const outcomes = await eachAlike(cached, nothing, (group, context) =>
      runTurbo(group, context, replaying),
    );
    const fates = new Map<Target, Fate>(cached.map((target) => [target, "unfit"]));
    const here = { out: folder.out, settings, instance, mode };
    for (const { target: name, cached: replayed, hash } of outcomes) {
      const target = cached.find((candidate) => candidate.name === name);
      if (replayed && target) fates.set(target, await takeReplayed(target, hash, here));
    }
    for (const line of toldOf([...fates.values()])) io.note(line);
    const taken = cached.filter((target) => fates.get(target)?.startsWith("taken"));
    for (const target of cached) {
      // What turbo had promised and did not have it has run: that journal begins with a visit that was none.
      if (!taken.includes(target)) rmSync(journalPath(folder.out, target), { force: true });
    }
    return taken;
  };

  const visit: Visits["visit"] = async (target, { due = [], costs = [], solo = false }) => {
    const { name } = target;
    const failed = failedOf(name);
    const asked: Visit = {
      taskHash: hashes.get(name) ?? null,
      due,
      costs,
      first: !visited.has(name),
      solo,
      last: false,
      failed: [...failed].map(([scenario, reason]) => ({ scenario, reason })),
    };
    visited.add(name);
    last = name;
    await runTask(target, contextOf(asked, target), log);
    unlessInterrupted();
    const records = await recordsOf(target, folder);
    for (const record of records.slice(read.get(name))) {
      const reason = failureOf(record);
      if (reason !== null && "scenario" in record) failed.set(record.scenario, reason);
    }
    read.set(name, records.length);
    failures.set(name, failed);
  };

  const close: Visits["close"] = async (some) => {
    if (some.length === 0) return;
    for (const target of some) rmSync(keptJournalPath(target), { force: true });
    const keeping = turboWith({ read: false, write: mode !== "off" });
    // Each task finds its own hash and failures: one context serves all.
    await eachAlike(some, { ...nothing, last: true }, (group, context) =>
      runTurbo(group, context, keeping),
    );
    if (remote && !remote.readOnly) await sayWhatIsKeptHere(some);
  };

  /** Turbo ends well whatever became of its uploads. */
  const sayWhatIsKeptHere = async (some: readonly Target[]) => {
    const kept = some.filter((target) => existsSync(keptJournalPath(target)));
    const sent = kept.flatMap(({ name }) => hashes.get(name) ?? []);
    const why = await missingFrom(remote as RemoteCache, sent, io.signal).then(
      (missing) =>
        missing.length === 0 ? null : `lacks ${missing.length} of ${sent.length} journals`,
      (error: Error) => {
        if (error instanceof RemoteCacheError) return error.message;
        throw error;
      },
    );
    if (why !== null) io.note(`The remote cache ${why}: they are kept in the cache of this clone.`);
  };

  const failure: Visits["failure"] = ({ target, scenario }) =>
    failedOf(target).get(scenario) ?? null;
  return { prepared, plan, folder, replay, visit, last: () => last, close, failure };
}

/** Turbo takes settings from its environment: it is given at once those targets of which they are the same. */
function alike(targets: readonly Target[], { settings, part }: Prepared): [Target, ...Target[]][] {
  const groups = Map.groupBy(targets, ({ name }) =>
    JSON.stringify(settingsFor(settings, name, part)),
  );
  return [...groups.values()] as [Target, ...Target[]][];
}

/** What a target has journalled in this run so far. */
export async function recordsOf(
  target: Target,
  folder: Pick<OpenRun, "out">,
): Promise<readonly JournalRecord[]> {
  const path = journalPath(folder.out, target);
  return existsSync(path) ? (await readJournal(path)).records : [];
}
