import { EnvironmentError, Interrupted } from "@deadheat/journal";
import { lanesOf, type Bench } from "@deadheat/measure";

// The one loop in which everything is measured:
//
//     policy.next ──> what is due ──> pairs.measure ──> journal.append ──> progress
//          ^                                                  │
//          └──────────── the rounds and the time so far <─────┘
//
// What differs between commands is in the three arguments. `pairs` know how a round is run. A policy knows what comes next
// and when to stop: a number of rounds, a budget, a half-width or a gate (deadheat, measure/policy.ts), an explanation
// (profile/entrants.ts), a search (search/search.ts), a matrix (matrix.ts). A journal has each record before the next round
// begins. Void rounds, interruption and pace are here alone, and so is what is measured at once on a machine with many CPUs.

/** A pair that could not be measured. The message is the reason, such as that of a void round. The exit code is 3. */
export class ComparisonFailed extends EnvironmentError {
  override readonly name = "ComparisonFailed";
}

/** The measurements of a set of fresh processes: usually one round of a pair. */
export interface Due {
  /** The name of what fails with it. */
  readonly pair: string;
  /** Whether nothing else may be measured meanwhile. */
  readonly alone?: boolean;
}

export interface Failure extends Due {
  readonly reason: string;
}

/** The CPUs on which something is measured, and the number of other things that are measured meanwhile on others. */
export type Place = Pick<Bench, "pinning" | "alongside">;

export interface Pairs<D extends Due, R> {
  /** Yields each record as soon as it exists. A `ComparisonFailed` that it throws ends the pair as a void round does. */
  readonly measure: (due: D, place: Place) => AsyncIterable<R>;
  /** Returns the pair that a record shows to have failed; null for a good record. A void record fails what is due. */
  readonly failureOf?: (record: R) => Failure | null;
}

/** All that a policy knows besides the journal. */
export interface SoFar {
  /** The seconds since the session began, or since the caller's own beginning. */
  readonly seconds: number;
  /** The number of measurements so far, with void ones. */
  readonly rounds: number;
  /** The reasons of the pairs that failed, by pair. */
  readonly failed: ReadonlyMap<string, string>;
}

export interface Policy<D> {
  /** Returns what comes next, in this order, given the journal and this; nothing if all is done. */
  readonly next: (so: SoFar) => readonly D[];
  /** Whether the others go on without a pair that failed. Otherwise the first failure ends the session. */
  readonly goesOn?: boolean;
  /** Returns what replaces a void round; null if the pair has failed. @param voids the void rounds in this turn */
  readonly instead?: (due: D, voids: number) => D | null;
}

/** A policy of a number of rounds. */
export function fixedRounds<D>(rounds: number, due: D): Policy<D> {
  return { next: (so) => (so.rounds < rounds ? [due] : []) };
}

interface SessionJournal<D, R> {
  /** Writes a record to the disk. Returns the record as written, if that differs. */
  readonly append: (due: D, record: R) => R | void;
}

export interface Around<D, R> extends Pick<Bench, "pinning" | "signal"> {
  /** The clock, in milliseconds; `performance.now` unless given. */
  readonly now?: () => number;
  /** The beginning from which the seconds count, by this clock; that of the session unless given. */
  readonly since?: number;
  readonly onTurn?: (due: readonly D[], so: SoFar) => void;
  readonly onRecord?: (due: D, record: R) => void;
  readonly onFailed?: (due: D, reason: string) => void;
}

/**
 * Measures what the policy asks for, until it asks for nothing more. Returns what was so at the end.
 * @throws ComparisonFailed if a pair failed and the others do not go on; Interrupted if the signal aborts
 */
export async function session<D extends Due, R>(
  { measure, failureOf }: Pairs<D, R>,
  { next, goesOn = false, instead }: Policy<D>,
  journal: SessionJournal<D, R>,
  around: Around<D, R>,
): Promise<SoFar> {
  const { pinning, signal, now = () => performance.now(), onTurn, onRecord, onFailed } = around;
  const { since = now() } = around;
  const failed = new Map<string, string>();
  let rounds = 0;
  const fail = (due: D, { pair, reason }: Failure) => {
    failed.set(pair, reason);
    onFailed?.(due, reason);
    if (!goesOn) throw new ComparisonFailed(reason);
  };
  const failureIn = (record: R, { pair }: D): Failure | null => {
    if (failureOf) return failureOf(record);
    const { void: reason = null } = record as { readonly void?: string | null };
    return reason === null ? null : { pair, reason };
  };
  async function* tried(due: D, place: Place) {
    try {
      yield* measure(due, place);
    } catch (error) {
      if (!(error instanceof ComparisonFailed)) throw error;
      fail(due, { pair: due.pair, reason: error.message });
    }
  }
  const lanes = lanesOf(pinning);
  for (;;) {
    const so = { seconds: (now() - since) / 1000, rounds, failed };
    const queue = [...next(so)];
    onTurn?.(queue, so);
    if (queue.length === 0) return so;
    let voids = 0;
    const measured = async (due: D, place: Place) => {
      for await (const record of tried(due, place)) {
        const written = journal.append(due, record) ?? record;
        onRecord?.(due, written);
        const failure = failureIn(written, due);
        const other = failure && instead?.(due, ++voids);
        if (other) queue.push(other);
        else if (failure) fail(due, failure);
      }
    };
    for (let wave; (wave = takeWave(queue, lanes.length, failed)).length > 0;) {
      if (signal.aborted) throw new Interrupted();
      rounds += wave.length;
      const alongside = wave.length - 1;
      const works = wave.map((due, i) =>
        measured(due, { pinning: due.alone ? pinning : (lanes[i] ?? pinning), alongside }),
      );
      // Rounds that run beside a failure are finished, and in the journal.
      await Promise.allSettled(works);
      await Promise.all(works);
    }
  }
}

/** Takes what is measured at once from a queue, without what has failed. */
function takeWave<D extends Due>(
  queue: D[],
  most: number,
  failed: ReadonlyMap<string, string>,
): D[] {
  const wave: D[] = [];
  for (let [due] = queue; due !== undefined && wave.length < most; [due] = queue) {
    if (!failed.has(due.pair)) {
      if (wave.length > 0 && (due.alone || wave[0]?.alone)) break;
      wave.push(due);
    }
    queue.shift();
  }
  return wave;
}
