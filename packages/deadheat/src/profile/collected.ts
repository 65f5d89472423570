import type { CpuProfile, Warning } from "@deadheat/journal";
import {
  attribute,
  EXPLAINED_SCHEMA,
  mergeProfiles,
  type RoundSample,
  type Explained,
  type Explanation,
} from "@deadheat/judge";
import type { Entrant, Pair, ProfiledSide } from "@deadheat/measure";
import { deadheatVersion } from "../version.ts";
import { placesOf, type Located } from "./places.ts";
import { overheadWarnings } from "./warnings.ts";

/** A server to explain. */
export interface ExplainedServer {
  readonly entrant: Entrant;
  readonly about: Explained["base"];
  readonly located: Located;
  /** The packages that the server loaded; null if unknown. */
  readonly loaded: Explained["loaded"]["base"];
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
      scenario,
      ...explanation,
      loaded: { base: base.loaded, new: next.loaded },
      warnings: [...warnings, ...overheadWarnings(explanation)],
    };
    const { base: ofBase, new: ofNew } = this.#profiles;
    return { document, profiles: { base: mergeProfiles(ofBase), new: mergeProfiles(ofNew) } };
  }
}
