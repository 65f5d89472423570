import type { CpuProfile, Warning } from "@deadheat/journal";
import {
  attribute,
  EXPLAINED_SCHEMA,
  mergeProfiles,
  type RoundSample,
  type Explained,
  type Explanation,
} from "@deadheat/judge";
import type { Entrant, Exchange, Pair, ProfiledSide } from "@deadheat/measure";
import type { Learned } from "../learn/learn.ts";
import { entrantOf } from "../ready/side.ts";
import { deadheatVersion } from "../version.ts";
import { placesOf, type Located } from "./places.ts";

/** A server to explain. */
export interface ExplainedServer {
  readonly entrant: Entrant;
  readonly about: Explained["base"];
  readonly located: Located;
}

/** An explanation, and the merged profiles of both servers. */
export interface ExplainedPair {
  readonly document: Explained;
  readonly profiles: { readonly base: CpuProfile; readonly new: CpuProfile };
}

/** The profiles of two servers, round by round. */
export class CollectedProfiles {
  readonly startedAt = new Date().toISOString();
  readonly rounds: RoundSample[] = [];
  readonly #servers: Pair<ExplainedServer>;
  readonly #places: Pair<ReturnType<typeof placesOf>>;
  readonly #profiles: Pair<CpuProfile[]> = { base: [], new: [] };

  constructor(servers: Pair<ExplainedServer>) {
    const { base, new: next } = servers;
    const compared = new Set([base, next].flatMap(({ located }) => located.package ?? []));
    this.#servers = servers;
    this.#places = {
      base: placesOf(base.located, compared),
      new: placesOf(next.located, compared),
    };
  }

  add(sides: Pair<ProfiledSide>): void {
    const sampleOf = (which: keyof Pair<unknown>): RoundSample["base"] => {
      const { threads, ...side } = sides[which];
      const own = threads.map(({ profile }) => profile);
      this.#profiles[which].push(...own);
      return { ...side, attributed: attribute(own, this.#places[which]) };
    };
    this.rounds.push({ base: sampleOf("base"), new: sampleOf("new") });
  }

  /** Returns the document about an explanation of these rounds, with the merged profiles. */
  explained(
    explanation: Explanation,
    scenario: string,
    warnings: readonly Warning[],
  ): ExplainedPair {
    const { base, new: next } = this.#servers;
    const document: Explained = {
      schema: EXPLAINED_SCHEMA,
      deadheat: deadheatVersion(),
      startedAt: this.startedAt,
      base: base.about,
      new: next.about,
      metric: "cpu",
      scenario,
      ...explanation,
      warnings: [...warnings, ...overheadWarnings(explanation)],
    };
    const { base: ofBase, new: ofNew } = this.#profiles;
    return { document, profiles: { base: mergeProfiles(ofBase), new: mergeProfiles(ofNew) } };
  }
}

/** Returns a learned side as a server to explain. @param i the index of the request */
export function serverOf({ side, exchanges }: Learned, i: number): ExplainedServer {
  const { name, runtime, found } = side;
  return {
    entrant: entrantOf(side, exchanges[i] as Exchange),
    about: { name, runtime, version: found.version },
    located: side,
  };
}

/** The largest share by which a profiler may make requests more expensive without a warning. */
const MOST_OVERHEAD = 0.1;

/** Returns a warning if profiling cost much. */
function overheadWarnings({ overhead }: Pick<Explanation, "overhead">): Warning[] {
  const most = Math.max(overhead.base, overhead.new);
  if (most <= MOST_OVERHEAD) return [];
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const message =
    `Profiling made requests ${[...new Set([overhead.base, overhead.new].map(percent))].join(" and ")} more expensive; the ` +
    "numbers are corrected for that. Proportions are reliable, but small functions that are called often can look more " +
    "expensive than they are.";
  return [{ code: "profiler-overhead", message }];
}
