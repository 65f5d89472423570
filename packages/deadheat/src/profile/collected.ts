import type { CpuProfile, HeapProfile, Warning } from "@deadheat/journal";
import {
  EXPLAINED_SCHEMA,
  mergeProfiles,
  type RoundSample,
  type Explained,
  type Explanation,
  type ExplainedMetric,
} from "@deadheat/judge";
import type { Pair, ProfiledSide } from "@deadheat/measure";
import type { Installed } from "../ready/installed.ts";
import { deadheatVersion } from "../version.ts";
import { placesOf, type Located } from "./places.ts";
import { ofRequests, type Profiles, type Sampled } from "./profilers.ts";

/** The servers whose profiles are collected: their names in the document, and where their code lies. */
type ProfiledServers = Pair<{ readonly about: Explained["base"]; readonly located: Located }>;

/** An explanation, and one profile of each server: of its time all of them merged, of its memory the last. */
export interface ExplainedPair {
  readonly document: Explained;
  readonly profiles: Pair<CpuProfile | HeapProfile>;
}

export class CollectedProfiles {
  readonly startedAt = new Date().toISOString();
  readonly rounds: RoundSample[] = [];
  readonly #servers: ProfiledServers;
  readonly #places: Pair<ReturnType<typeof placesOf>>;
  readonly #metric: ExplainedMetric;
  readonly #profiles: Pair<Profiles[]> = { base: [], new: [] };

  constructor(servers: ProfiledServers, metric: ExplainedMetric = "cpu") {
    this.#metric = metric;
    const { base, new: next } = servers;
    const compared = new Set([base, next].flatMap(({ located }) => located.package ?? []));
    this.#servers = servers;
    this.#places = {
      base: placesOf(base.located, compared),
      new: placesOf(next.located, compared),
    };
  }

  add({ base, new: next }: Pair<ProfiledSide>): void {
    this.addSampled({
      base: (placeOf) => ofRequests(base, placeOf),
      new: (placeOf) => ofRequests(next, placeOf),
    });
  }

  addSampled(sides: Pair<(placeOf: ReturnType<typeof placesOf>) => Sampled>): void {
    const sampleOf = (which: keyof Pair<unknown>): RoundSample["base"] => {
      const { sample, profiles } = sides[which](this.#places[which]);
      this.#profiles[which].push(profiles);
      return sample;
    };
    this.rounds.push({ base: sampleOf("base"), new: sampleOf("new") });
  }

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
      metric: this.#metric,
      scenario,
      ...explanation,
      warnings: [...warnings, ...overheadWarnings(explanation, this.#metric)],
    };
    const { base: ofBase, new: ofNew } = this.#profiles;
    return { document, profiles: { base: oneOf(ofBase), new: oneOf(ofNew) } };
  }
}

function oneOf(rounds: readonly Profiles[]): CpuProfile | HeapProfile {
  const ofMemory = rounds.at(-1)?.find((one) => "head" in one);
  return ofMemory ?? mergeProfiles(rounds.flat() as CpuProfile[]);
}

/** Returns how an explanation names a server, and where its code lies. */
export function profiledAs(side: Installed) {
  const { name, runtime, found } = side;
  return { about: { name, runtime, version: found.version }, located: side };
}

/** The largest share by which a profiler may make requests more expensive without a warning. */
const MOST_OVERHEAD = 0.1;

function overheadWarnings(
  { overhead }: Pick<Explanation, "overhead">,
  metric: ExplainedMetric,
): Warning[] {
  if (metric !== "cpu") return [];
  const most = Math.max(overhead.base, overhead.new);
  if (most <= MOST_OVERHEAD) return [];
  const { base, new: next } = overhead;
  return [{ code: "profiler-overhead", facts: { base, new: next } }];
}
