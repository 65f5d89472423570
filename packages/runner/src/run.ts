import { isWhole, journalPath, type JournalRecord, type RoundRecord } from "@deadheat/journal";
import { cellsOf, matrixPolicy } from "./matrix.ts";
import { isMeasured, nameOf } from "./measured.ts";
import { openNotebook, type Notebook } from "./notebook.ts";
import type { RunContext, Participant, RunPlan } from "./plan.ts";
import type { RunEvent } from "./progress.ts";
import { refuseChanged } from "./resume.ts";
import { slownessOf } from "./schedule/slow.ts";
import { session } from "./session.ts";

/** The outcome of a run: the contents of its journals, and which records an earlier attempt had measured. */
export interface Outcome extends ReturnType<Notebook["contents"]> {
  /** The names (`nameOf`) of the records that an interrupted attempt had measured. */
  readonly earlier: ReadonlySet<string>;
  readonly seconds: number;
}

/**
 * Measures a plan. Existing journals come from the run's folder or from the store. Everything else is measured as the
 * policy of a matrix asks. Each record is on the disk before the next one is measured. The caller must hold the machine
 * and must have pinned this process.
 * @throws UsageError if an interrupted attempt measured other code; Interrupted, EnvironmentError
 */
export async function run(
  plan: RunPlan,
  context: RunContext,
  tell: (event: RunEvent) => void,
): Promise<Outcome> {
  const now = context.now ?? (() => performance.now());
  const since = now();
  const { folder } = context;
  const book = await openNotebook(plan, context);
  try {
    const earlier = new Set<string>();
    for (const { name } of plan.participants) {
      const records = book.records(name);
      if (records.length === 0) continue;
      refuseChanged(plan.named(name), plan, records);
      for (const record of records) if (isMeasured(record)) earlier.add(nameOf(record));
      tell({ kind: "left", target: name, records });
    }
    const open = plan.participants.filter(({ name }) => !isWhole(book.records(name)));
    // A journal of an interrupted attempt is completed, and never replaced by the journal of another run.
    const found = await context.store.find(
      open.filter(({ name }) => book.records(name).length === 0),
    );
    for (const participant of open) {
      const path = found.get(participant.name);
      if (path === undefined) continue;
      await book.take(participant, path);
      const records = book.records(participant.name);
      tell({ kind: "replayed", target: participant.name, records });
    }
    const own = open.filter(({ name }) => !found.has(name));
    const telling = watched(plan, own, tell);
    const attempt = { plan, own, book, context, tell };
    await session(
      cellsOf(attempt),
      matrixPolicy(attempt),
      { append: ({ participant }, record) => book.append(participant, record) },
      { ...context, since, onRecord: (_, record) => telling({ kind: "record", record }) },
    );
    for (const participant of own) book.end(participant);
    book.close();
    // An earlier attempt may have been interrupted between the end of a journal and its storing.
    const finished = plan.participants.filter(({ name }) => isOurs(book.records(name), folder.id));
    await context.store.keep(
      finished.map((one) => ({ participant: one, path: journalPath(folder.out, one) })),
    );
    return { ...book.contents(), earlier, seconds: (now() - since) / 1000 };
  } finally {
    book.close();
  }
}

/** Returns whether this run measured the journal, wholly or in part, and the journal is complete and without failures. */
function isOurs(records: readonly JournalRecord[], runId: string): boolean {
  return isWhole(records) && records.some((one) => one.type === "run" && one.runId === runId);
}

/** Returns a listener that also tells once that the rounds take clearly longer than usual. */
function watched(
  { arranged, settings }: RunPlan,
  own: readonly Participant[],
  tell: (event: RunEvent) => void,
): (event: RunEvent) => void {
  const duets = arranged.duets.filter((duet) => own.some(({ name }) => name === duet.new));
  const rounds: RoundRecord[] = [];
  let isTold = false;
  return (event) => {
    tell(event);
    if (isTold || event.kind !== "record" || event.record.type !== "round") return;
    if (event.record.void !== null) return;
    rounds.push(event.record);
    const slowness = slownessOf(duets, rounds, settings.withinSeconds);
    if (slowness === null) return;
    isTold = true;
    tell({ kind: "slow", ...slowness });
  };
}
