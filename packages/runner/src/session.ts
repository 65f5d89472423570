import { Interrupted } from "@deadheat/measure";

// The one loop in which everything is measured:
//
//     policy.next ──> what is due ──> pairs.measure ──> journal.append ──> tell
//          ^                                                  │
//          └──────────── the rounds and the time so far <─────┘
//
// What differs between commands is in the three arguments. `pairs` know how a round is run. A policy knows what comes next
// and when to stop: a number of rounds, a budget, a half-width or a gate (deadheat, measure/policy.ts), an explanation
// (profile/entrants.ts), a search (bisect/search.ts), a matrix (matrix.ts). A journal has each record before the next round
// begins. Void rounds, interruption, pace and progress are here alone.

/** What fresh processes measure at one time: usually one round of a pair. */
export interface Due {
  /** The name of what fails with it. */
  readonly pair: string;
}

export interface Pairs<D extends Due, R> {
  /** Measures what is due, and yields each record as soon as it exists. */
  readonly measure: (due: D) => AsyncIterable<R>;
  /** Returns the pair that a record shows to have failed, and the reason; null for a good record. */
  readonly failureOf: (record: R, due: D) => Failure | null;
}

export interface Failure extends Due {
  readonly reason: string;
}

/** Ends a pair as a void round does: thrown by `measure` if what is due cannot even be started. */
export class PairFailed extends Error {
  override readonly name = "PairFailed";
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

export interface Turn<D> {
  /** Measured in this order before the policy is asked again; nothing if the session is done. */
  readonly due: readonly D[];
  /** The number of measurements in all, as far as it is known. It decides nothing. */
  readonly of?: number;
}

export interface Policy<D> {
  /** Returns what comes next, given the journal and this. Nothing else decides it. */
  readonly next: (so: SoFar) => Turn<D>;
  /** Whether the others go on without a pair that failed. Otherwise the first failure ends the session. */
  readonly goesOn?: boolean;
  /** Returns what replaces a void round; null if the pair has failed. @param voids the void rounds of the pair in this turn */
  readonly instead?: (due: D, voids: number) => D | null;
}

export interface SessionJournal<D, R> {
  /** Writes a record to the disk. Returns the record as written. */
  readonly append: (due: D, record: R) => R;
}

export type SessionEvent<D, R> =
  /** @param left the seconds that the rounds to come take at the pace so far; null if unknown */
  | {
      readonly kind: "turn";
      readonly turn: Turn<D>;
      readonly so: SoFar;
      readonly left: number | null;
    }
  | { readonly kind: "record"; readonly due: D; readonly record: R }
  | { readonly kind: "failed"; readonly due: D; readonly reason: string };

export interface Around<D, R> {
  readonly signal: AbortSignal;
  readonly tell?: (event: SessionEvent<D, R>) => void;
  /** The beginning from which the seconds count (`performance.now()`); that of the session unless given. */
  readonly since?: number;
}

/**
 * Measures what the policy asks for, until it asks for nothing more.
 * @returns what was so at the end; without `goesOn`, one failure if a pair failed
 * @throws Interrupted if the signal aborts, and what `measure` throws
 */
export async function session<D extends Due, R>(
  { measure, failureOf }: Pairs<D, R>,
  { next, goesOn = false, instead = () => null }: Policy<D>,
  journal: SessionJournal<D, R>,
  { signal, tell = () => {}, since = performance.now() }: Around<D, R>,
): Promise<SoFar> {
  const failed = new Map<string, string>();
  let rounds = 0;
  const soFar = (): SoFar => ({ seconds: (performance.now() - since) / 1000, rounds, failed });
  const fail = (due: D, { pair, reason }: Failure) => {
    failed.set(pair, reason);
    tell({ kind: "failed", due, reason });
  };
  for (;;) {
    const so = soFar();
    const turn = next(so);
    const left = rounds > 0 && turn.of ? ((turn.of - rounds) * so.seconds) / rounds : null;
    tell({ kind: "turn", turn, so, left });
    if (turn.due.length === 0) return so;
    const voids = new Map<string, number>();
    const queue = [...turn.due];
    for (const due of queue) {
      if (failed.has(due.pair)) continue;
      if (!goesOn && failed.size > 0) return soFar();
      if (signal.aborted) throw new Interrupted();
      rounds++;
      try {
        for await (const record of measure(due)) {
          const written = journal.append(due, record);
          tell({ kind: "record", due, record: written });
          const failure = failureOf(written, due);
          if (failure === null) continue;
          const count = (voids.get(failure.pair) ?? 0) + 1;
          voids.set(failure.pair, count);
          const other = instead(due, count);
          if (other === null) fail(due, failure);
          else queue.push(other);
        }
      } catch (error) {
        if (!(error instanceof PairFailed)) throw error;
        fail(due, { pair: due.pair, reason: error.message });
      }
    }
    if (!goesOn && failed.size > 0) return soFar();
  }
}

/** A policy of a fixed number of rounds. @param due returns round `n`, from 1 on */
export function fixed<D>(rounds: number, due: (n: number) => D): Policy<D> {
  return {
    next: (so) => {
      return { due: so.rounds < rounds ? [due(so.rounds + 1)] : [], of: rounds };
    },
  };
}

/** Returns how a round whose record says why it is void has failed. */
export function failureOfRound(
  { void: reason }: { readonly void: string | null },
  { pair }: Due,
): Failure | null {
  return reason === null ? null : { pair, reason };
}
