import { UsageError } from "./errors.ts";
import { readJournal, type BadLine } from "./journal.ts";
import { floors, referenceOf } from "./manifest.ts";
import type {
  BlockRecord,
  EndRecord,
  OpenLoopRecord,
  RunRecord,
  SweepRecord,
  VerifyRecord,
} from "./record.ts";

/** What the journals of one target hold, together. */
export interface PooledTarget {
  readonly target: string;
  /** The latest journal's first record. */
  readonly run: RunRecord;
  readonly verify: readonly VerifyRecord[];
  /** Each once, in the order in which they were measured; of several runs, each with its run. */
  readonly blocks: readonly BlockRecord[];
  /** The rounds of several runs are numbered on, so that those of one round belong together. */
  readonly sweeps: readonly SweepRecord[];
  readonly openLoops: readonly OpenLoopRecord[];
  readonly end: EndRecord | null;
}

export interface Pool {
  readonly targets: readonly PooledTarget[];
  readonly bad: readonly BadLine[];
}

interface Content {
  readonly path: string;
  readonly run: RunRecord;
  readonly verify: VerifyRecord[];
  readonly blocks: BlockRecord[];
  readonly sweeps: SweepRecord[];
  readonly openLoops: OpenLoopRecord[];
  readonly end: EndRecord | null;
}

/**
 * Reads journals and puts those of one target together.
 * @throws UsageError when two of them were measured under different conditions, naming which: such
 * figures are never pooled or compared.
 */
export async function poolJournals(paths: readonly string[]): Promise<Pool> {
  const contents: Content[] = [];
  const bad: BadLine[] = [];
  for (const path of paths) {
    const journal = await readJournal(path);
    bad.push(...journal.bad);
    const run = journal.records.find((record) => record.type === "run");
    if (!run) {
      bad.push({ where: path, why: "no record of its run: nothing in it can be used" });
      continue;
    }
    contents.push({
      path,
      run,
      verify: journal.records.filter((record) => record.type === "verify"),
      blocks: journal.records.filter((record) => record.type === "block"),
      sweeps: journal.records.filter((record) => record.type === "sweep"),
      openLoops: journal.records.filter((record) => record.type === "openLoop"),
      end: journal.records.findLast((record) => record.type === "end") ?? null,
    });
  }
  refuseDifferent(contents);
  const names = [...new Set(contents.map((content) => content.run.target))];
  return { targets: names.map((name) => pooled(contents, name)), bad };
}

/** The conditions that must be the same for all journals of a result. */
const sharedKeys: Readonly<Record<string, (run: RunRecord) => unknown>> = {
  "machine.fingerprint": (run) => run.settings.machine.fingerprint,
  "tools.oha.sha256": (run) => run.settings.tools.oha.sha256,
  "tools.node.sha256": (run) => run.settings.tools.node.sha256,
  "tools.bun.sha256": (run) => run.settings.tools.bun.sha256,
  "tools.deno.sha256": (run) => run.settings.tools.deno.sha256,
  "load.warmup": (run) => JSON.stringify(run.settings.load.warmup),
  "load.warmupSeconds": (run) => run.settings.load.warmupSeconds,
  "load.windowSeconds": (run) => run.settings.load.windowSeconds,
  "load.connections": (run) => run.settings.load.connections,
  "load.workerThreads": (run) => run.settings.load.workerThreads,
  "sources.harness": (run) => run.sources.harness,
  ballast: (run) => run.settings.ballast,
};

/** Those that must be the same for all journals in which there is such a measure at all. */
const modeKeys: Readonly<Record<string, (run: RunRecord) => string | number | undefined>> = {
  "sweep.connections": (run) => run.settings.sweep?.connections.join(),
  "sweep.stepSeconds": (run) => run.settings.sweep?.stepSeconds,
  "latency.connections": (run) => run.settings.latency?.connections,
  "latency.fractions": (run) => run.settings.latency?.fractions.join(),
  "latency.commonRate": (run) => run.settings.latency?.commonRate,
  "latency.capacitySeconds": (run) => run.settings.latency?.capacitySeconds,
  "latency.stepSeconds": (run) => run.settings.latency?.stepSeconds,
};

/** Those that must be the same for all journals of a target. */
const targetKeys: Readonly<Record<string, (run: RunRecord) => unknown>> = {
  version: (run) => run.version,
  "sources.app": (run) => run.sources.app,
};

function refuseDifferent(contents: readonly Content[]): void {
  const [first] = contents;
  if (!first) return;
  for (const other of contents) {
    refuse(sharedKeys, first, other);
    const same = contents.find((content) => content.run.target === other.run.target);
    if (same) refuse(targetKeys, same, other);
  }
  for (const [key, of] of Object.entries(modeKeys)) {
    const [one, ...others] = contents.filter((content) => of(content.run) !== undefined);
    for (const other of one ? others : []) refuse({ [key]: of }, one as Content, other);
  }
  refuseDifferentFloors(contents);
  refuseDifferentServices(contents);
}

/** Journals that used a service or a client must have used the same; not all of them use one. */
function refuseDifferentServices(contents: readonly Content[]): void {
  const seen = new Map<string, { readonly what: string; readonly content: Content }>();
  for (const content of contents) {
    const { running = {}, clients = {} } = content.run.settings.services ?? {};
    const used = [
      ...Object.entries(running).map(([name, service]) => [`services.${name}`, service] as const),
      ...Object.entries(clients).map(([name, client]) => [`clients.${name}`, client] as const),
    ];
    for (const [name, described] of used) {
      const what = JSON.stringify(described);
      const earlier = seen.get(name);
      if (!earlier) seen.set(name, { what, content });
      else if (earlier.what !== what) {
        throw unlike(name, earlier.what, what, earlier.content, content);
      }
    }
  }
}

/** A target that met another version of a floor than its neighbours cannot be compared with them. */
function refuseDifferentFloors(contents: readonly Content[]): void {
  const seen = new Map<string, Content & { digest: string }>();
  for (const content of contents) {
    const { target, runtime, sources } = content.run;
    const floor = floors[runtime];
    const met: [string, string][] = [[referenceOf({ name: target, runtime }), sources.floor]];
    if (target === floor) met.push([floor, sources.app]);
    for (const [name, digest] of met) {
      const app = `apps/${name.split("/")[0]}`;
      const earlier = seen.get(app);
      if (!earlier) seen.set(app, { ...content, digest });
      else if (earlier.digest !== digest)
        throw unlike(app, earlier.digest, digest, earlier, content);
    }
  }
}

function refuse(keys: typeof sharedKeys, a: Content, b: Content): void {
  for (const [key, of] of Object.entries(keys)) {
    const [ours, theirs] = [of(a.run), of(b.run)];
    if (ours === theirs) continue;
    throw unlike(key, ours, theirs, a, b);
  }
}

function unlike(key: string, ours: unknown, theirs: unknown, a: Content, b: Content): UsageError {
  return new UsageError(
    `these were not measured alike and are not put together: ${key} is ${String(ours)} in\n` +
      `  ${a.path}\nand ${String(theirs)} in\n  ${b.path}\n` +
      "Measure again with `pnpm bench --force`, or merge only what belongs together.",
  );
}

function pooled(contents: readonly Content[], target: string): PooledTarget {
  const own = contents
    .filter((content) => content.run.target === target)
    .toSorted((a, b) => (a.run.startedAt < b.run.startedAt ? -1 : 1));
  const latest = own.at(-1) as Content;
  // The same journal may be given twice, and a resumed run journals what it found again.
  const blocks = new Map<string, BlockRecord>();
  const several = new Set(own.map(({ run }) => run.runId)).size > 1;
  for (const { run, blocks: some } of own) {
    for (const block of some) {
      const key = `${run.runId} ${block.reference} ${block.scenario} ${block.n}`;
      const earlier = blocks.get(key);
      if (earlier && earlier.void === null) continue;
      blocks.set(key, several ? { ...block, run: run.runId } : block);
    }
  }
  const verify = new Map(own.flatMap((c) => c.verify).map((record) => [record.scenario, record]));
  return {
    target,
    run: latest.run,
    verify: [...verify.values()],
    blocks: [...blocks.values()],
    sweeps: numberedOn(
      own,
      ({ sweeps }) => sweeps,
      (r) => `${r.server} ${r.connections}`,
    ),
    openLoops: numberedOn(
      own,
      ({ openLoops }) => openLoops,
      (r) => String(r.fraction),
    ),
    end: latest.end,
  };
}

/** The records of several runs, each once, the rounds of a later run after those of an earlier. */
function numberedOn<R extends SweepRecord | OpenLoopRecord>(
  contents: readonly Content[],
  of: (content: Content) => readonly R[],
  what: (record: R) => string,
): R[] {
  const found = new Map<string, R>();
  const offsets = new Map<string, number>();
  let next = 0;
  for (const content of contents) {
    const { runId } = content.run;
    const offset = offsets.get(runId) ?? next;
    offsets.set(runId, offset);
    for (const record of of(content)) {
      const round = offset + record.round;
      next = Math.max(next, round);
      const key = `${what(record)} ${record.scenario} ${round}`;
      const earlier = found.get(key);
      if (!earlier || earlier.void !== null) found.set(key, { ...record, round });
    }
  }
  return [...found.values()];
}
