import { levelsOf, logRatios, stepEstimate } from "@deadheat/judge";
import type { Pair } from "@deadheat/measure";
import { estimate, type LogEstimate } from "@deadheat/stats";
import type { Candidate } from "../search/candidate.ts";
import { searchLine, type Searched } from "../search/search.ts";
import { duetOf, type Session } from "../search/session.ts";
import { PARENT } from "../search/state.ts";
import type { Store } from "../search/store.ts";

/** Two neighbours of a chain that differ, and the parts in which they do. */
export interface ChainStep<Part> extends Pair<Candidate> {
  readonly parts: readonly Part[];
  readonly measured: LogEstimate;
  /** ln of the time of the step's new end over that of the whole chain's. */
  readonly level: number;
}

/** Returns what all rounds of two candidates show: the log ratio of CPU time per request, new over base. null without rounds. */
export function measuredOf(store: Store, pair: Pair<Candidate>): LogEstimate | null {
  const name = duetOf(pair);
  const all = [name, `${PARENT}${name}`].flatMap((one) => logRatios(store.roundsOf(one)));
  return all.length === 0 ? null : estimate(all.map((gain) => -gain));
}

interface ChainSearch<Part> {
  /** The order in which points are tested, as in the judge's line. */
  readonly ranks?: readonly number[];
  /** Receives the parts that are left when an error ends the search. */
  readonly onNarrowed?: (parts: readonly Part[]) => void;
  /** Whether further rounds confirm a step; false if the caller proves it by taking it back. true if it is not given. */
  readonly confirm?: boolean;
}

/** The smallest share of the difference for which parts are searched. Each proof measures its own share more exactly. */
const SMALLEST_SHARE = 1 / 3;

/**
 * Finds which parts of a change make its difference. The chain leads from the base to the new server, with one group of parts
 * more at each point, and is searched as commits are. A single group needs no search.
 * @param pointAt returns the candidate that has the first groups alone
 * @returns the steps, confirmed if they are to be, the largest first
 * @throws the error that ended the search
 */
export async function searchChain<Part>(
  session: Session,
  pair: Pair<Candidate>,
  groups: readonly (readonly Part[])[],
  pointAt: (count: number) => Candidate,
  { ranks, onNarrowed, confirm = true }: ChainSearch<Part> = {},
): Promise<readonly ChainStep<Part>[]> {
  const whole = measuredOf(session.store, pair);
  if (groups.length === 1 && whole !== null) {
    return [{ ...pair, parts: groups.flat(), measured: whole, level: 0 }];
  }
  const inner = groups.slice(1).map((_, i) => pointAt(i + 1));
  const candidates = [pair.base, ...inner, pair.new];
  const line = { kind: "parts", candidates, fork: null, left: 0, ...(ranks && { ranks }) } as const;
  const size = whole === null ? null : Math.abs(whole.mean) * SMALLEST_SHARE;
  const rule = { threshold: null, size, all: false, confirm };
  const { found, state, places, failure } = await searchLine(session, line, rule, () => {});
  if (failure !== null) {
    onNarrowed?.(groups.slice(...between(places, groups.length)).flat());
    throw failure;
  }
  const levels = levelsOf(state);
  const levelAt = (at: number) => levels.contrast(0, at)?.mean ?? 0;
  return found
    .filter((step) => !confirm || step.state === "confirmed")
    .map((step) => ({
      base: candidates[step.from] as Candidate,
      new: candidates[step.to] as Candidate,
      parts: groups.slice(step.from, step.to).flat(),
      measured: stepEstimate(state, step),
      level: levelAt(step.to) - levelAt(candidates.length - 1),
    }))
    .toSorted((a, b) => Math.abs(b.measured.mean) - Math.abs(a.measured.mean));
}

/** Returns the last point before the difference, and the first one after it. */
function between(places: Searched["places"], end: number): [from: number, to: number] {
  const at = (place: string) => [...places].flatMap(([i, one]) => (one === place ? [i] : []));
  return [Math.max(0, ...at("before")), Math.min(end, ...at("after"))];
}
