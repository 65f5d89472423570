import { createHash } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { floors, journalPath, writeBlob, writeWhole, type Settings } from "@deadheat/journal";
import { gather, type MissingCell } from "@deadheat/judge";
import {
  nameOf as nameOfRecord,
  recordsIn,
  SHARD_FILE,
  type Outcome,
  cellName,
  shardName,
} from "@deadheat/runner";
import { absolute, describeGit } from "deadheat/parts";
import type { Prepared } from "../plan/prepare.ts";
import { named } from "../targets/discover.ts";
import { blobsDirectory, root } from "../targets/project.ts";
import { digestSources } from "../cells/sources.ts";
import type { MeasuredRun, Split } from "./measure-run.ts";
import { missingCells } from "./run.ts";

export interface FinishedShard {
  readonly path: string;
  readonly shard: string;
  /** The number of its cells, including the cells that every shard measures. */
  readonly cells: number;
  readonly failed: readonly { readonly target: string; readonly reason: string }[];
}

/**
 * Writes the blob of a shard, one file with all its journals, for `merge --blobs`.
 * @param folder the folder of the blob; null for results/blobs
 */
export function finishShard(
  { prepared, plan, context, outcome, request }: MeasuredRun,
  { shard, deal }: Split,
  folder: string | null,
): FinishedShard {
  const { folder: run, instance } = context;
  const { settings, targets } = prepared;
  const journals = targets.map((target) => journalPath(run.out, target)).filter(existsSync);
  const missing = missingCells(targets, plan, gather(outcome), run);
  const shared = deal.shared.map(cellName);
  const own = deal.own.map((cells) => cells.map(cellName));
  const names = targets.map(({ name }) => name);
  const hash = hashOf(settings, names, [shared, ...own]);
  const into = folder === null ? blobsDirectory : absolute(folder);
  mkdirSync(into, { recursive: true });
  const path = join(into, `${hash}-${shard.index}-of-${shard.total}.jsonl`);
  const header = {
    plan: hash,
    shard,
    fingerprint: settings.machine.fingerprint,
    instance,
    versions: versionsOf(prepared),
    run: {
      id: run.id,
      startedAt: run.startedAt,
      finishedAt: new Date().toISOString(),
      profile: settings.profile,
      git: describeGit(root),
      like: request.like ?? null,
      seconds: outcome.seconds + secondsBefore(outcome, run.id),
    },
    scenarios: settings.scenarios,
    shared,
    own,
    missing,
  };
  writeBlob(path, header, journals);
  const failed = failedIn(outcome, missing);
  const finished = { path, shard: shardName(shard), cells: plan.cells.length, failed };
  writeWhole(join(run.out, SHARD_FILE), finished);
  return finished;
}

/** Returns the hash of the plan, which is the same on every machine. */
function hashOf(settings: Settings, targets: readonly string[], deal: readonly string[][]): string {
  const byMachine = { machine: null, tools: null, services: null };
  const load = { ...settings.load, workerThreads: null };
  const text = JSON.stringify({ ...settings, ...byMachine, load, targets, deal });
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** Returns the versions of tools and targets by name; those of targets have a digest of the app. Journals record the binaries. */
function versionsOf({ all, targets, settings }: Prepared): Record<string, string> {
  const floor = named(floors.node, all);
  const tools = Object.entries(settings.tools).map(([name, { version }]) => [name, version]);
  // Each app is read once, however many runtimes it runs on.
  const digests = new Map<string, string>();
  const versions = targets.map((target) => {
    const { name, version, framework } = target;
    const digest = digests.get(framework) ?? digestSources(target, floor).app;
    digests.set(framework, digest);
    return [name, `${version ?? "missing"} ${digest}`];
  });
  const { harness } = digestSources(floor, floor);
  return { ...Object.fromEntries([...tools, ...versions]), "the harness": harness };
}

/** Returns the seconds of the records that an interrupted attempt had measured. */
function secondsBefore({ journals, earlier }: Outcome, runId: string): number {
  return journals
    .filter(({ run }) => run.runId === runId)
    .flatMap(recordsIn)
    .filter((record) => earlier.has(nameOfRecord(record)))
    .reduce((sum, record) => sum + record.seconds.total, 0);
}

function failedIn({ journals }: Outcome, missing: readonly MissingCell[]): FinishedShard["failed"] {
  const ended = journals.flatMap(({ run: { target }, end }) =>
    end?.status === "failed" ? [{ target, reason: end.reason ?? "" }] : [],
  );
  const never = missing.filter(({ status }) => status === "failed");
  return [...ended, ...never.map(({ target, reason }) => ({ target, reason }))];
}
