import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  openJournal,
  referenceOf,
  UsageError,
  type BlockRecord,
  type Duet,
  type Journal,
} from "@deadheat/journal";
import type { Result } from "@deadheat/judge";
import { checkMachine, drawSeed, type Bench } from "@deadheat/measure";
import { writeReports } from "../folder/write.ts";
import { floorsOf } from "./floor.ts";
import { headerOf } from "./header.ts";
import { isKept, keep, keptPath, takeKept } from "./kept.ts";
import { duetsOf, enoughFor, plannedBlocks, refuseShortBudget, refuseTwins } from "./plan.ts";
import { resultOf } from "./result.ts";
import { measureRounds, type DueDuet, type Enough } from "./rounds.ts";
import type { Ground, Running, RunTarget } from "./running.ts";

export interface Ran {
  /** Of result.json; report.md and report.html lie beside it. */
  readonly path: string;
  /** A target that failed has cells with status `failed` and the reason. */
  readonly result: Result;
}

/**
 * Measures targets against each other through the floors of their runtimes, and writes what they are found to be. A
 * target's journal is kept by everything that decides it: one that is there is taken instead of measuring, cell by cell
 * with `replayedFrom`. Whoever calls has pinned this process (`pinOurselves`) and holds the machine.
 * @throws UsageError, EnvironmentError, Interrupted: what was measured then is in the folder's `journal/`, without reports
 */
export async function runTargets(running: Running, ground: Ground): Promise<Ran> {
  refuseTwins(running);
  const enough = enoughFor(running);
  refuseUsedFolder(running);
  const floors = floorsOf(running);
  const seed = running.seed ?? drawSeed();
  const all = partsOf(running, [...floors, ...running.targets], enough, seed, ground);
  const kept = running.cache === "force" ? [] : await keptOf(all);
  const due = all.filter((part) => !kept.includes(part));
  const duets = due.flatMap((part) => part.duets);
  refuseShortBudget(enough, duets, running);
  const { out } = running.folder;
  checkMachine(out, duets.length * plannedBlocks(enough), running.load.connections);
  for (const part of kept) {
    takeKept(part.kept, part.path);
    ground.note(`${part.target.name}: taken from the cache`);
  }

  const startedAt = performance.now();
  const blocks = await measure(due, running, enough, seed, ground);
  const seconds = (performance.now() - startedAt) / 1000;

  const course = { floors, enough, seed, blocks, seconds, journals: all.map(({ path }) => path) };
  const result = await resultOf(running, course, ground);
  const path = writeReports(out, result);
  for (const part of due) if (failureOf(part, blocks) === null) keep(part.path, part.kept);
  return { path, result };
}

/** What of a run is one target's. */
interface Part {
  readonly target: RunTarget;
  readonly reference: RunTarget;
  readonly duets: readonly Duet[];
  readonly header: ReturnType<typeof headerOf>;
  /** Of its journal, in the run's folder and in the cache. */
  readonly path: string;
  readonly kept: string;
}

function partsOf(
  running: Running,
  targets: readonly RunTarget[],
  enough: Enough,
  seed: number,
  ground: Ground,
): Part[] {
  const named = new Map(targets.map((target) => [target.name, target]));
  return targets.map((target) => {
    const reference = named.get(referenceOf(target)) as RunTarget;
    const header = headerOf(target, reference, running, enough, seed, ground);
    const file = `${encodeURIComponent(target.framework)}.${target.runtime}.jsonl`;
    return {
      target,
      reference,
      duets: duetsOf(target, running, enough),
      header,
      path: join(running.folder.out, "journal", file),
      kept: keptPath(header, target, running),
    };
  });
}

/** @throws UsageError where another run's journals would be taken for this one's */
function refuseUsedFolder({ folder: { out } }: Running): void {
  if (!existsSync(join(out, "journal"))) return;
  throw new UsageError(`${out} holds another run: give another --out`);
}

/** Those of which the cache holds a whole journal. */
async function keptOf(parts: readonly Part[]): Promise<Part[]> {
  const found: Part[] = [];
  for (const part of parts) if (await isKept(part.kept)) found.push(part);
  return found;
}

/** The blocks of these parts, each in its target's journal, which has an end if all came to one. */
async function measure(
  parts: readonly Part[],
  { requests, load }: Running,
  enough: Enough,
  seed: number,
  { oha, machine, signal, note }: Ground,
): Promise<BlockRecord[]> {
  const journals = new Map<Part, Journal>();
  try {
    for (const part of parts) {
      const journal = openJournal(part.path);
      journals.set(part, journal);
      journal.append(part.header);
    }
    const due = [...journals].flatMap(([part, journal]) => dueOf(part, requests, journal));
    const bench: Bench = { oha, pinning: machine.pinning, load, signal };
    const blocks = await measureRounds(due, enough, seed, bench, note);
    for (const [part, journal] of journals) {
      const reason = failureOf(part, blocks);
      const status = reason === null ? "ok" : "failed";
      journal.append({ type: "end", finishedAt: new Date().toISOString(), status, reason });
    }
    return blocks;
  } finally {
    for (const journal of journals.values()) journal.close();
  }
}

function dueOf(
  { target, reference, duets }: Part,
  requests: Running["requests"],
  journal: Journal,
): DueDuet[] {
  return requests.map(({ exchange }, i) => ({
    duet: duets[i] as Duet,
    entrants: { target: target.entrant(exchange), reference: reference.entrant(exchange) },
    exchange,
    journal,
  }));
}

/** Why a target is not as it was to be measured; null: it is. */
function failureOf({ target }: Part, blocks: readonly BlockRecord[]): string | null {
  const failed = blocks.find((block) => block.target === target.name && block.void !== null);
  return failed?.void ?? null;
}
