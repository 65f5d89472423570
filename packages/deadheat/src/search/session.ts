import type { Trial } from "../provenance/trial.ts";
import type { Duet, Load, RoundRecord, RunRecord } from "@deadheat/journal";
import { varianceFactor } from "@deadheat/judge";
import { roundSeconds, type Exchange, type Pair } from "@deadheat/measure";
import { hashOf } from "@deadheat/versions";
import { runDuet } from "../measure/entrants.ts";
import type { OtherWork, Testbed } from "../measure/testbed.ts";
import { headerOf, settingsOf } from "../measure/header.ts";
import { served } from "../measure/services.ts";
import { learn } from "../learn/learn.ts";
import { readFilesDigest } from "../provenance/may-reach.ts";
import { fittedLoad } from "../learn/pilots.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import { commitsOf, lookUp, lookUpPair } from "../plan/look-up.ts";
import type { Preparation } from "../plan/preparation.ts";
import { type Preparing } from "../plan/preparing.ts";
import { entrantOf, type Installed } from "../ready/installed.ts";
import { prepareSides } from "../ready/sides.ts";
import type { Services } from "../services/services.ts";
import type { Candidate } from "./candidate.ts";
import type { Facts, Store } from "./store.ts";

interface Workshop {
  readonly testbed: Testbed & OtherWork;
  readonly preparing: Preparing;
  /** The new end. The app of the others is looked for under its file name. */
  readonly newest: Candidate;
  /** The services of the servers; null without services. */
  readonly services: Services | null;
  /** The candidates that are prepared, by their ids. */
  readonly sides: Map<string, Installed>;
}

export interface Session extends Workshop {
  readonly store: Store;
  readonly request: ReadRequest;
  readonly allowDifferent: boolean;
  /** The pairs that were started once already, by the name of their duets. */
  readonly learned: Map<string, Pair<Trial>>;
  /** The rounds of this attempt, and the seconds that they took. */
  readonly pace: { rounds: number; seconds: number };
}

/** Looks a candidate up, without installing anything. An app that has moved is found under its older name. */
export async function lookUpCandidate(
  candidate: Candidate,
  newest: Candidate,
  preparing: Preparing,
): Promise<Preparation> {
  if (candidate.app !== null) {
    const app = { kind: "file", file: candidate.app } as const;
    return lookUp(candidate.spec, { ...preparing, app });
  }
  const pair = { base: candidate.spec, new: newest.spec };
  const { base } = await lookUpPair(pair, await commitsOf(pair, preparing.cwd), {
    base: preparing,
    new: preparing,
  });
  return base;
}

/** Installs or checks out a candidate, with its own data in the services. A second call returns the same side. */
export async function sideOf(workshop: Workshop, candidate: Candidate): Promise<Installed> {
  const { sides, testbed, newest, preparing, services } = workshop;
  const known = sides.get(candidate.id);
  if (known !== undefined) return known;
  const [prepared] = await testbed.onAllCpus(async () =>
    candidate.make === undefined
      ? prepareSides([await lookUpCandidate(candidate, newest, preparing)])
      : [await candidate.make()],
  );
  const [first] = sides.values();
  const side = await served(services, prepared as Installed, testbed, first);
  sides.set(candidate.id, side);
  return side;
}

/** Starts two candidates once, to learn their responses and the code that they load. */
export async function learnPair(session: Session, pair: Pair<Candidate>): Promise<Pair<Trial>> {
  const { testbed, request, allowDifferent, store, learned } = session;
  const known = learned.get(duetOf(pair));
  if (known !== undefined) return known;
  const sides = { base: await sideOf(session, pair.base), new: await sideOf(session, pair.new) };
  const { load } = store.facts;
  const [base, next] = await learn([sides.base, sides.new], [request], {
    ...testbed,
    pinning: testbed.machine.pinning,
    allowDifferent,
    pilots: load === null ? testbed.pilots : null,
  });
  const both = { base, new: next };
  const code = { ...store.facts.code };
  for (const which of ["base", "new"] as const) {
    const { id } = pair[which];
    if (!(id in code)) Object.assign(code, await codeOf(id, both[which]));
  }
  store.save({ code });
  if (load === null) {
    const fitted = fittedLoad(testbed, sides, [request], null);
    store.save(searchFacts(testbed, fitted, sides, store.facts.usual));
  }
  // A side that was started knows its moved port.
  session.sides.set(pair.base.id, base.side).set(pair.new.id, next.side);
  learned.set(duetOf(pair), both);
  return both;
}

/**
 * Returns the load of all rounds of a search, and the variance that is usual for a round with it.
 * @param whole the load that fits both servers
 * @param usual the variance with that load
 */
export function searchFacts(
  { pilots }: Pick<Testbed, "pilots">,
  whole: Load,
  sides: Pair<Pick<Installed, "runtime">>,
  usual: Facts["usual"],
): Pick<Facts, "load" | "usual"> {
  const load = pilots?.loadForSearch(whole) ?? whole;
  const on = [sides.base.runtime, sides.new.runtime];
  const factor = varianceFactor(load, on) / varianceFactor(whole, on);
  return { load, usual: { ...usual, variance: usual.variance * factor } };
}

/**
 * Returns a digest of the code that a candidate loads, and of the files that it may read, by its id; empty if the code is
 * unknown. The versions of packages do not count: a release may change its number alone.
 */
async function codeOf(id: string, { side, loaded }: Trial): Promise<Record<string, string>> {
  if (loaded === null) return {};
  const code = loaded.packages.map(({ name, sha256 }) => `${name} ${sha256}`).toSorted();
  const { program, found } = side;
  const words = program.kind === "command" ? program.command : [];
  const read = await readFilesDigest(side.revision ?? side.copyOf ?? null);
  return { [id]: hashOf([code, words, found.version, read]) };
}

/** Returns the name of the duets of two candidates, which is also the name of their journal. */
export function duetOf({ base, new: next }: Pair<Candidate>): string {
  return `${wordOf(base)}..${wordOf(next)}`;
}

/** Returns the beginning of a candidate's id, for the name of a file. */
export function wordOf({ id }: Candidate): string {
  return id.slice(0, 16).replaceAll(/[^\w.-]|\.{2}/g, "_");
}

/** Returns the seconds of a round of this attempt; before the first one those that the pilots expect. */
export function secondsOfRound({ pace, store, testbed, sides, request }: Session): number {
  if (pace.rounds > 0) return pace.seconds / pace.rounds;
  const runtimes = [...new Set([...sides.values()].map(({ runtime }) => runtime))];
  return roundSeconds(store.facts.load ?? testbed.load, runtimes, request.name);
}

/** Measures one round of two candidates that were started. @throws Interrupted */
export async function measureDuet(
  session: Session,
  pair: Pair<Candidate>,
  n: number,
  rounds: number,
): Promise<RoundRecord> {
  const { store, testbed, request, pace } = session;
  const clock = performance.now();
  const { base, new: next } = session.learned.get(duetOf(pair)) as Pair<Trial>;
  const exchange = base.exchanges[0] as Exchange;
  const entrants = {
    base: entrantOf(base.side, exchange),
    new: entrantOf(next.side, next.exchanges[0] as Exchange),
  };
  const { oha, machine, signal } = testbed;
  const { seed, load } = store.facts;
  const bench = { oha, pinning: machine.pinning, load: load ?? testbed.load, signal };
  const names = { new: next.side.name, base: base.side.name };
  const duet: Duet = { role: "cell", ...names, scenario: request.name, rounds };
  const record = await runDuet(duet, { n, seed }, entrants, exchange, bench);
  pace.rounds++;
  pace.seconds += (performance.now() - clock) / 1000;
  return record;
}

/** Returns the header of the journal of two candidates that were started. */
export function headerFor(session: Session, pair: Pair<Candidate>): RunRecord {
  const { store, testbed, request, learned } = session;
  const both = learned.get(duetOf(pair)) as Pair<Trial>;
  const sides = { base: both.base.side, new: both.new.side };
  const load = store.facts.load ?? testbed.load;
  const settings = settingsOf(sides, request.name, { ...testbed, load });
  return headerOf({ ...store.folder, seed: store.facts.seed }, both, settings);
}
