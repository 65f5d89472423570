import type { Pair } from "@deadheat/measure";
import { session } from "@deadheat/runner";
import type { LogEstimate, Share } from "@deadheat/stats";
import { inOneLine, isExplained } from "../errors.ts";
import { runningEstimate } from "../measure/progress.ts";
import type { Candidate } from "../search/candidate.ts";
import { duetOf, headerFor, learnPair, measureDuet, type Session } from "../search/session.ts";
import { measuredOf } from "./chain.ts";
import { FEWEST, nextTurn, shareGone } from "./proof-rule.ts";

/** The most rounds of either pair. */
const MOST = 14;
const MOST_VOIDS = 2;

/** The part of a difference that is gone after something is taken back. */
export interface Given {
  /** The share of the whole difference that is gone, with its interval. */
  readonly share: Share;
  /** The log ratio of the new server over the one with something taken back; null if both ends load the same code. */
  readonly measured: LogEstimate | null;
}

/**
 * Measures what a variant of the new server, in which something is taken back, gives back of the difference to the base: both the
 * new server against the variant, and the variant against the base. The pairs take turns, and the less certain one gets the
 * next round. The whole difference of an earlier minute would be another one: a machine that is a third slower showed 20 %
 * where it had shown 24 % before.
 * @returns a reason instead, if the variant does not start or does not return the same responses
 * @throws Interrupted, EnvironmentError if the ends cannot be measured
 */
export async function measureBack(
  searching: Session,
  { base, new: next }: Pair<Candidate>,
  variant: Candidate,
): Promise<Given | { readonly reason: string }> {
  const { store, testbed } = searching;
  const back = { base: variant, new: next };
  const rest = { base, new: variant };
  try {
    await learnPair(searching, back);
    await learnPair(searching, rest);
  } catch (error) {
    if (testbed.signal.aborted || !isExplained(error)) throw error;
    return { reason: inOneLine(error) };
  }
  const { code } = store.facts;
  if (code[variant.id] !== undefined && code[variant.id] === code[base.id]) {
    return { share: { share: 1, lo: 1, hi: 1 }, measured: null };
  }
  const pairs = { back, rest } as const;
  const roundsOf = (pair: Pair<Candidate>) => store.roundsOf(duetOf(pair)).length;
  const nextPair = (): Pair<Candidate> | null => {
    const open = (["back", "rest"] as const).filter((turn) => roundsOf(pairs[turn]) < MOST);
    const turn = nextTurn(measuredOf(store, back), measuredOf(store, rest), open);
    return turn === null ? null : pairs[turn];
  };
  if (nextPair() !== null) {
    testbed.note(`Measuring what is gone: ${next.name} against ${variant.name}`);
  }
  const measured = session(
    {
      measure: async function* ({ of, n }: { pair: string; of: Pair<Candidate>; n: number }) {
        yield await measureDuet(searching, of, n, MOST);
      },
    },
    {
      next: () => {
        const of = nextPair();
        return of === null ? [] : [{ pair: duetOf(of), of, n: roundsOf(of) + 1 }];
      },
      instead: (due, voids) => (voids > MOST_VOIDS ? null : { ...due, n: MOST + voids }),
    },
    {
      append: ({ pair, of }, record) => store.append(pair, () => headerFor(searching, of), record),
    },
    {
      pinning: testbed.machine.pinning,
      signal: testbed.signal,
      onRecord: ({ pair, of }) => {
        const rounds = store.roundsOf(pair);
        if (rounds.length === 0) return;
        const names = `${of.new.name} vs. ${of.base.name}`;
        testbed.note(`${names}: round ${rounds.length}, ${runningEstimate(rounds)} so far`);
      },
    },
  );
  const isKnown = () => [back, rest].every((pair) => (measuredOf(store, pair)?.n ?? 0) >= FEWEST);
  // The budget may end before the proof is as sharp as it could be.
  await measured.catch((error: unknown) => {
    if (!testbed.signal.aborted || !isKnown()) throw error;
  });
  const part = measuredOf(store, back) as LogEstimate;
  return { share: shareGone(part, measuredOf(store, rest) as LogEstimate), measured: part };
}
