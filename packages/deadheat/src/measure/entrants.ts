import { mixedRound } from "@deadheat/judge";
import { openJournal, type Duet, type RoundRecord } from "@deadheat/journal";
import {
  lanesOf,
  planRound,
  runProfiledRound,
  runRound,
  runSharedRound,
  type Bench,
  type Entrant,
  type Exchange,
  type Pair,
  type RoundPart,
} from "@deadheat/measure";
import { session, type Place } from "@deadheat/runner";
import type { Note } from "../step.ts";
import type { Comparing, EntrantsCompared, Mix } from "./comparing.ts";
import { judged } from "./judged.ts";
import { comparisonPolicy, spareSeconds, type DueRounds } from "./policy.ts";
import { comparisonProgress } from "./progress.ts";

/**
 * Measures two entrants in duets until the rule stops, and judges the rounds.
 * @param note receives one line for people after each round
 * @throws ComparisonFailed if a round is void; Interrupted
 */
export async function compareEntrants(
  comparing: Comparing,
  bench: Bench,
  note: Note,
): Promise<EntrantsCompared> {
  const [compared] = await compareInTurn([comparing], null, bench, note);
  return compared as EntrantsCompared;
}

/**
 * Measures several requests of two servers in turn until all rules stop. Each round is in the journal before the next begins.
 * @returns the comparisons in the order of `parts`, and that of the mix
 * @throws ComparisonFailed if a round is void or a metric with a gate is missing; Interrupted
 */
export async function compareInTurn(
  parts: readonly Comparing[],
  mix: Mix | null,
  bench: Bench,
  note: Note,
): Promise<readonly EntrantsCompared[]> {
  const all = mix === null ? parts : [...parts, mix.comparing];
  const book = openBook(all);
  const append = (_: DueRounds, record: RoundRecord) => {
    book.append(parts.find(({ scenario }) => scenario === record.scenario) as Comparing, record);
    const same = parts.flatMap((one) => book.recordsOf(one)[record.n - 1] ?? []);
    if (mix === null || record.void !== null || same.length < parts.length) return;
    const weighed = same.map((one, i) => ({ share: mix.shares[i] ?? 0, record: one }));
    book.append(mix.comparing, mixedRound(weighed));
  };
  try {
    // The progress of a mix is that of all its requests.
    const progress = (mix === null ? parts : [mix.comparing]).map((one) =>
      comparisonProgress(one, () => book.recordsOf(one), note),
    );
    const { seconds } = await session(
      { measure: measurerOf(parts, bench, note) },
      comparisonPolicy(parts, mix, book.recordsOf, lanesOf(bench.pinning).length),
      { append },
      {
        ...bench,
        onTurn: (due, so) => {
          for (const show of progress) show(due, so);
        },
      },
    );
    return all.map((one) => judged(one, book.recordsOf(one), seconds, bench.counters));
  } finally {
    book.close();
  }
}

/** Opens the journals of comparisons, which hold their good rounds in memory too. */
function openBook(all: readonly Comparing[]) {
  const open = new Map(
    all.map((one) => [one, { journal: openJournal(one.journal), records: [] as RoundRecord[] }]),
  );
  for (const [{ header }, { journal }] of open) journal.append(header);
  return {
    recordsOf: (one: Comparing): readonly RoundRecord[] => open.get(one)?.records ?? [],
    append: (one: Comparing, record: RoundRecord): void => {
      open.get(one)?.journal.append(record);
      if (record.void === null) open.get(one)?.records.push(record);
    },
    close: () => {
      for (const { journal } of open.values()) journal.close();
    },
  };
}

/** Returns how the rounds of comparisons are run: those of a group share two processes. */
function measurerOf(parts: readonly Comparing[], shared: Bench, note: Note) {
  /** The time by which profiled windows were longer than they had to be. */
  let spent = 0;
  return async function* (due: DueRounds, place: Place): AsyncGenerator<RoundRecord> {
    const bench = { ...shared, ...place };
    const comparisons = due.group.map((i) => parts[i] as Comparing);
    const [first] = comparisons as [Comparing];
    const planned = comparisons.map((one) => plannedOf(one, due)) as [RoundPart, ...RoundPart[]];
    if (planned.length > 1) return yield* await runSharedRound(planned, bench);
    const { profiles, further, isSearching } = first;
    const [{ round, entrants, exchange }] = planned;
    if (!profiles) return yield await runRound(round, entrants, exchange, bench, further);
    const spare = isSearching ? spareSeconds(first, due, spent) : null;
    spent += spare ?? 0;
    const own = await runProfiledRound(round, entrants, exchange, bench, further, spare);
    if (own.profiled !== null) profiles.add(own.profiled);
    if (own.reason !== null) note(`Could not profile round ${round.n}: ${own.reason}`);
    yield own.record;
  };
}

function plannedOf(
  { entrants, scenario, exchange, rule, seed }: Comparing,
  { n, of }: DueRounds,
): RoundPart {
  const { new: next, base } = entrants;
  const role = next.name === base.name ? "aa" : "cell";
  const duet: Duet = { role, new: next.name, base: base.name, scenario, rounds: of };
  const stage = rule.kind === "until" && n > rule.first ? 2 : 1;
  return { round: planRound(duet, n, stage, seed), entrants, exchange };
}

/** Measures one round of two entrants, in the orders that the seed draws. */
export function runDuet(
  duet: Duet,
  { n, seed }: { readonly n: number; readonly seed: number },
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
): Promise<RoundRecord> {
  return runRound(planRound(duet, n, 1, seed), entrants, exchange, bench);
}
