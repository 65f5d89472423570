import {
  refuseUnlike,
  UsageError,
  type Content,
  type Contents,
  type BadLine,
  type RoundRecord,
  type CostRecord,
  type OpenLoopRecord,
  type SweepRecord,
} from "@deadheat/journal";

/**
 * The pooled records of one target. The run is that of the latest journal. Each round appears once, in the order of
 * measurement. If there are several runs, each round names its run, and the rounds of later runs are numbered after
 * those of earlier ones. If several instances measured any of the targets, each round names its instance.
 */
export interface PooledTarget extends Omit<Content, "path"> {
  readonly target: string;
  /** The instances that measured the target, each with its start time and kernel. */
  readonly instances: readonly {
    readonly instance: string;
    readonly startedAt: string;
    readonly kernel: string;
  }[];
}

export interface Gathered {
  readonly targets: readonly PooledTarget[];
  readonly bad: readonly BadLine[];
}

/**
 * Pools the journals of each target.
 * @throws UsageError if two journals were measured under different conditions, naming the condition
 */
export function gather({ journals, bad }: Contents): Gathered {
  refuseUnlike(journals);
  const names = [...new Set(journals.map(({ run }) => run.target))];
  const across = new Set(journals.map(({ run }) => run.instance)).size > 1;
  return { targets: names.map((name) => pooled(journals, name, across)), bad };
}

/** @param across whether several instances measured any of the targets */
function pooled(contents: readonly Content[], target: string, across: boolean): PooledTarget {
  const own = contents
    .filter((content) => content.run.target === target)
    .toSorted((a, b) => (a.run.startedAt < b.run.startedAt ? -1 : 1));
  const latest = own.at(-1) as Content;
  const several = new Set(own.map(({ run }) => run.runId)).size > 1;
  const verify = new Map(own.flatMap((c) => c.verify).map((record) => [record.scenario, record]));
  return {
    target,
    instances: own.map(({ run: { instance, startedAt, settings } }) => {
      return { instance, startedAt, kernel: settings.machine.kernel };
    }),
    run: latest.run,
    verify: [...verify.values()],
    rounds: eachOnce(own, ({ rounds }) => rounds, several, across),
    costs: eachOnce(own, ({ costs }) => costs, several, across),
    sweeps: numberedOn(own, (content) =>
      content.sweeps.map((record) => [`${record.server} ${record.connections}`, record]),
    ),
    openLoops: numberedOn(own, (content) =>
      content.openLoops.map((record) => [`${record.fraction}`, record]),
    ),
    end: latest.end,
  };
}

/**
 * Returns each record of a pair once, with its run and instance. A journal may be given twice, and a resumed run
 * journals again what it found.
 * @throws UsageError if two journals contradict each other
 */
function eachOnce<R extends RoundRecord | CostRecord>(
  contents: readonly Content[],
  of: (content: Content) => readonly R[],
  several: boolean,
  across: boolean,
): R[] {
  const found = new Map<string, { readonly record: R; readonly content: Content }>();
  for (const content of contents) {
    for (const record of of(content)) {
      const key = `${content.run.runId} ${record.base} ${record.scenario} ${record.n}`;
      const earlier = found.get(key);
      if (earlier === undefined || earlier.record.void !== null)
        found.set(key, { record, content });
      else if (record.void === null && JSON.stringify(record) !== JSON.stringify(earlier.record)) {
        throw new UsageError(
          `Round ${record.n} of ${record.new} ${record.scenario} has different metrics in\n  ${earlier.content.path}\nand in\n  ${content.path}\n` +
            "Leave one of these files out",
        );
      }
    }
  }
  return [...found.values()].map(({ record, content: { run } }) => ({
    ...record,
    ...(several && { run: run.runId }),
    ...(across && { instance: run.instance }),
  }));
}

/** Returns each record once, with the rounds of a later run numbered after those of an earlier run. */
function numberedOn<R extends SweepRecord | OpenLoopRecord>(
  contents: readonly Content[],
  of: (content: Content) => readonly (readonly [what: string, record: R])[],
): R[] {
  const found = new Map<string, R>();
  const offsets = new Map<string, number>();
  let next = 0;
  for (const content of contents) {
    const { runId } = content.run;
    const offset = offsets.get(runId) ?? next;
    offsets.set(runId, offset);
    for (const [what, record] of of(content)) {
      const round = offset + record.round;
      next = Math.max(next, round);
      const key = `${what} ${record.scenario} ${round}`;
      const earlier = found.get(key);
      if (!earlier || earlier.void !== null) found.set(key, { ...record, round });
    }
  }
  return [...found.values()];
}
