import { UsageError, type RoundRecord, type Duet, type Load } from "@deadheat/journal";
import { EnvironmentError, Interrupted, type Exchange, type Pair } from "@deadheat/measure";
import { hashOf } from "@deadheat/versions";
import { runDuet } from "../measure/entrants.ts";
import type { ChangingGround } from "../measure/ground.ts";
import { headerOf, settingsOf } from "../measure/header.ts";
import { learn, type Learned } from "../learn/learn.ts";
import { fittedLoad } from "../learn/pilots.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import { commitsOf, lookUp, lookUpPair, type LookedUp } from "../plan/look-up.ts";
import { type Preparing } from "../plan/preparing.ts";
import { entrantOf, type Side } from "../ready/side.ts";
import { prepareSides } from "../ready/sides.ts";
import { ComparisonFailed, inOneLine } from "../errors.ts";
import type { Candidate } from "./line/candidate.ts";
import type { Store } from "./store.ts";

/** Everything that the duets of a search share. */
export interface Session {
  readonly ground: ChangingGround;
  readonly store: Store;
  readonly request: ReadRequest;
  readonly preparing: Preparing;
  /** The new end, whose app file the others are looked for under. */
  readonly newest: Candidate;
  readonly allowDifferent: boolean;
  readonly sides: Map<string, Side>;
  /** The pairs that were started once already, by the name of their duets. */
  readonly learned: Map<string, Pair<Learned>>;
  /** The load of all duets, which the first pair decides; null before it. */
  load: Load | null;
}

/** A candidate could not be measured, and the search goes on without it, as `git bisect skip` does. */
export class CannotMeasure extends Error {
  override readonly name = "CannotMeasure";
}

/** Looks a candidate up, without installing anything. An app that has moved is found under its older name. */
export async function lookUpCandidate(
  candidate: Candidate,
  newest: Candidate,
  preparing: Preparing,
): Promise<LookedUp> {
  if (candidate.app !== null) {
    const app = { kind: "file", file: candidate.app } as const;
    return lookUp(candidate.spec, { ...preparing, app });
  }
  const pair = { base: candidate.spec, new: newest.spec };
  const { base } = await lookUpPair(pair, await commitsOf(pair, preparing.cwd), preparing);
  return base;
}

/** Installs or checks out a candidate. A second call returns the same side. */
export async function sideOf(session: Session, candidate: Candidate): Promise<Side> {
  const { sides, ground, newest, preparing } = session;
  const known = sides.get(candidate.id);
  if (known !== undefined) return known;
  const side = await ground.onAllCpus(async () => {
    const [one] = await prepareSides([await lookUpCandidate(candidate, newest, preparing)]);
    return one as Side;
  });
  sides.set(candidate.id, side);
  return side;
}

/** Starts two candidates once, to learn their answers and the code that they load. */
export async function learnPair(session: Session, pair: Pair<Candidate>): Promise<Pair<Learned>> {
  const { ground, request, allowDifferent } = session;
  const known = session.learned.get(duetOf(pair));
  if (known !== undefined) return known;
  const sides = { base: await sideOf(session, pair.base), new: await sideOf(session, pair.new) };
  const { pinning } = ground.machine;
  const learned = await learn([sides.base, sides.new], [request], {
    ...ground,
    pinning,
    allowDifferent,
    pilots: session.load === null ? ground.pilots : null,
  });
  session.load ??= fittedLoad(ground, sides, [request], null);
  for (const [i, { id }] of [pair.base, pair.new].entries())
    remember(session.store, id, learned[i]);
  const both = { base: learned[0], new: learned[1] };
  session.learned.set(duetOf(pair), both);
  return both;
}

/** Notes the code that a candidate loads, without the versions of packages: a release may change its number alone. */
function remember(store: Store, id: string, learned: Learned | undefined): void {
  if (!learned?.loaded || store.facts.some((fact) => fact.type === "code" && fact.id === id))
    return;
  const { side, loaded } = learned;
  const code = loaded.packages.map(({ name, sha256 }) => `${name} ${sha256}`).toSorted();
  const { program, found } = side;
  const words = program.kind === "command" ? program.command : [];
  store.add({ type: "code", id, digest: hashOf([code, words, found.version]) });
}

/** Returns why two ends give nothing to search for, though they are two revisions; null if they load different code. */
export function sameCodeWords(store: Store, ends: readonly Candidate[]): string | null {
  const digests = ends.map((end) =>
    store.facts.find((fact) => fact.type === "code" && fact.id === end.id),
  );
  const [one, two] = digests.map((fact) => (fact?.type === "code" ? fact.digest : null));
  if (!one || one !== two) return null;
  const [base, next] = ends.map(({ name }) => name);
  return `${base} and ${next} load the same code: nothing in between changed a file that the server loads. Name ends that differ`;
}

/** Returns the name of the duets of two candidates, which is that of their journal. */
export function duetOf({ base, new: next }: Pair<Candidate>): string {
  return `${wordOf(base)}..${wordOf(next)}`;
}

/** Returns the beginning of a candidate's id, for the name of a file. */
export function wordOf({ id }: Candidate): string {
  return id.slice(0, 16).replaceAll(/[^\w.-]|\.{2}/g, "_");
}

/**
 * Measures duets of two candidates until there are so many rounds.
 * @throws CannotMeasure if one of them cannot be prepared, started or measured; Interrupted
 */
export async function measureDuets(
  session: Session,
  pair: Pair<Candidate>,
  name: string,
  rounds: () => number,
  onRound: (records: readonly RoundRecord[], seconds: number) => void,
): Promise<void> {
  const { store, ground, request } = session;
  if (store.roundsOf(name).length >= rounds()) return;
  const learned = await learnPair(session, pair);
  const sides = { base: learned.base.side, new: learned.new.side };
  const exchanges = {
    base: learned.base.exchanges[0] as Exchange,
    new: learned.new.exchanges[0] as Exchange,
  };
  const entrants = {
    base: entrantOf(sides.base, exchanges.base),
    new: entrantOf(sides.new, exchanges.new),
  };
  const { oha, machine, signal } = ground;
  const load = session.load ?? ground.load;
  const { plan, folder } = store;
  const settings = settingsOf(sides, request.name, { ...ground, load });
  const header = () => headerOf({ ...folder, seed: plan.seed }, learned, settings);
  const bench = { oha, pinning: machine.pinning, load, signal };
  let voids = 0;
  for (let n = store.roundsOf(name).length; n < rounds(); n = store.roundsOf(name).length) {
    const clock = performance.now();
    const duet: Duet = {
      role: "cell",
      new: sides.new.name,
      base: sides.base.name,
      scenario: request.name,
      rounds: rounds(),
    };
    const own = { n: n + 1 + voids, stage: 1, seed: plan.seed } as const;
    const record = await runDuet(duet, own, entrants, exchanges.base, bench);
    store.append(name, header, record);
    if (record.void !== null && ++voids > MOST_VOIDS) throw new ComparisonFailed(record.void);
    onRound(store.roundsOf(name), (performance.now() - clock) / 1000);
  }
}

/** A busy machine may void a round. A server that cannot be measured voids every one. */
const MOST_VOIDS = 1;

/** Runs work about one candidate. A fault of its own becomes CannotMeasure; one of the machine or the user stays. */
export async function orSkip<T>(session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Interrupted || session.ground.signal.aborted) throw error;
    // A full disk is nobody's fault, and would skip every candidate.
    const own = [UsageError, ComparisonFailed, EnvironmentError];
    if (!own.some((kind) => error instanceof kind)) throw error;
    throw new CannotMeasure(inOneLine(error), { cause: error });
  }
}
