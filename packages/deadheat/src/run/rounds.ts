import type { BlockRecord, Duet, Journal } from "@deadheat/journal";
import { blockEstimate, hasTimeFor, secondsEach } from "@deadheat/judge";
import {
  planBlock,
  randomFor,
  runBlock,
  shuffled,
  type Bench,
  type Entrant,
  type Exchange,
  type Pair,
} from "@deadheat/measure";
import { formatDuration, formatHalfWidth, formatRatio } from "@deadheat/report/format";
import { interval } from "@deadheat/stats";

/** A duet that is to be measured: who, what they are asked, and where its blocks are kept. */
export interface DueDuet {
  readonly duet: Duet;
  readonly entrants: Pair<Entrant>;
  readonly exchange: Exchange;
  readonly journal: Journal;
}

/** When that is enough: so many rounds, or as many as fit. */
export type Enough =
  | { readonly kind: "rounds"; readonly rounds: number }
  | { readonly kind: "budget"; readonly budgetSeconds: number };

/**
 * Measures duets in rounds, each with one block of every duet in an order drawn anew, so that no target's figure is that
 * of one minute. After a block that may not be used no more of its duet is measured; the others go on.
 * @param note one line for people, after each block
 * @returns every block, in the order in which they were measured
 * @throws Interrupted, EnvironmentError; what was measured is journalled
 */
export async function measureRounds(
  duets: readonly DueDuet[],
  enough: Enough,
  seed: number,
  bench: Bench,
  note: (line: string) => void,
): Promise<BlockRecord[]> {
  const records: BlockRecord[] = [];
  const failed = new Set<DueDuet>();
  const startedAt = performance.now();
  const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
  for (let round = 1; ; round++) {
    const open = duets.filter((due) => !failed.has(due));
    const each = secondsEach(records, 0);
    if (!goesOn(enough, round, open.length, elapsedSeconds(), each)) return records;
    for (const due of shuffled(open, randomFor(seed, "round", round))) {
      const block = planBlock(due.duet, round, 1, seed);
      const record = await runBlock(block, due.entrants, due.exchange, bench);
      due.journal.append(record);
      records.push(record);
      if (record.void !== null) failed.add(due);
      const left = secondsLeft(enough, duets.length - failed.size, records, elapsedSeconds());
      const words = estimateOf(due.duet, records);
      note(`round ${round}${countOf(enough)}: ${words}, ${formatDuration(left)} left`);
    }
  }
}

function goesOn(
  enough: Enough,
  round: number,
  blocks: number,
  elapsedSeconds: number,
  eachSeconds: number,
): boolean {
  if (blocks === 0) return false;
  if (enough.kind === "rounds") return round <= enough.rounds;
  return hasTimeFor({ round, blocks }, enough.budgetSeconds, elapsedSeconds, eachSeconds);
}

function countOf(enough: Enough): string {
  return enough.kind === "rounds" ? `/${enough.rounds}` : "";
}

/** @param open duets that have not failed */
function secondsLeft(
  enough: Enough,
  open: number,
  records: readonly BlockRecord[],
  elapsedSeconds: number,
): number {
  if (enough.kind === "budget") return Math.max(0, enough.budgetSeconds - elapsedSeconds);
  const good = records.filter((record) => record.void === null).length;
  return Math.max(0, open * enough.rounds - good) * secondsEach(records, 0);
}

function estimateOf(
  { target, reference, scenario }: Duet,
  records: readonly BlockRecord[],
): string {
  const own = records.filter((record) => record.target === target && record.scenario === scenario);
  const name = `${target} ${scenario} against ${reference}`;
  const failure = own.at(-1)?.void ?? null;
  if (failure !== null) return `${name} failed (${failure.split("\n", 1)[0]})`;
  const running = interval(blockEstimate(own));
  const width = Number.isFinite(running.hi) ? ` ${formatHalfWidth(running)}` : "";
  return `${name}: ${formatRatio(running.ratio)}${width}`;
}
