import { publishedPriors } from "@deadheat/judge";
import { drawSeed, type Pair } from "@deadheat/measure";
import { hashOf } from "@deadheat/versions";
import type { Learned } from "../learn/learn.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import type { ChangingGround } from "../measure/ground.ts";
import { knownPriors } from "../measure/priors.ts";
import type { Ready, ReadyPair } from "../measure/start.ts";
import type { Preparing } from "../plan/preparing.ts";
import type { Candidate } from "../search/candidate.ts";
import type { Session } from "../search/session.ts";
import { Store } from "../search/store.ts";
import { descend, type DescentResult } from "./descend.ts";
import { descendedSentences } from "@deadheat/report";

/**
 * Goes down from the two servers of an explanation, which were started once, and takes back what it finds.
 * @throws as `descend` does
 */
export async function prove(
  { folder, pairs, limits, services, plan }: Ready,
  ground: ChangingGround,
  preparing: Preparing,
  seed: number | null,
): Promise<DescentResult> {
  const [ready] = pairs as readonly [ReadyPair];
  const { variance, df } = (await knownPriors(ground.machine, "")).cpu ?? publishedPriors.cpu;
  const window = { ...ready.load, windowSeconds: ground.load.windowSeconds };
  const store = Store.within(folder, "", seed ?? drawSeed(), { variance, df }, window);
  const pair = {
    base: candidateOf("base", ready.base, plan),
    new: candidateOf("new", ready.new, plan),
  };
  const session: Session = {
    ground,
    preparing,
    newest: pair.new,
    services,
    sides: new Map([
      [pair.base.id, ready.base.side],
      [pair.new.id, ready.new.side],
    ]),
    store,
    request: limits.requests[0] as ReadRequest,
    allowDifferent: plan.options.allowDifferent ?? limits.config?.allowDifferent ?? false,
    learned: new Map(),
    pace: { rounds: 0, seconds: 0 },
  };
  const said = new Set<string>();
  try {
    return await descend(session, pair, "code", (sofar) => {
      for (const sentence of descendedSentences(sofar)) {
        if (!said.has(sentence)) ground.note(`Found so far: ${sentence}`);
        said.add(sentence);
      }
    });
  } finally {
    store.close();
  }
}

function candidateOf(
  which: keyof Pair<unknown>,
  { side }: Learned,
  plan: Ready["plan"],
): Candidate {
  const spec = (plan.pairs[0] as Ready["plan"]["pairs"][number])[which].spec;
  const id = hashOf([which, side.text, side.name]).slice(0, 16);
  const name = side.name.replace(/\/(?:node|bun|deno)$/, "");
  return { id, name, spec, commit: null, app: null, date: null };
}
