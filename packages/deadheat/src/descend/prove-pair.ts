import type { Trial } from "../provenance/trial.ts";
import { publishedPriors } from "@deadheat/judge";
import { drawSeed, type Pair } from "@deadheat/measure";
import { hashOf } from "@deadheat/versions";
import type { ReadRequest } from "../config/read-requests.ts";
import { suffixOf } from "../config/runtime.ts";
import type { OtherWork, Testbed } from "../measure/testbed.ts";
import type { Ready, ReadyPair } from "../measure/start.ts";
import { interruptible } from "../plan/options.ts";
import type { PlannedPair } from "../plan/pairs.ts";
import type { Preparing } from "../plan/preparing.ts";
import type { Candidate } from "../search/candidate.ts";
import { searchFacts, type Session } from "../search/session.ts";
import { Store } from "../search/store.ts";
import { descend, type DescentResult } from "./descend.ts";
import { tellingOnce } from "./told.ts";

/** The longest time of a proof. A search has its own budget, and can be resumed. */
const LONGEST_SECONDS = 600;

/**
 * Goes down from two servers that were started once to the package and its lines, without a search for the release, and proves
 * both in copies of the new server. If the time ends, it returns all that was found by then.
 * @throws as `descend` does
 */
export async function prove(
  { folder, pairs, limits, services, plan, priors }: Ready,
  testbed: Testbed & OtherWork,
  preparing: Preparing,
  seed: number | null,
): Promise<DescentResult> {
  const [ready] = pairs as readonly [ReadyPair];
  const [planned] = plan.pairs as readonly [PlannedPair];
  const { variance, df } = priors.cpu ?? publishedPriors.cpu;
  const whole = { ...ready.load, windowSeconds: testbed.load.windowSeconds };
  const sides = { base: ready.base.side, new: ready.new.side };
  const { load, usual } = searchFacts(testbed, whole, sides, { variance, df });
  const store = Store.within(folder, "", seed ?? drawSeed(), usual, load);
  const pair = {
    base: candidateOf("base", ready.base, planned),
    new: candidateOf("new", ready.new, planned),
  };
  const time = AbortSignal.timeout(LONGEST_SECONDS * 1000);
  const signal = interruptible(AbortSignal.any([testbed.signal, time]));
  const session: Session = {
    testbed: { ...testbed, signal },
    preparing: { ...preparing, signal },
    newest: pair.new,
    services,
    sides: new Map([
      [pair.base.id, ready.base.side],
      [pair.new.id, ready.new.side],
    ]),
    store,
    request: limits.requests[0] as ReadRequest,
    allowDifferent: limits.allowDifferent,
    learned: new Map(),
    pace: { rounds: 0, seconds: 0 },
  };
  try {
    const how = { depth: "code", releases: false } as const;
    const result = await descend(session, pair, how, tellingOnce(testbed.note));
    const { descended, failure } = result;
    if (!signal.aborted) return result;
    const early = { ...descended, ended: { code: "early", reason: null } } as const;
    return { descended: early, failure: testbed.signal.aborted ? failure : null };
  } finally {
    store.close();
  }
}

function candidateOf(which: keyof Pair<unknown>, { side }: Trial, planned: PlannedPair): Candidate {
  const { spec } = planned[which];
  const id = hashOf([which, side.text, side.name]).slice(0, 16);
  const name = side.text.replace(suffixOf(spec.runtime), "");
  return { id, name, spec, commit: null, app: null, date: null };
}
